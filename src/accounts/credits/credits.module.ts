import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { BudgetsQueries } from './budgets.queries.js';
import { BudgetsService } from './budgets.service.js';
import { CreditAccount } from './credit-account.entity.js';
import { CreditEntry } from './credit-entry.entity.js';
import { CreditPool } from './credit-pool.entity.js';
import { CreditPoolEntry } from './credit-pool-entry.entity.js';
import { CreditPools } from './credit-pools.service.js';
import { CreditHeaders } from './credit-headers.js';
import { CreditsMetrics } from './credits.metrics.js';
import { CreditsService } from './credits.service.js';
import { LedgerQueries } from './ledger.queries.js';
import { PoolsQueries } from './pools.queries.js';
import { Purchase } from './purchase.entity.js';
import { PurchasesQueries } from './purchases.queries.js';
import { RenewalsService } from './renewals.service.js';
import { StatementsQueries } from './statements.queries.js';
import { StatementsService } from './statements.service.js';
import { SpendThreshold } from './spend-threshold.entity.js';
import { ThresholdsQueries } from './thresholds.queries.js';
import { ThresholdsService } from './thresholds.service.js';
import { SpendBudgetRow } from './spend-budget.entity.js';
import { TeamOpenings } from './team-openings.service.js';

@Module({
  imports: [
    FactsModule,
    TeamsModule,
    TypeOrmModule.forFeature([
      CreditAccount,
      CreditEntry,
      CreditPool,
      CreditPoolEntry,
      Purchase,
      SpendBudgetRow,
      SpendThreshold,
    ]),
  ],
  providers: [
    StatementsService,
    CreditsService,
    CreditPools,
    PoolsQueries,
    CreditHeaders,
    ThresholdsService,
    ThresholdsQueries,
    BudgetsService,
    RenewalsService,
    TeamOpenings,
    LedgerQueries,
    CreditsMetrics,
    BudgetsQueries,
    PurchasesQueries,
    StatementsQueries,
  ],
  exports: [
    CreditHeaders,
    CreditsMetrics,
    StatementsService,
    CreditsService,
    CreditPools,
    BudgetsService,
    RenewalsService,
    TeamOpenings,
  ],
})
export class CreditsModule {}
