import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { OutboundModule } from '#platform/outbound/outbound.module.js';
import { PageReader } from './page.reader.js';
import { PageStore } from './page.store.js';
import { ServiceTokens } from './service-tokens.service.js';
import { Source } from './source.entity.js';
import { SourceCredential } from './source-credential.entity.js';
import { SourceCredentials } from './source-credentials.service.js';
import { SourceFetches } from './source-fetches.service.js';
import { SourceItem } from './source-item.entity.js';
import { SourcePreviews } from './source-previews.service.js';
import { SourceRechecks } from './source-rechecks.service.js';
import { SourceRecordings } from './source-recordings.service.js';
import { SourceRejectsErasure } from './source-rejects.erasure.js';
import { SourceRejectsQueries } from './source-rejects.queries.js';
import { SourceReject } from './source-reject.entity.js';
import { SourceReplay } from './source-replay.service.js';
import { SourceRun } from './source-run.entity.js';
import { SourceSlices } from './source-slice.service.js';
import { SourceSyncQueries } from './source-sync.queries.js';
import { SourcesQueries } from './sources.queries.js';
import { SourcesService } from './sources.service.js';

/** Sources that texts are fetched from. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Source, SourceCredential, SourceItem, SourceReject, SourceRun]),
    FactsModule,
    OutboundModule,
    PostsModule,
    ReviewsModule,
  ],
  providers: [
    PageReader,
    PageStore,
    ServiceTokens,
    SourceCredentials,
    SourceFetches,
    SourcePreviews,
    SourceRechecks,
    SourceRecordings,
    SourceRejectsErasure,
    SourceRejectsQueries,
    SourceReplay,
    SourceSlices,
    SourceSyncQueries,
    SourcesQueries,
    SourcesService,
  ],
  exports: [
    SourceFetches,
    SourcePreviews,
    SourceRecordings,
    SourceRejectsErasure,
    SourceReplay,
    SourceSlices,
    SourcesService,
  ],
})
export class SourcesModule {}
