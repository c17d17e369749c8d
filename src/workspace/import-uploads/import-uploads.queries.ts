import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import type { Reject } from '#platform/files/record.types.js';
import type { ImportUpload, UploadOptions } from './import-upload.entity.js';

/** An upload without its content. */
export type UploadRow = Omit<RowOf<ImportUpload>, 'content'> & { has_content: boolean };

const COLUMNS = `id, kind, file_name, content IS NOT NULL AS has_content, options, started_by, state, attempts, lease_until,
  next_attempt_at, import_id, rejects, failure, created_at, finished_at`;

/** SQL of uploaded files. */
@Injectable()
export class ImportUploadsQueries {
  /** A claim does not return the file. */
  readonly leases: LeasedRows<{ id: string; attempts: number }>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows(database, {
      name: 'import_uploads',
      key: ['id'],
      unpreparedColumns: ['id', 'attempts'],
      paced: true,
    });
  }

  async insert(upload: Pick<ImportUpload, 'id' | 'kind' | 'fileName' | 'content' | 'startedBy'>): Promise<void> {
    await this.database.execute(
      'INSERT INTO import_uploads (id, kind, file_name, content, started_by) VALUES ($1, $2, $3, $4, $5)',
      [upload.id, upload.kind, upload.fileName, upload.content, upload.startedBy],
    );
  }

  find(id: string): Promise<UploadRow | null> {
    return this.database.maybeOne<UploadRow>(`SELECT ${COLUMNS} FROM import_uploads WHERE id = $1`, [id]);
  }

  /** The upload that became an import. */
  findByImport(importId: number): Promise<UploadRow | null> {
    return this.database.maybeOne<UploadRow>(
      `SELECT ${COLUMNS} FROM import_uploads WHERE import_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [importId],
    );
  }

  async contentOf(id: string): Promise<Buffer | null> {
    const row = await this.database.maybeOne<{ content: Buffer | null }>(
      'SELECT content FROM import_uploads WHERE id = $1',
      [id],
    );
    return row?.content ?? null;
  }

  /** Hands an upload to a worker. @returns false if it was before */
  async enqueue(id: string, options: UploadOptions): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE import_uploads SET state = 'queued', options = $2::jsonb, next_attempt_at = now()
       WHERE id = $1 AND state = 'uploaded' AND content IS NOT NULL`,
      [id, JSON.stringify(options)],
    );
    return changed === 1;
  }

  /** Notes the import that an attempt has begun. @returns false if a later attempt has claimed the upload */
  async setImport(id: string, attempt: number, importId: number): Promise<boolean> {
    const changed = await this.database.execute(
      'UPDATE import_uploads SET import_id = $3 WHERE id = $1 AND attempts = $2',
      [id, attempt, importId],
    );
    return changed === 1;
  }

  async setRejects(id: string, rejects: readonly Reject[]): Promise<void> {
    await this.database.execute('UPDATE import_uploads SET rejects = $2::jsonb WHERE id = $1', [
      id,
      JSON.stringify(rejects),
    ]);
  }

  /** Deletes uploads of earlier days that no worker needs. @returns how many */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM import_uploads WHERE state NOT IN ('queued', 'running') AND created_at < now() - interval '1 day'`,
    );
  }
}
