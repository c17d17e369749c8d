import { Injectable } from '@nestjs/common';
import type { EntryKind } from './credit-entry.entity.js';
import { type ActionSpending, type DaySpending, StatementsQueries } from './statements.queries.js';

export type { DaySpending };

export const ENTRY_KINDS: readonly EntryKind[] = ['grant', 'refill', 'refund', 'charge', 'expiry', 'reversal'];

/** Sums the spending of a team. */
@Injectable()
export class StatementsService {
  constructor(private readonly queries: StatementsQueries) {}

  /** The spending of each of the last `days` days, today last. A refund counts on the day of its charge. */
  spendingByDay(teamId: string, days: number): Promise<DaySpending[]> {
    return this.queries.spendingByDay(teamId, days);
  }

  /** The spending of the last `days` days by action, highest first. */
  spendingByAction(teamId: string, days: number): Promise<ActionSpending[]> {
    return this.queries.spendingByAction(teamId, days);
  }

  /** Whether a team has ever bought an action without a refund. */
  hasBought(teamId: string, action: string): Promise<boolean> {
    return this.queries.hasBought(teamId, action);
  }
}
