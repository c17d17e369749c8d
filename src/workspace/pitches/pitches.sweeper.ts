import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RecurringTask } from '#platform/queues/recurring-task.js';
import { PitchWritingService } from './pitch-writing.service.js';

/** Gives the credits of dead pitches back: in the worker only. */
@Injectable()
export class PitchesSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RecurringTask;

  constructor(writing: PitchWritingService, @Inject(ENV) env: Env) {
    this.rounds = new RecurringTask('sweep of pitches', env.SWEEP_INTERVAL_SECONDS * 1_000, () => writing.sweep());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }
}
