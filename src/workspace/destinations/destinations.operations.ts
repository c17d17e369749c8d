import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsString, Matches, ValidateIf } from 'class-validator';
import {
  EXAMPLE_ID,
  idPath,
  MaxCharacters,
  NULLABLE_TIME,
  OneOf,
  OptionalField,
  toStoredId,
  UUID_PATTERN,
} from '#platform/operations/fields.js';
import { AnyOf } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery, PageQuery } from '#platform/operations/pagination.dto.js';
import {
  DELIVERED_NEWS,
  type DeliveredNews,
  DESTINATION_DISABLED_REASONS,
  DESTINATION_KINDS,
  DESTINATION_NEWS,
  DESTINATION_STATUSES,
  type DestinationDisabledReason,
  type DestinationKind,
  type DestinationNews,
  NEWS_FAILURES,
  NEWS_STATUSES,
  type NewsFailure,
  type NewsStatus,
} from './destination.types.js';

const TAG = 'Destinations';
const MAX_NAME_LENGTH = 100;
const MAX_SECRET_LENGTH = 2_048;
const MAX_SEARCHES = 100;

const mostOf = (max: number) => ({ message: `$property must be at most ${max} characters`, context: { max } });

const NameRules = (): PropertyDecorator =>
  applyDecorators(
    IsString({ message: '$property must be text' }),
    MaxCharacters(MAX_NAME_LENGTH, mostOf(MAX_NAME_LENGTH)),
    Matches(/\S/, { message: '$property must not be blank', context: { min: 1 } }),
  );

const SecretRules = (): PropertyDecorator =>
  applyDecorators(
    IsString({ message: '$property must be text' }),
    MaxCharacters(MAX_SECRET_LENGTH, mostOf(MAX_SECRET_LENGTH)),
    Matches(/^[\x21-\x7e]+$/, { message: '$property must have no spaces' }),
  );

const NewsRules = (): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: '$property must be an array' }),
    ArrayMaxSize(DESTINATION_NEWS.length, { message: `$property must name at most ${DESTINATION_NEWS.length} kinds` }),
    ArrayUnique({ message: '$property must name each kind once' }),
    OneOf(DESTINATION_NEWS, { each: true }),
  );

const SearchesRules = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(toStoredId) : value)),
    IsArray({ message: '$property must be an array' }),
    ArrayMinSize(1, { message: '$property must name at least one search', context: { min: 1, max: MAX_SEARCHES } }),
    ArrayMaxSize(MAX_SEARCHES, {
      message: `$property must name at most ${MAX_SEARCHES} searches`,
      context: { min: 1, max: MAX_SEARCHES },
    }),
    Matches(UUID_PATTERN, { each: true, message: '$property must be UUIDs' }),
  );

const NAME_SHOWN = { minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'A name for people', example: '#sales' };
const SECRET_SHOWN = {
  minLength: 1,
  maxLength: MAX_SECRET_LENGTH,
  description:
    'Slack: the address of an incoming webhook. HubSpot: the access token of a private app. Stored encrypted, and never shown again',
  example: 'https://hooks.slack.com/services/T000/B000/XXXX',
};
const NEWS_SHOWN: ApiPropertyOptions = {
  enum: DESTINATION_NEWS,
  isArray: true,
  maxItems: DESTINATION_NEWS.length,
  description:
    'What is sent. Slack: `matches` of saved searches, finished `reports`, the `weekly` digest. HubSpot: opportunities that became `qualified`; without it, they are ' +
    'handed over only on request',
  example: ['matches', 'reports'],
};
const SEARCHES_SHOWN: ApiPropertyOptions = {
  type: [String],
  format: 'uuid',
  minItems: 1,
  maxItems: MAX_SEARCHES,
  description: 'Only the matches of these saved searches; without it, those of all',
  example: [EXAMPLE_ID],
};

export class NewDestination {
  @ApiProperty({ enum: DESTINATION_KINDS, description: 'The service', example: 'slack' })
  @OneOf(DESTINATION_KINDS)
  kind!: DestinationKind;

  @ApiProperty(NAME_SHOWN) @NameRules() name!: string;
  @ApiProperty(SECRET_SHOWN) @SecretRules() secret!: string;
  @ApiProperty(NEWS_SHOWN) @NewsRules() news!: DestinationNews[];
  @ApiPropertyOptional(SEARCHES_SHOWN) @OptionalField() @SearchesRules() saved_search_ids?: string[];
}

export class DestinationChange {
  @ApiPropertyOptional(NAME_SHOWN) @OptionalField() @NameRules() name?: string;
  @ApiPropertyOptional(SECRET_SHOWN) @OptionalField() @SecretRules() secret?: string;
  @ApiPropertyOptional(NEWS_SHOWN) @OptionalField() @NewsRules() news?: DestinationNews[];

  @ApiPropertyOptional({ ...SEARCHES_SHOWN, nullable: true, description: 'As for a new one; null for all searches' })
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @SearchesRules()
  saved_search_ids?: string[] | null;

  @ApiPropertyOptional({
    enum: DESTINATION_STATUSES,
    description: 'Whether news is sent. Enabling forgets the last failure',
  })
  @OptionalField()
  @OneOf(DESTINATION_STATUSES)
  status?: (typeof DESTINATION_STATUSES)[number];
}

export class DestinationView {
  @ApiProperty({ format: 'uuid', description: 'The id of the destination' }) id!: string;
  @ApiProperty({ enum: DESTINATION_KINDS, description: 'The service', example: 'slack' }) kind!: DestinationKind;
  @ApiProperty({ description: 'The name', example: '#sales' }) name!: string;
  @ApiProperty({ description: 'The last four characters of the secret', example: 'XXXX' }) secret_hint!: string;
  @ApiProperty(NEWS_SHOWN) news!: DestinationNews[];
  @ApiProperty({ ...SEARCHES_SHOWN, nullable: true, description: 'The searches whose matches are sent; null for all' })
  saved_search_ids!: string[] | null;
  @ApiProperty({ enum: DESTINATION_STATUSES, description: 'Whether news is sent' })
  status!: (typeof DESTINATION_STATUSES)[number];

  @ApiProperty({
    enum: DESTINATION_DISABLED_REASONS,
    nullable: true,
    description: 'Why nothing is sent. `refused`: the service refused us for good, see `last_failure`',
    example: null,
  })
  disabled_reason!: DestinationDisabledReason | null;

  @ApiProperty({ type: String, nullable: true, description: 'The last failure since the last success', example: null })
  last_failure!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it failed last', example: null }) last_failure_at!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When it last succeeded' }) last_success_at!: string | null;
  @ApiProperty({ description: 'False for a destination of test mode', example: true }) livemode!: boolean;
  @ApiProperty({ format: 'date-time', description: 'When it was created' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was last changed' }) updated_at!: string;
}

export class DeletedDestination {
  @ApiProperty({ description: 'Always true', example: true }) deleted!: true;
}

export class DestinationDeliveriesQuery extends CursorQuery {
  @AnyOf(NEWS_STATUSES, 'Only deliveries in this state') status?: NewsStatus[];
}

export class DestinationDeliveryView {
  @ApiProperty({ format: 'uuid', description: 'The id of the delivery' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The destination' }) destination_id!: string;
  @ApiProperty({ enum: DELIVERED_NEWS, description: 'What it is about', example: 'matches' }) news!: DeliveredNews;
  @ApiProperty({ type: [String], format: 'uuid', description: 'The opportunities it is about', example: [] })
  opportunity_ids!: string[];

  @ApiProperty({
    enum: NEWS_STATUSES,
    description:
      '`unknown`: the service did not answer in time and may have shown the message. It is not sent again by itself',
    example: 'succeeded',
  })
  status!: NewsStatus;
  @ApiProperty({ type: 'integer', description: 'The attempts so far', example: 1 }) attempts!: number;
  @ApiProperty({ enum: NEWS_FAILURES, nullable: true, description: 'Why the last attempt failed', example: null })
  failure!: NewsFailure | null;
  @ApiProperty({ type: String, nullable: true, description: 'The same in words', example: null }) detail!:
    string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of the last answer', example: 200 })
  response_status!: number | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When the last attempt was made' }) attempted_at!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When the next one is due; null unless pending', example: null })
  next_attempt_at!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the delivery was created' }) created_at!: string;
}

const path = idPath('The destination');
const deliveryPath = idPath('The delivery');
const SHARED = { tag: TAG, scope: 'webhooks', isInEveryPlan: true } as const;

export const createDestination = defineOperation({
  ...SHARED,
  id: 'create_destination',
  summary: 'Creates a destination',
  description: 'A Slack channel for news, or a HubSpot account for opportunities. Send a test after it.',
  writes: true,
  keepsAnswerWithin: 'prepared',
  needsConfirmedAddress: true,
  input: { body: NewDestination },
  output: { type: DestinationView },
  failures: [400, 403],
  reasons: ['feature_not_configured'],
});

export const listDestinations = defineOperation({
  ...SHARED,
  id: 'list_destinations',
  summary: "Lists your team's destinations",
  description: 'The newest destination comes first.',
  input: { query: PageQuery },
  output: { type: DestinationView, isArray: true, paginated: true },
});

export const getDestination = defineOperation({
  ...SHARED,
  id: 'get_destination',
  summary: 'Gets a destination',
  description: 'Only the last characters of its secret are shown.',
  input: { path },
  output: { type: DestinationView },
  failures: [404],
});

export const updateDestination = defineOperation({
  ...SHARED,
  id: 'update_destination',
  summary: 'Changes a destination',
  description: 'Waiting deliveries use the new secret.',
  writes: true,
  input: { path, body: DestinationChange },
  output: { type: DestinationView },
  failures: [400, 403, 404],
  reasons: ['feature_not_configured'],
});

export const deleteDestination = defineOperation({
  ...SHARED,
  id: 'delete_destination',
  summary: 'Deletes a destination',
  description: 'Its secret is deleted at once, and waiting deliveries are canceled.',
  writes: true,
  input: { path },
  output: { type: DeletedDestination },
  failures: [404],
});

export const testDestination = defineOperation({
  ...SHARED,
  id: 'test_destination',
  summary: 'Sends a test to a destination',
  description:
    'Slack: shows a message. HubSpot: reads the pipelines and changes nothing. Waits for one attempt; works on a disabled destination, 10 times a minute for a team.',
  writes: true,
  input: { path },
  output: { type: DestinationDeliveryView },
  failures: [403, 404],
});

export const listDestinationDeliveries = defineOperation({
  ...SHARED,
  id: 'list_destination_deliveries',
  summary: 'Lists the deliveries to a destination',
  description: 'The newest delivery comes first. They are kept for 90 days.',
  input: { path, query: DestinationDeliveriesQuery },
  output: { type: DestinationDeliveryView, isArray: true, paginated: 'cursor' },
  failures: [404],
});

export const retryDestinationDelivery = defineOperation({
  ...SHARED,
  id: 'retry_destination_delivery',
  summary: 'Sends a delivery again',
  description: 'One that failed, was canceled, or whose outcome is unknown; another one stays as it is.',
  writes: true,
  input: { path: deliveryPath },
  output: { type: DestinationDeliveryView },
  failures: [403, 404],
});
