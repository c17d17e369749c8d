import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { BudgetsQueries, type BudgetState } from './budgets.queries.js';
import { SpendBudgetRow } from './spend-budget.entity.js';

/** Limits on the spending of one credential: the spend cap of an API key, the rolling 30-day budget of a connection. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly queries: BudgetsQueries,
    @InjectRepository(SpendBudgetRow) private readonly budgets: Repository<SpendBudgetRow>,
  ) {}

  /** @returns the id of the budget, which the credential stores */
  async create(
    teamId: string,
    kind: SpendBudgetRow['kind'],
    limit: number,
    dailyLimit: number | null = null,
  ): Promise<string> {
    const id = uuidv7();
    await this.budgets.insert({ id, teamId, kind, ceiling: limit, highestCeiling: limit, dailyCeiling: dailyLimit });
    return id;
  }

  /** Changes the limits. A limit below the credits already used stops further spending. */
  setLimits(budgetId: string, limit: number, dailyLimit: number | null): Promise<void> {
    return this.queries.setLimits(budgetId, limit, dailyLimit);
  }

  /** Locks a budget and returns its state, until the transaction ends. */
  async lock(budgetId: string): Promise<BudgetState> {
    await this.queries.lock(budgetId);
    return this.queries.stateOf(budgetId);
  }

  /** The limit and the credits that count against it now. */
  stateOf(budgetId: string): Promise<BudgetState> {
    return this.queries.stateOf(budgetId);
  }
}
