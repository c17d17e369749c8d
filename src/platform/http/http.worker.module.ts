import { Module } from '@nestjs/common';
import { IdempotencyPurge } from './idempotency.purge.js';

@Module({ providers: [IdempotencyPurge] })
export class HttpWorkerModule {}
