import { Injectable } from '@nestjs/common';
import { currentOrigin } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import type { Counted, ImportAttempt, ImportJournal, ImportStart, Stored } from '#platform/files/import.journal.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { ImportsQueries } from './imports.queries.js';

/** Records each import and its counts. */
@Injectable()
export class ImportLog implements ImportJournal {
  constructor(
    private readonly database: Database,
    private readonly queries: ImportsQueries,
  ) {}

  begin(start: ImportStart): Promise<ImportAttempt> {
    const actor = currentOrigin()?.actor;
    const startedBy = actor?.name ?? actor?.kind ?? 'service';
    return this.database.transaction(() => this.queries.insert(start, startedBy));
  }

  async resume(importId: number): Promise<ImportAttempt> {
    const attempt = await this.queries.resume(importId);
    if (!attempt) throw new FileUnreadable(`Import ${importId} was undone`);
    return attempt;
  }

  write(
    attempt: ImportAttempt,
    { lines, rejected }: { lines: number; rejected: number },
    store: () => Promise<Stored>,
  ): Promise<Counted> {
    return this.database.transaction(async () => {
      const { inserted, updated } = lines === 0 ? { inserted: 0, updated: 0 } : await store();
      const counted = { inserted, updated, unchanged: lines - inserted - updated, rejected };
      // Last, so that other batches wait for the row of the import as short as possible, and an undo for a whole batch.
      if (!(await this.queries.add(attempt, counted))) {
        throw new FileUnreadable(`Import ${attempt.importId} was undone or ended while it ran`);
      }
      return counted;
    });
  }

  finish(attempt: ImportAttempt, failure: string | null): Promise<void> {
    return this.queries.finish(attempt, failure === null ? 'completed' : 'failed', failure);
  }
}
