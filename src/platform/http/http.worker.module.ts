import { Module } from '@nestjs/common';
import { IdempotencyPurge } from './idempotency.purge.js';
import { IdempotencyStore } from './idempotency.store.js';

@Module({ providers: [IdempotencyStore, IdempotencyPurge] })
export class HttpWorkerModule {}
