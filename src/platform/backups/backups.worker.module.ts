import { Module } from '@nestjs/common';
import { BackupsQueries } from './backups.queries.js';
import { ScheduledBackups } from './scheduled-backups.runner.js';

/** Writes scheduled backups, in the worker only. */
@Module({ providers: [BackupsQueries, ScheduledBackups] })
export class BackupsWorkerModule {}
