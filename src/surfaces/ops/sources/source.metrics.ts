import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { SourcesService } from '#market/sources/sources.service.js';

/** Scrapes within so long share one read of all runs. */
const KEPT_MS = 60_000;

/** The sources by state, and how late they are, read from the database at each scrape, and what became of their items, read once a minute. */
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
    const texts: Gauge = new Gauge({
      name: 'qualm_source_items',
      help: 'Items of sources in the runs of the last 30 days, by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
      collect: () => readTotals().catch(() => void (readAt = -Infinity)),
    });
    new Gauge({
      name: 'qualm_sources',
      help: 'Sources by state',
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        // While the database is down, a scrape returns the last numbers and the other metrics.
        const states = await sources.states().catch(() => null);
        if (!states) return;
        for (const { state, sources: count } of states) this.set({ state }, count);
        lag.set(Math.max(0, ...states.map(({ lag_seconds }) => lag_seconds)));
      },
    });
    let readAt = -Infinity;
    const readTotals = async (): Promise<void> => {
      if (performance.now() - readAt < KEPT_MS) return;
      readAt = performance.now();
      const { rejects: kept, ...items } = await sources.totals();
      rejects.set(kept);
      for (const [outcome, count] of Object.entries(items)) texts.set({ outcome }, count);
    };
  }
}
