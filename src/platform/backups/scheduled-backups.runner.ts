import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { backUp, openBackupFile } from '#platform/database/backup/backup.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { lastTime } from './backup.schedule.js';
import { type BackupRow, BackupsQueries } from './backups.queries.js';

const MAX_ATTEMPTS = 3;
const PAUSE_SECONDS = 300;
const MAX_FAILURE_LENGTH = 500;
const DRAFT = /^qualm-[\dTZ-]+\.backup\.\d+\.unfinished$/;
/** No attempt writes nothing to its draft for so long. */
const DRAFT_MS = 86_400_000;

/** Writes the backups of BACKUP_SCHEDULE, in one of the workers, and removes old ones. */
@Injectable()
export class ScheduledBackups implements OnApplicationBootstrap {
  private readonly log = new Logger(ScheduledBackups.name);
  private readonly folder: string;

  constructor(
    private readonly database: Database,
    private readonly queries: BackupsQueries,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.folder = env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups');
  }

  onApplicationBootstrap(): void {
    const { BACKUP_SCHEDULE: schedule, BACKUP_DIR: folder } = this.env;
    if (schedule === undefined || folder !== undefined || !isTemporary(this.folder)) return;
    this.log.warn(`backups are written to ${this.folder}, which ends with the container: set BACKUP_DIR to a volume`);
  }

  /** Writes the backup that is due. Of several that were missed, only the last one is written. */
  @OnDue({ name: 'scheduled-backups', everySeconds: 30 })
  async writeDue(): Promise<void> {
    const { BACKUP_SCHEDULE: schedule } = this.env;
    if (schedule === undefined) return;
    await this.queries.ask(lastTime(schedule, await this.database.now()));
    await this.queries.leases.failExhausted(MAX_ATTEMPTS);
    const [lease] = await this.queries.leases.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS });
    if (!lease) return;
    await this.write(lease);
    await this.removeOld();
  }

  private async write(lease: Lease<BackupRow>): Promise<void> {
    const { leases } = this.queries;
    const file = `qualm-${lease.row.due_at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`;
    const draft = join(this.folder, `${file}.${lease.attempt}.unfinished`);
    try {
      const rows = await leases.hold(lease, async () => {
        await mkdir(this.folder, { recursive: true, mode: 0o700 });
        const stream = await openBackupFile(draft);
        const { tables } = await backUp(this.env.DATABASE_URL, stream, () => undefined);
        return tables.reduce((sum, table) => sum + table.rows, 0);
      });
      const { size: bytes } = await stat(draft);
      // The file has its name before the row says so: a name in a row is always a complete backup.
      await rename(draft, join(this.folder, file));
      await leases.complete(lease, { file, bytes, rows, failure: null });
    } catch (error) {
      // The folder itself may be what is missing.
      await rm(draft, { force: true }).catch(() => undefined);
      if (error instanceof LeaseLost) return;
      await this.endBadly(lease, error);
    }
  }

  private async endBadly(lease: Lease<BackupRow>, error: unknown): Promise<void> {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE_LENGTH);
    this.log.error({ due_at: lease.row.due_at, attempt: lease.attempt, failure }, 'backup failed');
    if (lease.attempt >= MAX_ATTEMPTS) await this.queries.leases.fail(lease, { failure });
    else await this.queries.leases.releaseFor(lease, PAUSE_SECONDS, { failure });
  }

  private async removeOld(): Promise<void> {
    const { BACKUP_KEEP_COUNT: count, BACKUP_KEEP_DAYS: days } = this.env;
    for (const { file } of await this.queries.forget(count, days))
      if (file !== null) await rm(join(this.folder, file), { force: true });
    await this.removeDrafts();
  }

  /** Removes what interrupted attempts have left. */
  private async removeDrafts(): Promise<void> {
    // The folder may be missing.
    const names = await readdir(this.folder).catch(() => []);
    for (const draft of names.filter((name) => DRAFT.test(name)).map((name) => join(this.folder, name))) {
      const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - DRAFT_MS) await rm(draft, { force: true });
    }
  }
}

const isTemporary = (folder: string): boolean => resolve(folder).startsWith(resolve(tmpdir()) + sep);
