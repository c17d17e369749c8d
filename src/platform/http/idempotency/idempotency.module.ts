import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyStore } from './idempotency.queries.js';
import { StoredResponses } from './stored-responses.js';

/** For every process: the API stores keys, and the worker purges them. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [IdempotencyStore, StoredResponses],
  exports: [IdempotencyStore, StoredResponses],
})
export class IdempotencyModule {}
