import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { connectorOf } from './connectors/catalog.js';
import { readItems } from './page.reader.js';
import { PageStore } from './page.store.js';
import { SourceSyncQueries } from './source-sync.queries.js';
import { SourcesQueries } from './sources.queries.js';
import { SourcesService } from './sources.service.js';
import { beginWalk, windowAfter, windowOf } from './walk.js';

/** Reads kept items again, after a connector has learnt their form. */
@Injectable()
export class SourceReplay {
  constructor(
    private readonly database: Database,
    private readonly sources: SourcesService,
    private readonly queries: SourcesQueries,
    private readonly syncQueries: SourceSyncQueries,
    private readonly store: PageStore,
  ) {}

  /** Imports the rejects of a source that can be read now. @throws 404 */
  async replay(id: string): Promise<{ replayed: number; rejected: number }> {
    const source = await this.sources.demand(id);
    const connector = connectorOf(source);
    const { settings } = source;
    const walk = beginWalk(connector, settings, windowAfter(connector, null, Date.now()));
    const { url } = connector.requestOf(settings, walk.position, windowOf(walk));
    return this.database.transaction(async () => {
      const kept = (await this.queries.rejectsOf(id)).filter(({ raw }) => raw !== null);
      const { items, rejects } = readItems(
        connector,
        settings,
        kept.map(({ raw }) => raw),
        url,
      );
      const read = this.store.linesOf(connector, items, rejects);
      await this.store.store(id, connector, read);
      const still = new Set(read.rejects.map(({ externalId }) => externalId));
      const gone = kept.map(({ external_id }) => external_id).filter((each) => !still.has(each));
      await this.syncQueries.forgetRejects(id, gone);
      return { replayed: read.lines.length, rejected: still.size };
    });
  }
}
