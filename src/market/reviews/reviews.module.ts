import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ImportsModule } from '#market/imports/imports.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { Review } from './review.entity.js';
import { ReviewsErasure } from './reviews.erasure.js';
import { ReviewsErasureQueries } from './reviews-erasure.queries.js';
import { ReviewsImporter } from './reviews.importer.js';
import { ReviewsImportQueries } from './reviews.import.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([Review]), ImportsModule, ProductsModule, WritersModule],
  providers: [ReviewsErasure, ReviewsErasureQueries, ReviewsImporter, ReviewsImportQueries],
  exports: [ReviewsErasure, ReviewsImporter],
})
export class ReviewsModule {}
