import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Counted, ImportAttempt, ImportStart } from '#platform/files/import.journal.js';
import type { Import } from './import.entity.js';

/** An import with the number of lines read so far. */
export type ImportRow = Omit<RowOf<Import>, 'attempts'> & { read: number };

/** Any number that no other advisory lock uses. */
const NUMBERING_LOCK = 5_318_011;
const COLUMNS = `id, kind, file_name, format, options, state, inserted + updated + unchanged + rejected AS read, inserted, updated,
  unchanged, rejected, removed, kept, failure, started_by, started_at, changed_at, finished_at`;
const ATTEMPT = 'id, attempts, inserted, updated, unchanged, rejected';

type AttemptRow = Pick<ImportRow, 'id' | 'inserted' | 'updated' | 'unchanged' | 'rejected'> & { attempts: number };

const attemptOf = ({ id, attempts, ...counted }: AttemptRow): ImportAttempt => ({
  importId: id,
  attempt: attempts,
  counted,
});

/** SQL of imports. */
@Injectable()
export class ImportsQueries {
  constructor(private readonly database: Database) {}

  /** Inserts an import with the next number. A restored backup has no sequences, so none gives it. Expects an open transaction. */
  async insert({ kind, fileName, format, options }: ImportStart, startedBy: string): Promise<ImportAttempt> {
    await this.database.query('SELECT pg_advisory_xact_lock($1)', [NUMBERING_LOCK]);
    const row = await this.database.one<AttemptRow>(
      `INSERT INTO imports (id, kind, file_name, format, options, started_by)
       SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4::jsonb, $5 FROM imports RETURNING ${ATTEMPT}`,
      [kind, fileName, format, JSON.stringify(options), startedBy],
    );
    return attemptOf(row);
  }

  /** Begins the next attempt of an import, also of one that has ended. @returns null if it was undone */
  async resume(id: number): Promise<ImportAttempt | null> {
    const row = await this.database.maybeOne<AttemptRow>(
      `UPDATE imports SET attempts = attempts + 1, state = 'running', failure = NULL, finished_at = NULL, changed_at = now()
       WHERE id = $1 AND state NOT IN ('undoing', 'undone') RETURNING ${ATTEMPT}`,
      [id],
    );
    return row && attemptOf(row);
  }

  /** Adds the counts of a batch. @returns false if the import does not run any more, or in a later attempt */
  async add(
    { importId, attempt }: ImportAttempt,
    { inserted, updated, unchanged, rejected }: Counted,
  ): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE imports SET inserted = inserted + $2, updated = updated + $3, unchanged = unchanged + $4,
         rejected = rejected + $5, changed_at = now()
       WHERE id = $1 AND state = 'running' AND attempts = $6`,
      [importId, inserted, updated, unchanged, rejected, attempt],
    );
    return changed === 1;
  }

  /** Ends a running import, unless it runs in a later attempt. */
  async finish(
    { importId, attempt }: ImportAttempt,
    state: 'completed' | 'failed',
    failure: string | null,
  ): Promise<void> {
    await this.database.execute(
      `UPDATE imports SET state = $2, failure = $3, finished_at = now()
       WHERE id = $1 AND state = 'running' AND attempts = $4`,
      [importId, state, failure, attempt],
    );
  }

  /** Ends running imports of which nothing was stored for so long. @returns their number */
  failStalled(minutes: number, failure: string): Promise<number> {
    return this.database.execute(
      `UPDATE imports SET state = 'failed', failure = $2, finished_at = now()
       WHERE state = 'running' AND changed_at < now() - make_interval(mins => $1)`,
      [minutes, failure],
    );
  }

  list(limit: number): Promise<ImportRow[]> {
    return this.database.query<ImportRow>(`SELECT ${COLUMNS} FROM imports ORDER BY id DESC LIMIT $1`, [limit]);
  }

  find(id: number): Promise<ImportRow | null> {
    return this.database.maybeOne<ImportRow>(`SELECT ${COLUMNS} FROM imports WHERE id = $1`, [id]);
  }

  /** Begins an undo, after the batch that is being stored. A running import stops. */
  async beginUndo(id: number): Promise<void> {
    await this.database.execute(
      `UPDATE imports SET state = 'undoing', finished_at = coalesce(finished_at, now()), changed_at = now() WHERE id = $1`,
      [id],
    );
  }

  /** Counts records that a batch of an undo removes. */
  async addRemoved(id: number, removed: number): Promise<void> {
    await this.database.execute('UPDATE imports SET removed = removed + $2, changed_at = now() WHERE id = $1', [
      id,
      removed,
    ]);
  }

  /** Ends an undo, with the number of records that stay for each reason. */
  async endUndo(id: number, kept: Record<string, number>): Promise<void> {
    await this.database.execute(
      `UPDATE imports SET state = 'undone', kept = $2::jsonb, changed_at = now() WHERE id = $1`,
      [id, JSON.stringify(kept)],
    );
  }
}
