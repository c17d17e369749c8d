import { Injectable } from '@nestjs/common';
import { BudgetsQueries } from './budgets.queries.js';

/** Ceilings on what one credential may spend: an API key's spend cap, a connection's rolling 30-day budget. */
@Injectable()
export class BudgetsService {
  constructor(private readonly queries: BudgetsQueries) {}

  /** @returns the id the credential keeps. */
  create(teamId: string, kind: 'lifetime' | 'rolling', ceiling: number): Promise<string> {
    return this.queries.create(teamId, kind, ceiling);
  }

  /** Moves the ceiling; below what is used already it simply stops further spending. */
  setCeiling(budgetId: string, ceiling: number): Promise<void> {
    return this.queries.setCeiling(budgetId, ceiling);
  }

  /** The ceiling and the credits that count against it now. */
  stateOf(budgetId: string): Promise<{ ceiling: number; used: number }> {
    return this.queries.stateOf(budgetId);
  }
}
