import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { RecurringTask } from '#platform/queues/recurring-task.js';
import { IdempotencyStore } from './idempotency.store.js';

const EVERY_MS = 10 * 60 * 1_000;

/** Forgets old keys: in the worker only. */
@Injectable()
export class IdempotencyPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: RecurringTask;

  constructor(store: IdempotencyStore) {
    this.rounds = new RecurringTask('purge of idempotency keys', EVERY_MS, () => store.purge());
  }

  onApplicationBootstrap(): void {
    this.rounds.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.stop();
  }
}
