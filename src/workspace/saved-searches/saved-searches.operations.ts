import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { ACTOR_KINDS } from '#platform/caller/caller.js';
import {
  BooleanRule,
  idPath,
  MaxCharacters,
  NULLABLE_TEXT,
  NULLABLE_TIME,
  OptionalField,
} from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import {
  DeliveryInput,
  DeliveryRules,
  DeliveryView,
  RANGES_IN_BODY,
  FILTERS_SHOWN,
  FiltersRules,
  type SearchFilters,
} from './saved-search.dto.js';
import type { SentFilters } from './saved-search.types.js';

const TAG = 'Saved searches';
const MAX_NAME_LENGTH = 100;

const FEED_EXAMPLE = `https://qualm.example/api/v1/feeds/${'0'.repeat(64)}.atom`;

const NAME_SHOWN = { minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The name', example: 'Broken exports' };

const NameRules = (): PropertyDecorator =>
  applyDecorators(
    IsString({ message: '$property must be text' }),
    MaxCharacters(MAX_NAME_LENGTH, {
      message: `$property must be at most ${MAX_NAME_LENGTH} characters`,
      context: { max: MAX_NAME_LENGTH },
    }),
    Matches(/\S/, { message: '$property must not be blank', context: { min: 1 } }),
  );

export class NewSavedSearch {
  @ApiProperty(NAME_SHOWN) @NameRules() name!: string;
  @ApiProperty(FILTERS_SHOWN) @FiltersRules() filters!: SearchFilters;

  @ApiPropertyOptional({ type: DeliveryInput, description: 'The delivery of matches; by default to the inbox' })
  @DeliveryRules()
  deliver?: DeliveryInput;

  @ApiPropertyOptional({ default: true, description: 'Whether new opportunities are matched' })
  @OptionalField()
  @BooleanRule()
  is_enabled: boolean = true;
}

export class SavedSearchChange {
  @ApiPropertyOptional(NAME_SHOWN) @OptionalField() @NameRules() name?: string;
  @ApiPropertyOptional({ ...FILTERS_SHOWN, description: 'Replaces all filters' })
  @OptionalField()
  @FiltersRules()
  filters?: SearchFilters;

  @ApiPropertyOptional({ type: DeliveryInput, description: 'Changes only the fields in the body' })
  @DeliveryRules()
  deliver?: DeliveryInput;

  @ApiPropertyOptional({ description: 'Whether new opportunities are matched' })
  @OptionalField()
  @BooleanRule()
  is_enabled?: boolean;
}

export class SearchToPreview {
  @ApiProperty(FILTERS_SHOWN) @FiltersRules() filters!: SearchFilters;
}

export class SavedSearchCreator {
  @ApiProperty({ enum: ACTOR_KINDS, description: 'Through which credential' }) kind!: (typeof ACTOR_KINDS)[number];
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The id of the person, key or connection' }) id!: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The email address, or the name of the key or connection' })
  name!: string | null;
}

export class SavedSearchView {
  @ApiProperty({ format: 'uuid', description: 'The id of the search' }) id!: string;
  @ApiProperty(NAME_SHOWN) name!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The filters, as they were sent',
    example: FILTERS_SHOWN.example,
  })
  filters!: SentFilters;
  @ApiProperty({ type: DeliveryView, description: 'Where matches go' }) deliver!: DeliveryView;
  @ApiProperty({ description: 'Whether new opportunities are matched', example: true }) is_enabled!: boolean;

  @ApiProperty({
    type: String,
    enum: ['plan'],
    nullable: true,
    description: 'Why the service switched the search off: `plan` if the plan allows fewer; null if it did not',
    example: null,
  })
  disabled_reason!: 'plan' | null;

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The last four characters of the secret of the feed', example: null })
  feed_hint!: string | null;

  @ApiProperty({ type: SavedSearchCreator, description: 'Who created the search' }) created_by!: SavedSearchCreator;
  @ApiProperty({ format: 'date-time', description: 'When the search was created' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'When the search was last changed' }) updated_at!: string;
  @ApiProperty({ ...NULLABLE_TIME, description: 'The last match' }) last_matched_at!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The matches of the last 7 days', example: 4 })
  matches_7_days!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'The share of relevant matches among those that your team has marked; null without marks',
    example: 0.75,
  })
  relevant_share!: number | null;
  @ApiProperty({ description: 'False for a search of test mode', example: true }) livemode!: boolean;
}

export class SavedSearchWithFeed extends SavedSearchView {
  @ApiPropertyOptional({
    format: 'uri',
    description: 'The address of the Atom feed, shown only when the feed is switched on',
    example: FEED_EXAMPLE,
  })
  feed_url?: string;
}

export class NewFeed {
  @ApiProperty({
    format: 'uri',
    description: 'The address of the Atom feed, shown only now',
    example: FEED_EXAMPLE,
  })
  feed_url!: string;
}

export class DeletedSearch {
  @ApiProperty({ description: 'Always true', example: true }) deleted!: true;
}

export class SearchPreview {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Detected in the last 7 days; null if not counted' })
  count_7_days!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Detected in the last 30 days; null if not counted' })
  count_30_days!: number | null;
  @ApiProperty({ description: 'Whether a count stopped at 10,000 or took too long', example: false })
  is_capped!: boolean;
  @ApiProperty({ type: 'number', nullable: true, description: 'The average week of the last 30 days', example: 2.3 })
  per_week!: number | null;
  @ApiProperty({ type: [OpportunityDetail], description: 'The newest five that match, of any time' })
  sample!: OpportunityDetail[];
}

const path = idPath('The saved search');

export const createSavedSearch = defineOperation({
  id: 'create_saved_search',
  tag: TAG,
  summary: 'Saves a search',
  description: 'New opportunities are matched from now on. `POST /saved-searches/preview` shows the past.',
  writes: true,
  keepsAnswerWithin: true,
  input: { body: NewSavedSearch },
  ranges: RANGES_IN_BODY,
  output: { type: SavedSearchWithFeed },
  failures: [400, 403],
  reasons: ['feature_not_configured'],
});

export const listSavedSearches = defineOperation({
  id: 'list_saved_searches',
  tag: TAG,
  summary: "Lists your team's saved searches",
  description: 'The newest search comes first.',
  input: { query: PageQuery },
  hasFields: true,
  output: { type: SavedSearchView, isArray: true, paginated: true },
});

export const getSavedSearch = defineOperation({
  id: 'get_saved_search',
  tag: TAG,
  summary: 'Gets a saved search',
  description: 'With the number of its matches.',
  input: { path },
  hasFields: true,
  output: { type: SavedSearchView },
  failures: [404],
});

export const updateSavedSearch = defineOperation({
  id: 'update_saved_search',
  tag: TAG,
  summary: 'Changes a saved search',
  description: 'Changed filters, and switching a search on, apply to opportunities from now on.',
  writes: true,
  input: { path, body: SavedSearchChange },
  ranges: RANGES_IN_BODY,
  output: { type: SavedSearchWithFeed },
  failures: [400, 403, 404],
  reasons: ['feature_not_configured'],
});

export const deleteSavedSearch = defineOperation({
  id: 'delete_saved_search',
  tag: TAG,
  summary: 'Deletes a saved search',
  description: 'Its matches are deleted too.',
  writes: true,
  input: { path },
  output: { type: DeletedSearch },
  failures: [403, 404],
});

export const rotateFeed = defineOperation({
  id: 'rotate_saved_search_feed',
  tag: TAG,
  summary: 'Replaces the address of the feed of a saved search',
  description: 'The old address answers 404 from now on. The feed shows the 50 newest matches as Atom (RFC 4287).',
  writes: true,
  keepsAnswerWithin: true,
  input: { path },
  output: { type: NewFeed },
  failures: [400, 403, 404],
});

export const previewSearch = defineOperation({
  id: 'preview_saved_search',
  tag: TAG,
  scope: 'read',
  summary: 'Shows the past matches of a search',
  description: 'Counts are exact up to 10,000. Saves nothing.',
  input: { body: SearchToPreview },
  ranges: RANGES_IN_BODY,
  output: { type: SearchPreview },
  failures: [400],
});
