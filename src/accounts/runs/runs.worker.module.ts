import { type DynamicModule, Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { declaredActions } from './paid-action.js';
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
})
export class RunsWorkerModule {
  /** With a processor for each paid action that is loaded. */
  static forRoot(): DynamicModule {
    return { module: RunsWorkerModule, providers: declaredActions().map(({ action }) => processorOf(action)) };
  }
}
