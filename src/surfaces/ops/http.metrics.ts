import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import { Requests } from '#platform/http/requests.js';

/** Request durations by route template. The full path would create one time series per id. */
@Injectable()
export class HttpMetrics implements OnModuleInit {
  constructor(
    private readonly registry: Registry,
    private readonly requests: Requests,
  ) {}

  onModuleInit(): void {
    const durations = new Histogram({
      name: 'qualm_http_request_duration_seconds',
      help: 'Duration of requests by method, route and status; 499: the client disconnected',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [this.registry],
    });
    this.requests.onFinish(({ request, route, status, durationMs, aborted }) =>
      durations.observe({ method: request.method, route, status: aborted ? 499 : status }, durationMs / 1_000),
    );
  }
}
