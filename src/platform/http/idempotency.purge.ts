import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IdempotencyStore } from './idempotency.store.js';

const EVERY_MS = 10 * 60 * 1_000;

/** Forgets old keys: in the worker only. */
@Injectable()
export class IdempotencyPurge {
  private readonly log = new Logger(IdempotencyPurge.name);

  constructor(private readonly store: IdempotencyStore) {}

  @Interval(EVERY_MS)
  async purge(): Promise<void> {
    await this.store.purge().catch((error: unknown) => this.log.warn({ error }, 'old idempotency keys not forgotten'));
  }
}
