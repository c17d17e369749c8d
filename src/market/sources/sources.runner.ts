import { Injectable } from '@nestjs/common';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { SourceSlices } from './source-slice.service.js';
import { SourceSyncQueries } from './source-sync.queries.js';
import { SourceRejectsQueries } from './source-rejects.queries.js';
import { SYNC_SOURCES } from './sources.jobs.js';
import { SourcesQueries } from './sources.queries.js';

const AT_ONCE = 8;

/** Fetches the sources that are due. Their schedule is a row each, so that Redis may lose everything. */
@Injectable()
export class SourcesRunner {
  constructor(
    private readonly slices: SourceSlices,
    private readonly sync: SourceSyncQueries,
    private readonly sources: SourcesQueries,
    private readonly rejects: SourceRejectsQueries,
    private readonly dueWork: DueWork,
  ) {}

  /** Claims a source and works on it for a while. @returns whether more may be due */
  @OnDue({ name: SYNC_SOURCES, everySeconds: 3, notified: true, atOnce: AT_ONCE })
  async syncDue(): Promise<boolean> {
    const [lease] = await this.sync.leases.claimDue({ limit: 1 });
    if (!lease) return false;
    // Free places and other workers claim the next sources.
    this.dueWork.notify(SYNC_SOURCES);
    await this.slices.run(lease);
    return true;
  }

  /** @returns how many runs of earlier months are deleted */
  @OnDue({ name: 'purge-source-runs', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.sources.purgeRuns();
  }

  /** @returns how many items that could not be read are deleted */
  @OnDue({ name: 'purge-source-rejects', everySeconds: 86_400 })
  purgeRejects(): Promise<number> {
    return this.rejects.purge();
  }
}
