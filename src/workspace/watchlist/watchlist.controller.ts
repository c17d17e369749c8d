import { Controller, Delete, Get, Post } from '@nestjs/common';
import type { ProductView } from '#market/products/products.operations.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CurrentCaller, Input, Serves } from '#platform/http/operation.decorators.js';
import type { InputOf } from '#platform/operations/operation.js';
import { type OperationResult, listResult } from '#platform/operations/pagination.dto.js';
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
  async list(
    @CurrentCaller() caller: TeamCaller,
    @Input() input: InputOf<typeof getWatchlist>,
  ): Promise<OperationResult<ProductView[]>> {
    return listResult(await this.watchlist.list(caller, input.query));
  }

  @Post()
  @Serves(followProduct)
  follow(@CurrentCaller() caller: TeamCaller, @Input() input: InputOf<typeof followProduct>): Promise<FollowResult> {
    return this.watchlist.follow(caller, input.body.product_id);
  }

  @Delete(':productId')
  @Serves(unfollowProduct)
  unfollow(
    @CurrentCaller() caller: TeamCaller,
    @Input() input: InputOf<typeof unfollowProduct>,
  ): Promise<UnfollowResult> {
    return this.watchlist.unfollow(caller, input.path.productId);
  }
}
