import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { isDateTime, readTime } from './time.js';
import { UUID_PATTERN } from './uuid.js';

export { UUID_PATTERN } from './uuid.js';

/** An id in examples. */
export const EXAMPLE_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

/** The schema of a text that may be null. */
export const NULLABLE_TEXT = { type: 'string', nullable: true } as const;

/** The schema of a time that may be null. */
export const NULLABLE_TIME = { ...NULLABLE_TEXT, format: 'date-time' } as const;

/** A field that may be absent but not null. */
export const OptionalField = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Ids are stored in lower case. The validator refuses values that are not text. */
export const toStoredId = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** A required UUID, converted to lower case. */
export const IdField = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ format: 'uuid', description, example: EXAMPLE_ID }),
    Transform(({ value }: { value: unknown }) => toStoredId(value)),
    Matches(UUID_PATTERN, { message: '$property must be a UUID' }),
  );

/** An optional UUID from the query, converted to lower case. */
export const OptionalIdQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ format: 'uuid', description }),
    Transform(({ value }: { value: unknown }) => toStoredId(value)),
    OptionalField(),
    Matches(UUID_PATTERN, { message: '$property must be a UUID' }),
  );

/** The path DTO of an operation on one item, which the path names by its `id`. */
export function idPath(description: string): Type<{ id: string }> {
  class IdPath {
    @IdField(description)
    id!: string;
  }
  return IdPath;
}

/**
 * A text of at most so many characters, as PostgreSQL counts them. `MaxLength` of class-validator leaves out the invisible characters after
 * an emoji.
 */
export const MaxCharacters = (max: number, options: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'maxLength',
      constraints: [max],
      validator: {
        // A text has at most as many characters as UTF-16 units.
        validate: (text: unknown) => typeof text === 'string' && (text.length <= max || [...text].length <= max),
      },
    },
    options,
  );

/** `true` or `false`. */
export const BooleanRule = (): PropertyDecorator =>
  IsBoolean({ message: '$property must be true or false', context: { allowed: [true, false] } });

/** One of a fixed list of values, which the fault repeats. */
export const OneOf = (values: readonly (string | number)[], options: { each?: boolean } = {}): PropertyDecorator =>
  IsIn(values, {
    ...options,
    // A list that grows is complete only when the message is made.
    message: () => `$property must be one of: ${values.join(', ')}`,
    context: { allowed: values },
  });

/** Only the usual spelling, so that `01` or `+1` is no number that a program did not mean. */
const WHOLE_NUMBER = /^(0|-?[1-9]\d{0,14})$/;

/** Converts the text of a query value to a whole number. The validator refuses anything else. */
export const toWholeNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;

/** An optional whole number from the query, with bounds that the fault repeats. */
export const WholeNumberQuery = (description: string, min: number, max: number, byDefault: number): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: byDefault, description }),
    Transform(toWholeNumber),
    OptionalField(),
    IsInt({ message: '$property must be an integer', context: { min, max } }),
    Min(min, { message: `$property must be at least ${min}`, context: { min, max } }),
    Max(max, { message: `$property must be at most ${max}`, context: { min, max } }),
  );

/** A rule that a field must not be given together with some others, which have no default. */
export const OnlyWithout = (...others: string[]): PropertyDecorator =>
  ValidateBy(
    {
      name: 'onlyWithout',
      validator: {
        validate: (_, given) =>
          others.every((other) => (given?.object as Record<string, unknown>)[other] === undefined),
      },
    },
    { message: `$property cannot be combined with ${others.join(' or ')}` },
  );

/** An optional date, or date-time with an offset, from the query. */
export const OptionalTimeQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'string', format: 'date-time', description, example: '2026-01-31T00:00:00Z' }),
    Transform(({ value }: { value: unknown }) => readTime(value)),
    OptionalField(),
    ValidateBy(
      { name: 'isDateTime', validator: { validate: isDateTime } },
      { message: '$property must be an ISO 8601 date or date-time' },
    ),
  );
