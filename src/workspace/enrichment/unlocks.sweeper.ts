import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RecurringTask } from '#platform/queues/recurring-task.js';
import { UnlocksService } from './unlocks.service.js';

/** Gives the credits of dead unlocks back: in the worker only. */
@Injectable()
export class UnlocksSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RecurringTask;

  constructor(unlocks: UnlocksService, @Inject(ENV) env: Env) {
    this.rounds = new RecurringTask('sweep of unlocks', env.SWEEP_INTERVAL_SECONDS * 1_000, () => unlocks.sweep());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }
}
