import { Global, Module } from '@nestjs/common';
import { RowWatch } from './row-watch.js';

/** Waiting for rows, for processes that have Redis: a command that only uses the database takes `DatabaseModule` alone. */
@Global()
@Module({ providers: [RowWatch], exports: [RowWatch] })
export class RowWatchModule {}
