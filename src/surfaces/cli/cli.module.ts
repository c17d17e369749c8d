import { type DynamicModule, Module } from '@nestjs/common';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import type { Env } from '#config/env.js';
import { PainPointsModule } from '#market/pain-points/pain-points.module.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';

/** The services the operator's commands call. */
@Module({})
export class CliModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: CliModule,
      imports: [
        PlatformModule.forRoot(env),
        TeamsModule,
        CreditsModule,
        ApiKeysModule,
        ConnectionsModule,
        ProductsModule,
        ReviewsModule,
        PainPointsModule,
        PostsModule,
        EnrichmentModule,
        OpportunitiesModule,
      ],
    };
  }
}
