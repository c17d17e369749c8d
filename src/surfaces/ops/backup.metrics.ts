import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { BackupsService } from '#platform/backups/backups.service.js';

const MS_PER_SECOND = 1_000;

/** When the last scheduled backup succeeded, and whether the latest one failed, read at each scrape. A failed read sets nothing. */
@Injectable()
export class BackupMetrics {
  constructor(registry: Registry, backups: BackupsService) {
    const last = new Gauge({
      name: 'qualm_backup_last_success_timestamp_seconds',
      help: 'When the newest whole backup of BACKUP_SCHEDULE was finished, 0 before the first one and without a schedule',
      registers: [registry],
      collect: async () => {
        const standing = await backups.standing().catch(() => undefined);
        if (standing === undefined) return;
        last.set((standing?.whole?.finished_at?.getTime() ?? 0) / MS_PER_SECOND);
        failed.set(standing?.latest?.state === 'failed' ? 1 : 0);
      },
    });
    const failed = new Gauge({
      name: 'qualm_backup_failed',
      help: '1 if the latest backup of BACKUP_SCHEDULE failed at every attempt, else 0',
      registers: [registry],
    });
  }
}
