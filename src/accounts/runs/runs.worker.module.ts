import { type DynamicModule, Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import type { PaidActionClass } from './paid-action.js';
import { RunExecutor } from './run.executor.js';
import { processorOf } from './run.processor.js';
import { RunRetries } from './run.retries.js';
import { RunsModule } from './runs.module.js';
import { RunsQueries } from './runs.queries.js';
import { RunsReaper } from './runs.reaper.js';

/** The part of the worker that executes and reaps paid runs. */
@Module({
  imports: [RunsModule, CreditsModule],
  providers: [RunExecutor, RunRetries, RunsQueries, RunsReaper],
  exports: [RunExecutor, RunRetries],
})
export class RunsWorkerModule {
  /** For the worker module of the feature that provides `action`: the processor of its runs. */
  static forAction(action: PaidActionClass): DynamicModule {
    return {
      module: class RunsOfActionInWorker {},
      imports: [RunsWorkerModule],
      providers: [processorOf(action)],
    };
  }
}
