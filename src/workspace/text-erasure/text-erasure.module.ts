import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ImportsModule } from '#market/imports/imports.module.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { TextErasureQueries } from './text-erasure.queries.js';
import { TextErasure } from './text-erasure.service.js';

/** The erasure of texts that must not stay. */
@Module({
  imports: [
    FactsModule,
    ImportsModule,
    OpportunitiesModule,
    PostsModule,
    ProductsModule,
    ReportsModule,
    ReviewsModule,
    WritersModule,
  ],
  providers: [TextErasure, TextErasureQueries],
  exports: [TextErasure],
})
export class TextErasureModule {}
