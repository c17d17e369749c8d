import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { SourcesModule } from '#market/sources/sources.module.js';
import { WritersModule } from '#market/writers/writers.module.js';
import { BulkErasureModule } from '#workspace/bulk/bulk-erasure.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';
import { PersonErasure } from './person-erasure.service.js';
import { PersonalDataModule } from './personal-data.module.js';

/** The erasure of people that texts and contacts are about, for operators. */
@Module({
  imports: [
    BulkErasureModule,
    FactsModule,
    EnrichmentModule,
    OpportunitiesModule,
    ReportsModule,
    PersonalDataModule,
    PitchesModule,
    PostsModule,
    ReviewsModule,
    SourcesModule,
    UnlocksModule,
    WritersModule,
  ],
  providers: [PersonErasure],
  exports: [PersonErasure],
})
export class PersonErasureModule {}
