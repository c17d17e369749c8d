import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { PaidActions } from '#accounts/runs/paid-actions.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';

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
    const readTexts = oncePerScrape(async () => texts.set(await detection.waiting()));
    const texts = this.gauge('qualm_texts_waiting', 'Imported texts that detection has not read yet', readTexts);

    const readPurchases = oncePerScrape(async () => {
      const open = new Map((await credits.openPurchases()).map((each) => [each.action, each]));
      for (const { options } of actions.all()) {
        const action = options.kind;
        purchases.set({ action }, open.get(action)?.open ?? 0);
        oldestPurchase.set({ action }, open.get(action)?.oldest_seconds ?? 0);
      }
    });
    const purchases = this.gauge(
      'qualm_purchases_open',
      'Purchases that are neither settled nor refunded, by action',
      readPurchases,
      ['action'],
    );
    const oldestPurchase = this.gauge(
      'qualm_purchases_oldest_open_seconds',
      'Age of the oldest open purchase, 0 without one',
      readPurchases,
      ['action'],
    );

    const readEvents = oncePerScrape(async () => {
      const undelivered = await events.undelivered();
      waiting.set(undelivered.events);
      oldestEvent.set(undelivered.oldest_seconds);
    });
    const waiting = this.gauge(
      'qualm_events_undelivered',
      'Events that a subscriber has not handled yet, without parked ones',
      readEvents,
    );
    const oldestEvent = this.gauge(
      'qualm_events_oldest_undelivered_seconds',
      'Age of the oldest undelivered event, 0 without one',
      readEvents,
    );
  }

  private gauge(name: string, help: string, collect: () => Promise<void>, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.registry], collect });
  }
}

/** The gauges of one scrape share one read. A failed read sets no gauge. */
function oncePerScrape(read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | undefined;
  return () =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
}
