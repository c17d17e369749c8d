import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ProductChangesQueries } from './product-changes.queries.js';
import { ProductChanges } from './product-changes.service.js';

/** Merging, renaming and deleting products, for operators. */
@Module({
  imports: [FactsModule, ProductsModule],
  providers: [ProductChanges, ProductChangesQueries],
  exports: [ProductChanges],
})
export class ProductChangesModule {}
