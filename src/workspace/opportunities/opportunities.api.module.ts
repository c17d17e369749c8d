import { Module } from '@nestjs/common';
import { ProductsModule } from '#market/products/products.module.js';
import { FiltersController } from './filters.controller.js';
import { FiltersQueries } from './filters.queries.js';
import { FiltersService } from './filters.service.js';
import { OpportunitiesController } from './opportunities.controller.js';
import { OpportunitiesModule } from './opportunities.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({
  imports: [OpportunitiesModule, ProductsModule],
  controllers: [OpportunitiesController, FiltersController],
  providers: [FiltersService, FiltersQueries],
})
export class OpportunitiesApiModule {}
