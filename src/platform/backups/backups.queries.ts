import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import type { Backup } from './backup.entity.js';

export type BackupRow = RowOf<Backup>;

/** SQL of scheduled backups. */
@Injectable()
export class BackupsQueries {
  readonly leases: LeasedRows<BackupRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<BackupRow>(database, { name: 'backups', key: ['due_at'], paced: true });
  }

  /** Asks for a backup, unless one was asked for at this time or later. */
  async ask(dueAt: Date): Promise<void> {
    await this.database.execute(
      `INSERT INTO backups (due_at) SELECT $1 WHERE NOT EXISTS (SELECT FROM backups WHERE due_at >= $1)
       ON CONFLICT DO NOTHING`,
      [dueAt],
    );
  }

  /** The newest backup. */
  latest(): Promise<BackupRow | null> {
    return this.database.maybeOne<BackupRow>('SELECT * FROM backups ORDER BY due_at DESC LIMIT 1');
  }

  /** The newest complete backup, which is always kept. */
  newestComplete(): Promise<BackupRow | null> {
    return this.database.maybeOne<BackupRow>(
      `SELECT * FROM backups WHERE state = 'completed' ORDER BY due_at DESC LIMIT 1`,
    );
  }

  /** When the first backup was due. */
  async firstDueAt(): Promise<Date | null> {
    return (await this.database.one<{ at: Date | null }>('SELECT min(due_at) AS at FROM backups')).at;
  }

  /** Forgets ended backups, except the newest complete one: those with `count` newer complete ones, and those older than `days`. @returns the forgotten ones */
  forget(count: number, days: number): Promise<Pick<BackupRow, 'file'>[]> {
    return this.database.query(
      `DELETE FROM backups USING (
         SELECT due_at AS at, count(*) FILTER (WHERE state = 'completed') OVER (ORDER BY due_at DESC ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) AS newer
         FROM backups) AS place
       WHERE due_at = place.at AND state IN ('completed', 'failed') AND place.newer > 0
         AND (place.newer >= $1 OR due_at < now() - make_interval(days => $2))
       RETURNING file`,
      [count, days],
    );
  }
}
