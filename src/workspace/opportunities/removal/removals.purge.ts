import { Injectable } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { OpportunitiesRemovalQueries } from './opportunities-removal.queries.js';

/** As long as `meta.removed` lists a removal. */
const KEEP_DAYS = 90;

/** Forgets old removals. */
@Injectable()
export class RemovalsPurge {
  constructor(private readonly queries: OpportunitiesRemovalQueries) {}

  /** @returns their number */
  @OnDue({ name: 'purge-removals', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(KEEP_DAYS);
  }
}
