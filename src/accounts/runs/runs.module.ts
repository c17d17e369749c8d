import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { registerQueue } from '#platform/queues/queue.connections.js';
import { optionsOf, type PaidActionClass } from './paid-action.js';
import { PaidActions } from './paid-actions.js';
import { PaidCalls } from './paid-calls.service.js';
import { Run } from './run.entity.js';
import { RunJoin } from './run-join.entity.js';
import { RunMetrics } from './run.metrics.js';
import { RunOutcomes } from './run-outcomes.service.js';
import { RunsQueries } from './runs.queries.js';
import { RunsService } from './runs.service.js';
import { PricingService } from './pricing.service.js';

/** The kernel of paid runs. */
@Module({
  imports: [DiscoveryModule, TypeOrmModule.forFeature([Run, RunJoin]), CreditsModule],
  providers: [PaidActions, PaidCalls, PricingService, RunMetrics, RunOutcomes, RunsQueries, RunsService],
  exports: [PaidActions, PaidCalls, PricingService, RunOutcomes, RunsService],
})
export class RunsModule {
  /** For the module that provides `action`: the kernel and the action's queue. */
  static forAction(action: PaidActionClass): DynamicModule {
    return {
      module: class RunsOfAction {},
      imports: [RunsModule, registerQueue(optionsOf(action).queue)],
      exports: [RunsModule],
    };
  }
}
