import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { EnvelopeInterceptor } from './envelope.interceptor.js';
import { FailureFilter } from './failure.filter.js';
import { Drain } from './drain.js';
import { Overload } from './overload.js';
import { InputPipe } from './input.pipe.js';
import { RefusalMetrics } from './refusal.metrics.js';
import { RequestLog } from './request-log.js';
import { Requests } from './requests.js';
import { RouteRegistry } from './route-registry.js';

/** The web layer of the API process: requests, routes, input, envelopes, failures. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    Requests,
    RequestLog,
    Drain,
    Overload,
    RouteRegistry,
    InputPipe,
    RefusalMetrics,
    { provide: APP_FILTER, useClass: FailureFilter },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
  ],
  exports: [InputPipe, RefusalMetrics, Requests, Drain, Overload, RouteRegistry],
})
export class HttpModule {}
