import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EgressModule } from '#platform/egress/egress.module.js';
import { BudgetsQueries } from './budgets.queries.js';
import { OutboundBudget } from './outbound-budget.entity.js';
import { OutboundMetrics } from './outbound.metrics.js';
import { PoliteClient } from './polite.client.js';
import { RobotsRules } from './robots.rules.js';

/** The client for services that texts are fetched from. */
@Module({
  imports: [TypeOrmModule.forFeature([OutboundBudget]), EgressModule],
  providers: [BudgetsQueries, OutboundMetrics, PoliteClient, RobotsRules],
  exports: [PoliteClient, RobotsRules],
})
export class OutboundModule {}
