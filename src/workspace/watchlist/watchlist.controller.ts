import { Controller, Delete, Get, Post } from '@nestjs/common';
import type { ProductView } from '#market/products/products.operations.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Page } from '#platform/operations/operation.result.js';
import {
  followProduct,
  type FollowResult,
  getWatchlist,
  unfollowProduct,
  type UnfollowResult,
} from './watchlist.operations.js';
import { WatchlistService } from './watchlist.service.js';

@Controller('api/v1/watchlist')
export class WatchlistController {
  constructor(private readonly watchlist: WatchlistService) {}

  @Get()
  @Serves(getWatchlist)
  list(@Call() { caller, input }: CallOf<typeof getWatchlist>): Promise<Page<ProductView>> {
    return this.watchlist.list(caller, input.query);
  }

  @Post()
  @Serves(followProduct)
  follow(@Call() { caller, input }: CallOf<typeof followProduct>): Promise<FollowResult> {
    return this.watchlist.follow(caller, input.body.product_id);
  }

  @Delete(':productId')
  @Serves(unfollowProduct)
  unfollow(@Call() { caller, input }: CallOf<typeof unfollowProduct>): Promise<UnfollowResult> {
    return this.watchlist.unfollow(caller, input.path.productId);
  }
}
