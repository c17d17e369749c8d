import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Counts the credits that this process has moved, after their transaction has committed. */
@Injectable()
export class CreditsMetrics {
  private readonly moved: Counter<'kind' | 'action'>;

  constructor(registry: Registry) {
    this.moved = new Counter({
      name: 'qualm_credits_total',
      help: 'Credits moved in the ledger, by kind of entry (charge, refund, grant, refill, expiry, reversal) and action bought',
      labelNames: ['kind', 'action'],
      registers: [registry],
    });
  }

  /** Initializes the series of an action with 0. */
  start(action: string): void {
    for (const kind of ['charge', 'refund']) this.moved.inc({ kind, action }, 0);
  }

  count(kind: string, amount: number, action = ''): void {
    this.moved.inc({ kind, action }, Math.abs(amount));
  }
}
