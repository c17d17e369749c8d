import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BodyInterceptor } from './body.interceptor.js';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { FailureFilter } from './failure.filter.js';
import { Drain } from './drain.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyKey } from './idempotency-key.entity.js';
import { IdempotencyStore } from './idempotency.store.js';
import { InputPipe } from './input.pipe.js';
import { RequestLog } from './request-log.js';
import { Requests } from './requests.js';
import { RouteRegistry } from './route-registry.js';

/** The web layer of the API process: body, input, envelope, failures. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKey]), DiscoveryModule],
  providers: [
    Requests,
    RequestLog,
    Drain,
    RouteRegistry,
    InputPipe,
    IdempotencyStore,
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    // Innermost: it needs the body, and what it answers still gets its envelope checked on the way out.
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    { provide: APP_FILTER, useClass: FailureFilter },
  ],
  exports: [InputPipe, Requests, Drain, RouteRegistry],
})
export class HttpModule {}
