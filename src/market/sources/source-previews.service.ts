import { Injectable } from '@nestjs/common';
import { Limited } from '#platform/outbound/outbound.errors.js';
import { type Asked, PageReader } from './page.reader.js';
import { PageStore } from './page.store.js';
import { SourceFailed, sourceUnreadable } from './source.failures.js';
import { beginWalk, windowAfter } from './walk.js';

/** The first page of a source as it would be stored. */
export interface SourcePreview {
  /** The items of the page. */
  read: number;
  /** At most 20 lines with the fields of an import. */
  lines: object[];
  rejected: { id: string; reason: string }[];
}

const SHOWN = 20;

/** Reads the first page of sources and stores nothing. */
@Injectable()
export class SourcePreviews {
  constructor(
    private readonly reader: PageReader,
    private readonly store: PageStore,
  ) {}

  /** @throws 400 `source_unreadable` */
  async preview(asked: Asked): Promise<SourcePreview> {
    const { connector, settings } = asked;
    const walk = beginWalk(connector, settings, windowAfter(connector, null, Date.now()));
    try {
      const fetched = await this.reader.fetch(asked, walk, null);
      if (fetched === null)
        throw new SourceFailed('drift', 'The service says that nothing has changed, although it was not asked so');
      const { lines, rejects } = this.store.linesOf(connector, fetched.items, fetched.rejects);
      return {
        read: fetched.page.values.length,
        lines: lines.slice(0, SHOWN),
        rejected: rejects.slice(0, SHOWN).map(({ externalId: id, reason }) => ({ id, reason })),
      };
    } catch (error) {
      if (error instanceof Limited) throw sourceUnreadable({ failure_kind: 'limited', failure: error.message });
      if (error instanceof SourceFailed) throw sourceUnreadable({ failure_kind: error.kind, failure: error.message });
      throw error;
    }
  }

  /** @throws 400 `source_unreadable`, also if no item of the page is understood */
  async demandReadable(asked: Asked): Promise<void> {
    const { lines, rejected } = await this.preview(asked);
    const [first] = rejected;
    if (lines.length === 0 && first)
      throw sourceUnreadable({ failure_kind: 'drift', failure: `No item can be read. The first: ${first.reason}` });
  }
}
