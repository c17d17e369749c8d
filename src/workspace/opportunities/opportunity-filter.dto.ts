import { ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf, OnlyWithout, OptionalField, OptionalTimeQuery } from '#platform/operations/fields.js';
import { PageOrCursorQuery } from '#platform/operations/pagination.dto.js';
import { AnyId, AnyOf, AnyText, TimeQuery, Within, YesOrNo } from '#platform/operations/filters.js';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  SENTIMENTS,
  type OpportunitySort,
  type OpportunitySource,
  type OpportunityStatus,
} from './opportunity.vocabulary.js';

export const DEFAULT_SORT: OpportunitySort = '-created_at';
const MOST_EXCLUDED = 20;

/** The filters of `GET /opportunities`. A repeated parameter means "or", different parameters mean "and". */
export class OpportunityFilter extends PageOrCursorQuery {
  @AnyOf(OPPORTUNITY_STATUSES, 'Status that your team has given it') status?: OpportunityStatus[];
  @YesOrNo('Whether your team has viewed it') is_viewed?: boolean[];
  @AnyOf(OPPORTUNITY_SOURCES, 'Where it comes from') source?: OpportunitySource[];
  @AnyId('The product it is about') product_id?: string[];
  @YesOrNo('true: only products your team follows') watchlist?: boolean[];
  @AnyOf(FRUSTRATION_TIERS, 'How frustrated the writer is') frustration_tier?: string[];
  @AnyOf(SENTIMENTS, 'The tone of the text') sentiment?: string[];
  @YesOrNo('Whether the writer wants to buy, to switch or to get advice') has_buying_signal?: boolean[];
  @Within(0, 5, 'Lowest rating; leaves out texts without a rating') min_rating?: number[];
  @Within(0, 5, 'Highest rating; leaves out texts without a rating') max_rating?: number[];
  @Within(0, 100, 'Lowest score') min_score?: number[];
  @AnyText("Country of the reviewer's company or of the author, case-insensitive") country?: string[];
  @AnyText('Industry of the company, case-insensitive') industry?: string[];

  @AnyText('A part of the text, title, person, company or product, case-insensitive')
  q?: string[];

  @AnyText('Leaves out texts that contain any of these, compared like `q`', MOST_EXCLUDED) exclude?: string[];
  @YesOrNo('Whether your team has unlocked any of it') is_revealed?: boolean[];
  @AnyId('Only these opportunities: the parameter repeated, or the ids with commas') ids?: string[];

  @TimeQuery('Detected after this time') created_after?: string[];
  @TimeQuery('Detected before this time') created_before?: string[];
  @TimeQuery('Published after this time; leaves out undated texts') published_after?: string[];
  @TimeQuery('Published before this time; leaves out undated texts') published_before?: string[];

  @ApiPropertyOptional({
    enum: OPPORTUNITY_SORTS,
    default: DEFAULT_SORT,
    description: 'Order; - is descending. published_at is the date of the text, else of its detection',
  })
  @OptionalField()
  @OneOf(OPPORTUNITY_SORTS)
  sort?: OpportunitySort;

  @OptionalTimeQuery(
    'Only items whose reading, triage or unlocks changed since. The oldest change comes first; next time, send `meta.synced_until`',
  )
  @OnlyWithout('page', 'sort')
  updated_since?: string;
}
