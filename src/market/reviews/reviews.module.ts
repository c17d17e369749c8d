import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProductsModule } from '#market/products/products.module.js';
import { Review } from './review.entity.js';
import { ReviewsImporter } from './reviews.importer.js';
import { ReviewsImportQueries } from './reviews.import.queries.js';

@Module({
  imports: [TypeOrmModule.forFeature([Review]), ProductsModule],
  providers: [ReviewsImporter, ReviewsImportQueries],
  exports: [ReviewsImporter],
})
export class ReviewsModule {}
