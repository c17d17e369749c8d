import { type DynamicModule, Module } from '@nestjs/common';
import { LanesModule } from '#access/lanes/lanes.module.js';
import { OauthModule } from '#access/oauth/oauth.module.js';
import type { Env } from '#config/env.js';
import { PainPointsModule } from '#market/pain-points/pain-points.module.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { HttpModule } from '#platform/http/http.module.js';
import { PlatformModule } from '#platform/platform.module.js';
import { McpModule } from '#surfaces/mcp/mcp.module.js';
import { OpsModule } from '#surfaces/ops/ops.module.js';
import { ReferenceModule } from '#surfaces/reference/reference.module.js';
import { AccountModule } from '#workspace/account/account.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { WatchlistModule } from '#workspace/watchlist/watchlist.module.js';
import { UnknownPageModule } from '#surfaces/web-app/unknown-page.module.js';
import { WebAppModule } from '#surfaces/web-app/web-app.module.js';
import { UnknownRouteModule } from '#surfaces/ops/unknown-route.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { UnlocksModule } from '#workspace/unlocks/unlocks.module.js';

/** The API process: everything that answers a request. */
@Module({})
export class ApiModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(env),
        HttpModule,
        LanesModule,
        ProductsModule,
        ReviewsModule,
        PostsModule,
        PainPointsModule,
        WatchlistModule,
        OpportunitiesModule,
        AccountModule,
        OauthModule,
        McpModule,
        UnlocksModule,
        PitchesModule,
        OpsModule,
        ReferenceModule,
        WebAppModule,
        // Last, because they answer whatever no other route did.
        UnknownRouteModule,
        UnknownPageModule,
      ],
    };
  }
}
