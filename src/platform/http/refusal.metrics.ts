import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import type { Caller } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';

/** Counts the requests that this process has refused. */
@Injectable()
export class RefusalMetrics {
  private readonly refusals: Counter<'lane' | 'reason'>;

  constructor(registry: Registry) {
    this.refusals = new Counter({
      name: 'qualm_refusals_total',
      help: 'Requests and tool calls that were refused, by lane (`none` until the caller is known) and reason',
      labelNames: ['lane', 'reason'],
      registers: [registry],
    });
  }

  /** Counts a failure, unless it is the fault of the service. */
  count({ code, details }: ApplicationError, caller?: Caller): void {
    if (code === 'internal_error') return;
    const reason = typeof details?.reason === 'string' ? details.reason : code;
    this.refusals.inc({ lane: caller?.lane ?? 'none', reason });
  }
}
