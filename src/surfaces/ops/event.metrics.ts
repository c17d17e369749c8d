import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';

/** The number of parked event deliveries, read from the database at each scrape. */
@Injectable()
export class EventMetrics {
  constructor(registry: Registry, deliveries: FailedDeliveries) {
    new Gauge({
      name: 'qualm_event_deliveries_parked',
      help: 'Deliveries of events that failed at every attempt, by subscriber',
      labelNames: ['subscriber'],
      registers: [registry],
      async collect() {
        // While the database is down, a scrape returns the last numbers and the other metrics.
        const counts = await deliveries.count().catch(() => null);
        if (!counts) return;
        this.reset();
        for (const { subscriber, failed } of counts) this.set({ subscriber }, failed);
      },
    });
  }
}
