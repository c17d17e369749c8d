import { ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf, OptionalField } from '#platform/operations/fields.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { AnyId, AnyOf, AnyText, MomentQuery, Within, YesOrNo } from './opportunity-filter.fields.js';
import {
  FRUSTRATION_TIERS,
  OPPORTUNITY_SORTS,
  OPPORTUNITY_SOURCES,
  OPPORTUNITY_STATUSES,
  type OpportunitySort,
  type OpportunitySource,
  type OpportunityStatus,
} from './opportunity.vocabulary.js';

/** What `GET /opportunities` can be asked for: one parameter repeated means "or", different ones mean "and". */
export class OpportunityFilter extends PageQuery {
  @AnyOf(OPPORTUNITY_STATUSES, 'What your team has made of it')
  status?: OpportunityStatus[];

  @YesOrNo('Whether your team has viewed it')
  is_viewed?: boolean[];

  @AnyOf(OPPORTUNITY_SOURCES, 'Where it comes from')
  source?: OpportunitySource[];

  @AnyId('The product it is about')
  product_id?: string[];

  @YesOrNo('true: only products your team follows')
  watchlist?: boolean[];

  @AnyOf(FRUSTRATION_TIERS, 'How frustrated the writer is')
  frustration_tier?: string[];

  @YesOrNo('Whether the writer wants to buy, switch or be advised')
  has_buying_signal?: boolean[];

  @Within(0, 5, 'Lowest rating; leaves out what has no rating')
  min_rating?: number[];

  @Within(0, 5, 'Highest rating; leaves out what has no rating')
  max_rating?: number[];

  @AnyText("Country of the reviewer's company or of the author, whatever its case")
  country?: string[];

  @AnyText('Industry of the company, whatever its case')
  industry?: string[];

  @AnyText('A piece of the text, title, person, company or product, whatever its case; every character is literal')
  q?: string[];

  @MomentQuery('Detected after this moment')
  created_after?: string[];

  @MomentQuery('Detected before this moment')
  created_before?: string[];

  @ApiPropertyOptional({ enum: OPPORTUNITY_SORTS, default: '-created_at', description: 'Order; - is descending' })
  @OptionalField()
  @OneOf(OPPORTUNITY_SORTS)
  sort: OpportunitySort = '-created_at';
}
