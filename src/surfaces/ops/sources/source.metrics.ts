import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SourcesService } from '#market/sources/sources.service.js';

/** The sources by state, and how late they are, read from the database at each scrape. */
@Injectable()
export class SourceMetrics {
  constructor(registry: Registry, sources: SourcesService) {
    const lag = new Gauge({
      name: 'qualm_source_lag_seconds',
      help: 'How long the source that is due for longest has waited for a worker, 0 if none is',
      registers: [registry],
    });
    const rejects = new Gauge({
      name: 'qualm_source_rejects',
      help: 'Items of sources that could not be read and are kept',
      registers: [registry],
    });
    const texts = new Gauge({
      name: 'qualm_source_items',
      help: 'Items of sources in the runs of the last 30 days, by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    });
    new Gauge({
      name: 'qualm_sources',
      help: 'Sources by state',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        // While the database is down, a scrape still returns the other metrics.
        const found = await sources.health().catch(() => null);
        if (!found) return;
        for (const { state, sources: count } of found.states) this.set({ state }, count);
        lag.set(Math.max(0, ...found.states.map(({ lag_seconds }) => lag_seconds)));
        rejects.set(found.rejects);
        for (const [outcome, count] of Object.entries(found.items)) texts.set({ outcome }, count);
      },
    });
  }
}
