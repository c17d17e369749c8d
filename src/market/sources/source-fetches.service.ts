import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SourceSlices } from './source-slice.service.js';
import { SourceSyncQueries } from './source-sync.queries.js';
import { type RunRow, SourcesQueries } from './sources.queries.js';
import { SourcesService } from './sources.service.js';

const POLL_MS = 500;

/** Fetches a source in this process, for an operator who waits for it. */
@Injectable()
export class SourceFetches {
  constructor(
    private readonly sources: SourcesService,
    private readonly queries: SourcesQueries,
    private readonly sync: SourceSyncQueries,
    private readonly slices: SourceSlices,
  ) {}

  /**
   * Fetches until the source and what is older are read, or until it cannot go on. If a worker has the source, it waits for the worker.
   * @returns the last run. @throws 404; 400 if the source is not active
   */
  async fetchNow(id: string, since?: Date): Promise<RunRow | null> {
    await this.sources.syncNow(id, since);
    for (;;) {
      const [lease] = await this.sync.leases.claimDue({
        limit: 1,
        early: true,
        where: { sql: 'leased.id = $1', values: [id] },
      });
      if (lease) await this.slices.run(lease);
      else await wait(POLL_MS);
      const source = await this.queries.find(id);
      const [run = null] = await this.queries.runsOf(id, 1);
      const isStopped = run?.outcome === 'parked' || run?.outcome === 'failed';
      const isDone = source?.walk == null && source?.backfill == null && run?.outcome === 'done';
      if (source?.state !== 'active' || isStopped || isDone) return run;
    }
  }
}
