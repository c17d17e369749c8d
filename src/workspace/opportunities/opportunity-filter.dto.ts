import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { OneOf, OnlyWithout, OptionalField, OptionalTimeQuery } from '#platform/operations/fields.js';
import { PageOrCursorQuery } from '#platform/operations/pagination.dto.js';
import { ALL_FILTERS, type SentFilters } from './feed/feed.filters.js';
import { OPPORTUNITY_SORTS, type OpportunitySort } from './opportunity.vocabulary.js';

export const DEFAULT_SORT: OpportunitySort = '-created_at';

/** The filters of `GET /opportunities`. A repeated parameter means "or", different parameters mean "and". */
export class OpportunityFilter extends (PageOrCursorQuery as Type<PageOrCursorQuery & SentFilters>) {
  declare sort?: OpportunitySort;
  declare updated_since?: string;
}

/** The rules of the fields that are no filters. */
const ORDER_AND_CHANGES: [keyof OpportunityFilter, PropertyDecorator][] = [
  [
    'sort',
    applyDecorators(
      ApiPropertyOptional({
        enum: OPPORTUNITY_SORTS,
        default: DEFAULT_SORT,
        description: 'Order; - is descending. published_at is the date of the text, else of its detection',
      }),
      OptionalField(),
      OneOf(OPPORTUNITY_SORTS),
    ),
  ],
  [
    'updated_since',
    applyDecorators(
      OptionalTimeQuery(
        'Only what changed since: reading, triage or unlocks. The oldest change comes first; next time, send `meta.synced_until`',
      ),
      OnlyWithout('page', 'sort'),
    ),
  ],
];

// Faults and parameters have the order in which the rules are declared here.
const RULES = [...ALL_FILTERS.map(([name, { parameter }]) => [name, parameter] as const), ...ORDER_AND_CHANGES];
for (const [name, rules] of RULES) rules(OpportunityFilter.prototype, name);
