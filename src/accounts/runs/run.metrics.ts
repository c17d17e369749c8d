import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { OutcomeCounter } from '#platform/metrics/outcome.counter.js';

/** The outcome of a run. `refunded` means completed but not charged, such as a contact that was not found. */
export type RunOutcome = 'completed' | 'refunded' | 'failed';

/** Counts the runs that this process has ended. */
@Injectable()
export class RunMetrics extends OutcomeCounter<RunOutcome> {
  constructor(registry: Registry) {
    const help = 'Runs of paid actions that ended, by kind and outcome (completed, refunded, failed)';
    super(registry, 'kind', { name: 'qualm_runs_total', help });
  }
}
