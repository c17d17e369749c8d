import type { RowOf } from '#platform/database/column-names.js';
import type { OpportunityTriage } from './opportunity-triage.entity.js';
import type { Opportunity } from './opportunity.entity.js';

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** An opportunity with the triage of a team. `status` and `viewed_at` are null when there is no triage. */
export type OpportunityRow = Pick<
  RowOf<Opportunity>,
  | 'id'
  | 'source'
  | 'product_id'
  | 'frustration_tier'
  | 'sentiment'
  | 'has_buying_signal'
  | 'pain_points'
  | 'score'
  | 'need_points'
  | 'reach_points'
  | 'reach'
  | 'signal'
  | 'created_at'
  // Of the opportunity or of its triage, the later one.
  | 'updated_at'
> &
  Nullable<Pick<RowOf<OpportunityTriage>, 'status' | 'viewed_at' | 'assignee_id' | 'snoozed_until'>> & {
    product_name: string | null;
    product_logo_url: string | null;
    is_followed: boolean;
    /** Whether no source of the text forbids contacting its author. */
    is_contactable: boolean;
    /** Whether the team has unlocked a contact, or tried to. */
    has_unlocks: boolean;
    assignee_name: string | null;
    comments_count: number;
  };

/** The review of an opportunity. */
export interface ReviewRow {
  id: string;
  platform: string;
  title: string | null;
  text: string;
  rating: number | null;
  review_url: string | null;
  published_at: Date | null;
  reviewer_name: string | null;
  reviewer_title: string | null;
  reviewer_company: string | null;
  /** Only an unlock reveals the profile. Read to hide its address in the text. */
  reviewer_profile_url: string | null;
  company_industry: string | null;
  company_size: string | null;
  company_country: string | null;
  company_website: string | null;
}

/** The post of an opportunity. */
export interface PostRow {
  id: string;
  url: string | null;
  text: string;
  posted_at: Date | null;
  forum_community: string | null;
  author_name: string | null;
  author_headline: string | null;
  author_title: string | null;
  author_bio: string | null;
  author_profile_url: string | null;
  author_city: string | null;
  author_country: string | null;
  author_company_name: string | null;
  author_company_website: string | null;
  author_company_size: string | null;
  author_company_industry: string | null;
}

/** All data of one opportunity before redaction. Either `review` or `post` is set. */
export interface OpportunityView {
  row: OpportunityRow;
  review: ReviewRow | null;
  post: PostRow | null;
}
