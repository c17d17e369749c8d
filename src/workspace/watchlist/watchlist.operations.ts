import { ApiProperty } from '@nestjs/swagger';
import { ProductView } from '#market/products/products.operations.js';
import { IdField } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';

export class ProductToFollow {
  @IdField('The product') product_id!: string;
}

export class FollowedProductPath {
  @IdField('The product') productId!: string;
}

export class FollowResult {
  @ApiProperty({ description: 'Your team follows the product', example: true }) followed!: boolean;
  @ApiProperty({ description: 'Your team already followed the product', example: false }) already_following!: boolean;
}

export class UnfollowResult {
  @ApiProperty({ description: 'False when your team did not follow the product', example: true }) unfollowed!: boolean;
}

export const getWatchlist = defineOperation({
  id: 'get_watchlist',
  tag: 'Watchlist',
  summary: 'Lists the products your team follows',
  description: 'The most recently followed product comes first.',
  hasFields: true,
  input: { query: PageQuery },
  output: { type: ProductView, isArray: true, paginated: true },
});

export const followProduct = defineOperation({
  id: 'follow_product',
  tag: 'Watchlist',
  summary: 'Follows a product',
  description:
    'Following it again changes nothing. At the limit of the plan the answer is 403 with `details.reason` = `product_limit_reached`.',
  writes: true,
  isInEveryPlan: true,
  input: { body: ProductToFollow },
  output: { type: FollowResult },
  failures: [404],
});

export const unfollowProduct = defineOperation({
  id: 'unfollow_product',
  tag: 'Watchlist',
  summary: 'Stops following a product',
  description: 'For an unknown product, or one that is not followed, `unfollowed` is false.',
  writes: true,
  malformedId: 'invalid_request',
  isInEveryPlan: true,
  input: { path: FollowedProductPath },
  output: { type: UnfollowResult },
});
