import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { lastTime, timeAfter } from './backup.schedule.js';
import { type BackupRow, BackupsQueries } from './backups.queries.js';

/** The newest scheduled backup, and the newest complete one. */
export interface BackupStanding {
  latest: BackupRow | null;
  complete: BackupRow | null;
  /** Since when a backup is due that no complete one has followed; in the future while none is. */
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
    const complete = await this.queries.newestComplete();
    const dueSince = complete
      ? timeAfter(this.env.BACKUP_SCHEDULE, complete.due_at)
      : ((await this.queries.firstDueAt()) ?? lastTime(this.env.BACKUP_SCHEDULE, new Date()));
    return { latest: await this.queries.latest(), complete, dueSince };
  }
}
