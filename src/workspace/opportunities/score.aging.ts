import { Injectable } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { ScoreAgingQueries } from './score-aging.queries.js';

const BATCH_SIZE = 5_000;

/** Lowers stored scores as texts get older. */
@Injectable()
export class ScoreAging {
  constructor(private readonly queries: ScoreAgingQueries) {}

  /** Brings all scores up to date, batch by batch in the order of their ids. */
  @OnDue({ name: 'age-scores', everySeconds: 3_600 })
  async ageAll(): Promise<void> {
    let after: string | null = null;
    do after = await this.queries.ageBatch(after, BATCH_SIZE);
    while (after !== null);
  }
}
