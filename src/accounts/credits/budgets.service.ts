import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BudgetsQueries, type BudgetState } from './budgets.queries.js';
import { SpendBudgetRow } from './spend-budget.entity.js';

/** Ceilings on what one credential may spend: an API key's spend cap, a connection's rolling 30-day budget. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly queries: BudgetsQueries,
    @InjectRepository(SpendBudgetRow) private readonly budgets: Repository<SpendBudgetRow>,
  ) {}

  /** @returns the id the credential keeps. */
  async create(teamId: string, kind: SpendBudgetRow['kind'], limit: number): Promise<string> {
    const id = uuidv7();
    await this.budgets.insert({ id, teamId, kind, ceiling: limit, highestCeiling: limit });
    return id;
  }

  /** Moves the ceiling; below what is used already it simply stops further spending. */
  setLimit(budgetId: string, limit: number): Promise<void> {
    return this.queries.setLimit(budgetId, limit);
  }

  /** The ceiling and the credits that count against it now. */
  stateOf(budgetId: string): Promise<BudgetState> {
    return this.queries.stateOf(budgetId);
  }
}
