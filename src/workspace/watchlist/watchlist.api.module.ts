import { Module } from '@nestjs/common';
import { WatchlistController } from './watchlist.controller.js';
import { WatchlistModule } from './watchlist.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [WatchlistModule], controllers: [WatchlistController] })
export class WatchlistApiModule {}
