import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** The outcome of a run. `refunded` means completed but not charged, such as a contact that was not found. */
export type RunOutcome = 'completed' | 'refunded' | 'failed';

/** Counts the runs that this process has ended. */
@Injectable()
export class RunMetrics {
  private readonly ended: Counter<'kind' | 'outcome'>;

  constructor(registry: Registry) {
    this.ended = new Counter({
      name: 'qualm_runs_total',
      help: 'Runs of paid actions that ended, by kind and outcome (completed, refunded, failed)',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    });
  }

  count(kind: string, outcome: RunOutcome): void {
    this.ended.inc({ kind, outcome });
  }
}
