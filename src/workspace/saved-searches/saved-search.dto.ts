import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { BooleanRule, OneOf, OptionalField, toStoredId, UUID_PATTERN } from '#platform/operations/fields.js';
import { FILTER_RANGES } from '#workspace/opportunities/feed/feed.filters.js';
import { OpportunityFilter } from '#workspace/opportunities/opportunity-filter.dto.js';
import { type EmailDelivery, FREQUENCIES, type SentFilters, WEEKDAYS } from './saved-search.types.js';

const MAX_RECIPIENTS = 50;
const DEFAULT_HOUR = 8;

/** The filters of the listing that say which opportunities are wanted, not how a page of them is read or who works on them. */
export class SearchFilters extends OmitType(OpportunityFilter, [
  'page',
  'page_size',
  'cursor',
  'sort',
  'updated_since',
  'ids',
  'assignee',
  'snoozed',
] as const) {}

/** The ranges of the filters, for operations with a body that has them. */
export const RANGES_IN_BODY = FILTER_RANGES.map(([from, to]) => [`filters.${from}`, `filters.${to}`] as const);

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const sent = new WeakMap<SearchFilters, SentFilters>();

/** Filters as they were sent: a single value, or a list of several. */
export const asSent = (filters: SearchFilters): SentFilters => sent.get(filters) ?? {};

/** Reads filters that a validated request or a row contains. An empty list does not filter. */
export function readFilters(value: SentFilters): SearchFilters {
  const given = Object.entries(value).map(([name, each]) => [name, isEmpty(each) ? undefined : each]);
  const filters = plainToInstance(SearchFilters, Object.fromEntries(given));
  sent.set(filters, value);
  return filters;
}

const readUnchecked = ({ value }: { value: unknown }): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? readFilters(value as SentFilters) : value;

/** The rules of `filters` in a body. */
export const FiltersRules = (): PropertyDecorator =>
  applyDecorators(
    Transform(readUnchecked),
    IsObject({ message: '$property must be an object' }),
    ValidateNested({ message: '$property must be an object' }),
  );

export const FILTERS_SHOWN = {
  type: SearchFilters,
  description: 'The filters of `GET /opportunities`, with a list for a repeated parameter',
  example: { q: ['exports'], frustration_tier: ['high', 'critical'] },
};

const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || !ZONE.test(value)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
}

export class EmailDeliveryInput {
  @ApiProperty({ enum: FREQUENCIES, description: 'How often a digest is mailed' })
  @OneOf(FREQUENCIES)
  frequency!: EmailDelivery['frequency'];

  @ApiPropertyOptional({ enum: WEEKDAYS, default: 'monday', description: 'The day of a weekly digest' })
  @OptionalField()
  @OneOf(WEEKDAYS)
  weekday?: (typeof WEEKDAYS)[number];

  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 23, default: DEFAULT_HOUR, description: 'The hour' })
  @OptionalField()
  @IsInt({ message: '$property must be an integer', context: { min: 0, max: 23 } })
  @Min(0, { context: { min: 0, max: 23 } })
  @Max(23, { context: { min: 0, max: 23 } })
  hour: number = DEFAULT_HOUR;

  @ApiPropertyOptional({ default: 'UTC', description: 'The time zone of the hour', example: 'Europe/Berlin' })
  @OptionalField()
  @ValidateBy(
    { name: 'isTimeZone', validator: { validate: isTimeZone } },
    { message: '$property must be the name of a time zone, such as Europe/Berlin' },
  )
  time_zone: string = 'UTC';

  @ApiProperty({
    type: [String],
    format: 'uuid',
    minItems: 1,
    maxItems: MAX_RECIPIENTS,
    description: 'The ids of people of your team who have confirmed their email address',
  })
  @ArrayMinSize(1, { message: '$property must not be empty', context: { min: 1 } })
  @ArrayMaxSize(MAX_RECIPIENTS, { context: { max: MAX_RECIPIENTS } })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(toStoredId) : value))
  @Matches(UUID_PATTERN, { each: true, message: '$property must be UUIDs' })
  @IsArray({ message: '$property must be an array' })
  recipients!: string[];
}

/** The channels of matches. Fields that are left out keep their values, or get their defaults in a new search. */
export class DeliveryInput {
  @ApiPropertyOptional({ default: false, description: 'Sends `alert.matched` to webhook endpoints' })
  @OptionalField()
  @BooleanRule()
  webhook?: boolean;

  @ApiPropertyOptional({ default: true, description: 'Adds matches to the inbox' })
  @OptionalField()
  @BooleanRule()
  inbox?: boolean;

  @ApiPropertyOptional({ default: false, description: 'Publishes matches in an Atom feed with a secret address' })
  @OptionalField()
  @BooleanRule()
  feed?: boolean;

  @ApiPropertyOptional({ type: EmailDeliveryInput, nullable: true, default: null, description: 'Mails a digest' })
  @Type(() => EmailDeliveryInput)
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @IsObject({ message: '$property must be an object or null' })
  @ValidateNested({ message: '$property must be an object or null' })
  email?: EmailDeliveryInput | null;
}

export const DeliveryRules = (): PropertyDecorator =>
  applyDecorators(
    Type(() => DeliveryInput),
    OptionalField(),
    IsObject({ message: '$property must be an object' }),
    ValidateNested({ message: '$property must be an object' }),
  );

export class EmailDeliveryView implements EmailDelivery {
  @ApiProperty({ enum: FREQUENCIES, description: 'How often a digest is mailed' })
  frequency!: EmailDelivery['frequency'];
  @ApiProperty({ enum: WEEKDAYS, nullable: true, description: 'The day of a weekly digest; else null', example: null })
  weekday!: EmailDelivery['weekday'];
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 23, description: 'The hour', example: DEFAULT_HOUR })
  hour!: number;
  @ApiProperty({ description: 'The time zone of the hour', example: 'UTC' }) time_zone!: string;
  @ApiProperty({ type: [String], format: 'uuid', description: 'People of your team' }) recipients!: string[];
}

export class DeliveryView {
  @ApiProperty({ description: 'Whether webhook endpoints receive `alert.matched`', example: false }) webhook!: boolean;
  @ApiProperty({ description: 'Whether matches go to the inbox', example: true }) inbox!: boolean;
  @ApiProperty({ description: 'Whether there is an Atom feed', example: false }) feed!: boolean;
  @ApiProperty({ type: EmailDeliveryView, nullable: true, description: 'The digest by mail; null without one' })
  email!: EmailDeliveryView | null;
}
