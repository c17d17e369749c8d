import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { BackupsService } from '#platform/backups/backups.service.js';

const MS_PER_SECOND = 1_000;

/** When the last scheduled backup succeeded, and whether the latest one failed, read at each scrape. A failed read sets nothing. */
@Injectable()
export class BackupMetrics {
  constructor(
    private readonly registry: Registry,
    backups: BackupsService,
  ) {
    this.gauge(
      'qualm_backup_last_success_timestamp_seconds',
      'When the newest complete backup of BACKUP_SCHEDULE was finished, 0 before the first one and without a schedule',
      async () => ((await backups.standing())?.complete?.finished_at?.getTime() ?? 0) / MS_PER_SECOND,
    );
    this.gauge(
      'qualm_backup_overdue_seconds',
      'How long a backup of BACKUP_SCHEDULE is due that no complete one has followed, else 0',
      async () => {
        const since = (await backups.standing())?.dueSince.getTime() ?? Infinity;
        return Math.max(0, Date.now() - since) / MS_PER_SECOND;
      },
    );
    this.gauge(
      'qualm_backup_failed',
      '1 if the latest backup of BACKUP_SCHEDULE failed at every attempt, else 0',
      async () => ((await backups.standing())?.latest?.state === 'failed' ? 1 : 0),
    );
  }

  private gauge(name: string, help: string, read: () => Promise<number>): void {
    const gauge: Gauge = new Gauge({
      ...{ name, help, registers: [this.registry] },
      collect: () =>
        read().then(
          (value) => gauge.set(value),
          () => undefined,
        ),
    });
  }
}
