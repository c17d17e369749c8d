import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { ProductChangesQueries } from './product-changes.queries.js';
import { ProductChanges } from './product-changes.service.js';

/** Merging, renaming and deleting products, for operators. */
@Module({
  imports: [FactsModule, ProductsModule, TeamEventsModule, TeamsModule, WatchlistModule],
  providers: [ProductChanges, ProductChangesQueries],
  exports: [ProductChanges],
})
export class ProductChangesModule {}
