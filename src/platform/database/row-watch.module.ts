import { Global, Module } from '@nestjs/common';
import { RowWatch } from './row-watch.js';

/** Waits for rows. It needs Redis, so it is not part of `DatabaseModule`, which some commands use alone. */
@Global()
@Module({ providers: [RowWatch], exports: [RowWatch] })
export class RowWatchModule {}
