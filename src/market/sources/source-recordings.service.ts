import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { feedRecords } from '#platform/files/feed.reader.js';
import { readItems } from './page.reader.js';
import { PageStore } from './page.store.js';
import { SourcesQueries } from './sources.queries.js';
import { SourcesService } from './sources.service.js';
import { beginWalk, windowAfter } from './walk.js';

/** A page of a source that was recorded: the address that was asked, and the body of the answer, the text of a feed. */
export interface RecordedPage {
  connector: string;
  settings: Readonly<Record<string, string>>;
  url: string;
  body: unknown;
}

/** Adds sources that show what a connector gives, without asking a service. */
@Injectable()
export class SourceRecordings {
  constructor(
    private readonly database: Database,
    private readonly sources: SourcesService,
    private readonly queries: SourcesQueries,
    private readonly store: PageStore,
  ) {}

  /**
   * Adds a paused source with the texts of a recorded page. Safe to repeat. @returns the id of the source, and the seconds between two
   * fetches once it is resumed. @throws Drift if the connector cannot read the page
   */
  async add({ connector: name, settings: given, url, body }: RecordedPage): Promise<{ id: string; seconds: number }> {
    const { connector, settings, key } = this.sources.read(name, given);
    const seconds = connector.defaultSeconds;
    const { position } = beginWalk(connector, settings, windowAfter(connector, null, Date.now()));
    const answer = connector.format === 'text' ? await feedRecords(String(body)) : body;
    const { values } = connector.readPage(settings, position, answer, url);
    const { items, rejects } = readItems(connector, settings, values, url);
    const id = uuidv7();
    const known = await this.database.transaction(async () => {
      const isNew = await this.queries.insert({
        ...{ id, connector: name, settings, settings_key: key, label: connector.labelOf(settings) },
        place_key: connector.placeOf?.(settings) ?? null,
        ...{ credential_id: null, state: 'paused', interval_seconds: seconds, backfill: null },
        ...{ is_operators: true, is_recording: true },
      });
      if (!isNew) return this.sources.findByKey(connector, key);
      await this.store.store(id, connector, this.store.linesOf(connector, items, rejects));
      return null;
    });
    return { id: known?.id ?? id, seconds };
  }
}
