import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Registry } from 'prom-client';
import { CreditsMetrics } from '#accounts/credits/credits.metrics.js';
import { OutcomeCounter } from '#platform/metrics/outcome.counter.js';
import { PaidActions } from './paid-actions.js';

const OUTCOMES = ['completed', 'refunded', 'failed'] as const;

/** The outcome of a run. `refunded` means completed but not charged, such as a contact that was not found. */
export type RunOutcome = (typeof OUTCOMES)[number];

/** Counts the runs that this process has ended. */
@Injectable()
export class RunMetrics extends OutcomeCounter<RunOutcome> implements OnApplicationBootstrap {
  constructor(
    registry: Registry,
    private readonly actions: PaidActions,
    private readonly credits: CreditsMetrics,
  ) {
    const help = 'Runs of paid actions that ended, by kind and outcome (completed, refunded, failed)';
    super(registry, 'kind', { name: 'qualm_runs_total', help });
  }

  /** The series of every action exist from the start, so that the first failure is an increase. */
  onApplicationBootstrap(): void {
    for (const { options } of this.actions.all()) {
      this.start(options.kind, OUTCOMES);
      this.credits.start(options.kind);
    }
  }
}
