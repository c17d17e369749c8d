import type { Post } from '#market/posts/post.entity.js';
import type { Product } from '#market/products/product.entity.js';
import type { Review } from '#market/reviews/review.entity.js';
import type { RowOf } from '#platform/database/column-names.js';
import type { OpportunityTriage } from './opportunity-triage.entity.js';
import type { Opportunity } from './opportunity.entity.js';

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** An opportunity with the asking team's triage; `status` and `viewed_at` are null where the team has none. */
export type OpportunityRow = Pick<
  RowOf<Opportunity>,
  | 'id'
  | 'source'
  | 'review_id'
  | 'post_id'
  | 'product_id'
  | 'frustration_tier'
  | 'sentiment'
  | 'has_buying_signal'
  | 'pain_points'
  | 'created_at'
> &
  Nullable<Pick<RowOf<OpportunityTriage>, 'status' | 'viewed_at'>> & {
    product_name: Product['name'] | null;
    product_logo_url: Product['logoUrl'];
  };

/** The review of an opportunity, without the reviewer's own profile: only an unlock shows that. */
export type ReviewRow = Pick<
  RowOf<Review>,
  | 'id'
  | 'platform'
  | 'rating'
  | 'review_url'
  | 'published_at'
  | 'reviewer_name'
  | 'reviewer_title'
  | 'reviewer_company'
  | 'company_industry'
  | 'company_size'
  | 'company_country'
  | 'company_website'
>;

/** The post of an opportunity. */
export type PostRow = Pick<
  RowOf<Post>,
  | 'id'
  | 'url'
  | 'text'
  | 'posted_at'
  | 'forum_community'
  | 'author_name'
  | 'author_headline'
  | 'author_title'
  | 'author_bio'
  | 'author_profile_url'
  | 'author_city'
  | 'author_country'
  | 'author_company_name'
  | 'author_company_website'
  | 'author_company_size'
  | 'author_company_industry'
>;

/** All that is shown of one opportunity, before redaction; one of `review` and `post` is there. */
export interface OpportunityView {
  row: OpportunityRow;
  review: ReviewRow | null;
  post: PostRow | null;
}
