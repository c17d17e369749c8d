import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { BillingService } from '#accounts/billing/billing.service.js';

/** The events of the billing provider that wait or have failed, read at each scrape. A failed read sets no number. */
@Injectable()
export class BillingMetrics {
  constructor(registry: Registry, billing: BillingService) {
    const failed = new Gauge({
      name: 'qualm_billing_events_failed',
      help: 'Events of the billing provider that failed for good: a payment may not have been applied',
      registers: [registry],
      collect: async () => {
        const backlog = await billing.backlog().catch(() => null);
        if (!backlog) return;
        failed.set(backlog.failed);
        oldest.set(backlog.oldest_seconds);
      },
    });
    const oldest = new Gauge({
      name: 'qualm_billing_events_oldest_waiting_seconds',
      help: 'Age of the oldest event of the billing provider that was not looked at, 0 without one',
      registers: [registry],
    });
  }
}
