import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { DetectionProgressService } from '#workspace/opportunities/detection-progress.service.js';

/**
 * The waiting work in the database, read at each scrape: texts, purchases and events. While the database is down, a scrape
 * returns the last numbers and the other metrics.
 */
@Injectable()
export class BacklogMetrics {
  constructor(
    private readonly registry: Registry,
    detection: DetectionProgressService,
    credits: CreditsService,
    events: FailedDeliveries,
    actions: PaidActions,
  ) {
    this.gauge('qualm_texts_waiting', 'Imported texts that detection has not read yet', async (gauge) =>
      gauge.set((await detection.get()).waiting),
    );
    const purchases = (name: string, help: string, of: 'open' | 'oldest_seconds'): void =>
      this.gauge(
        name,
        help,
        async (gauge) => {
          const open = new Map((await credits.openPurchases()).map((each) => [each.action, each]));
          for (const { options } of actions.all())
            gauge.set({ action: options.kind }, open.get(options.kind)?.[of] ?? 0);
        },
        ['action'],
      );
    purchases('qualm_purchases_open', 'Purchases that are neither settled nor refunded, by action', 'open');
    purchases(
      'qualm_purchases_oldest_open_seconds',
      'Age of the oldest open purchase, 0 when none is open',
      'oldest_seconds',
    );
    this.gauge(
      'qualm_events_undelivered',
      'Events that a subscriber has not handled yet, without parked ones',
      async (gauge) => gauge.set((await events.undelivered()).events),
    );
    this.gauge(
      'qualm_events_oldest_undelivered_seconds',
      'Age of the oldest undelivered event, 0 when there is none',
      async (gauge) => gauge.set((await events.undelivered()).oldest_seconds),
    );
  }

  private gauge(name: string, help: string, read: (gauge: Gauge) => Promise<void>, labelNames: string[] = []): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        await read(this).catch(() => undefined);
      },
    });
  }
}
