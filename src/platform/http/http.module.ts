import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BodyInterceptor } from './body.interceptor.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { FailureFilter } from './failure.filter.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyStore } from './idempotency.store.js';
import { InputPipe } from './input.pipe.js';

/** The web layer of the API process: body, input, envelope, failures. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey])],
  providers: [
    InputPipe,
    IdempotencyStore,
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    // Innermost: it needs the body, and what it answers still gets its envelope checked on the way out.
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
  exports: [InputPipe],
})
export class HttpModule {}
