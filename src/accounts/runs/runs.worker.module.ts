import { WorkerHost } from '@nestjs/bullmq';
import { type DynamicModule, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import type { Worker } from 'bullmq';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import type { PaidActionClass } from './paid-action.js';
import { PaidActions } from './paid-actions.js';
import { RunExecutor } from './run.executor.js';
import { processorOf } from './run.processor.js';
import { RunsModule } from './runs.module.js';
import { RunsReaper } from './runs.reaper.js';

/** What the worker does about paid runs. An action that nothing executes stops the boot. */
@Module({
  imports: [DiscoveryModule, RunsModule, CreditsModule],
  providers: [RunExecutor, RunsReaper],
  exports: [RunExecutor],
})
export class RunsWorkerModule implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly actions: PaidActions,
  ) {}

  /** For the worker module of the feature that provides `action`: what executes its runs. */
  static forAction(action: PaidActionClass): DynamicModule {
    return {
      module: class RunsOfActionInWorker {},
      imports: [RunsWorkerModule],
      providers: [processorOf(action)],
    };
  }

  onApplicationBootstrap(): void {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const queues = instances.filter((each) => each instanceof WorkerHost).map((host) => (host.worker as Worker).name);
    for (const { options } of this.actions.all()) {
      if (!queues.includes(options.queue)) throw new Error(`Nothing executes runs of the kind ${options.kind}`);
    }
  }
}
