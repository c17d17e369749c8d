import { Injectable } from '@nestjs/common';
import { currentOrigin } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import type { Counted, ImportJournal, ImportStart, Stored } from '#platform/files/import.journal.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { ImportsQueries } from './imports.queries.js';

/** Records each import and its counts. */
@Injectable()
export class ImportLog implements ImportJournal {
  constructor(
    private readonly database: Database,
    private readonly queries: ImportsQueries,
  ) {}

  begin(start: ImportStart): Promise<number> {
    const actor = currentOrigin()?.actor;
    const startedBy = actor?.name ?? actor?.kind ?? 'service';
    return this.database.transaction(() => this.queries.insert(start, startedBy));
  }

  write(
    id: number,
    { lines, rejected }: { lines: number; rejected: number },
    store: () => Promise<Stored>,
  ): Promise<Counted> {
    return this.database.transaction(async () => {
      const { inserted, updated } = lines === 0 ? { inserted: 0, updated: 0 } : await store();
      const counted = { inserted, updated, unchanged: lines - inserted - updated, rejected };
      // Last, so that other batches wait for the row of the import as short as possible, and an undo for a whole batch.
      if (!(await this.queries.add(id, counted))) throw new FileUnreadable(`Import ${id} was undone while it ran`);
      return counted;
    });
  }

  finish(id: number, failure: string | null): Promise<void> {
    return this.queries.finish(id, failure === null ? 'completed' : 'failed', failure);
  }
}
