import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { lastTime, timeAfter } from './backup.schedule.js';
import { type BackupRow, BackupsQueries } from './backups.queries.js';

/** The newest scheduled backup, and the newest whole one. */
export interface BackupStanding {
  latest: BackupRow | null;
  whole: BackupRow | null;
  /** Since when a backup is due that no whole one has followed; in the future while none is. */
  dueSince: Date;
}

/** Shows scheduled backups to operators. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly queries: BackupsQueries,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Null without BACKUP_SCHEDULE. */
  async standing(): Promise<BackupStanding | null> {
    if (this.env.BACKUP_SCHEDULE === undefined) return null;
    // The newest whole backup is always kept.
    const rows = await this.queries.list(this.env.BACKUP_KEEP_COUNT + 1);
    const whole = rows.find(({ state }) => state === 'completed') ?? null;
    const dueSince = whole ? timeAfter(this.env.BACKUP_SCHEDULE, whole.due_at) : rows.at(-1)?.due_at;
    return { latest: rows[0] ?? null, whole, dueSince: dueSince ?? lastTime(this.env.BACKUP_SCHEDULE, new Date()) };
  }
}
