import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsBoolean, IsNumber, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import { MaxCharacters, OneOf, OptionalField, toStoredId, UUID_PATTERN } from './fields.js';
import { isDateTime, readTime } from './time.js';

/** The maximum number of values of a repeated parameter. */
const MAX_VALUES = 100;
const MAX_TEXT_LENGTH = 200;
const DECIMAL = /^\d{1,4}(\.\d{1,6})?$/;

type Read = (value: unknown) => unknown;

/**
 * One value, or several of a repeated parameter, each converted from text. Validation rejects a value that cannot be
 * converted.
 */
const listOf = (read: Read, most = MAX_VALUES): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (value === undefined ? undefined : [value].flat().map(read))),
    OptionalField(),
    ArrayMaxSize(most, { message: `$property must not be repeated more than ${most} times` }),
  );

const asIs: Read = (value) => value;
const readBoolean: Read = (value) => (value === 'true' ? true : value === 'false' ? false : value);
const readNumber: Read = (value) => (typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value);

/** Values of a fixed list. */
export const AnyOf = (values: readonly string[], description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ enum: values, isArray: true, description }),
    listOf(asIs),
    OneOf(values, { each: true }),
  );

/** Values of a list that grows: it may get entries after the declaration, and the reference does not list them. */
export const AnyKnownOf = (values: readonly string[], description: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ type: [String], description }), listOf(asIs), OneOf(values, { each: true }));

/** The items of a list with commas. */
const splitAtCommas = ({ value }: { value: unknown }): unknown =>
  value === undefined
    ? undefined
    : [value].flat().flatMap((each: unknown) => (typeof each === 'string' ? each.split(',') : [each]));

/** UUIDs, converted to lower case: the parameter repeated, or the ids with commas. */
export const AnyId = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({
      type: [String],
      format: 'uuid',
      description,
    }),
    Transform(splitAtCommas),
    listOf(toStoredId),
    Matches(UUID_PATTERN, { each: true, message: '$property must be a UUID' }),
  );

/** UUIDs, converted to lower case, and words that stand for some: the parameter repeated, or the values with commas. */
export const AnyIdOr = (words: readonly string[], description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: [String], description }),
    Transform(splitAtCommas),
    listOf(toStoredId),
    ValidateBy(
      {
        name: 'isIdOr',
        validator: {
          validate: (value: unknown) =>
            typeof value === 'string' && (words.includes(value) || UUID_PATTERN.test(value)),
        },
      },
      { each: true, message: `$property must be ${words.join(', ')} or a UUID` },
    ),
  );

/** `true` or `false`. */
export const YesOrNo = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'boolean', description }),
    listOf(readBoolean),
    IsBoolean({ each: true, message: '$property must be true or false', context: { allowed: [true, false] } }),
  );

/** A number between two bounds (inclusive). */
export const Within = (min: number, max: number, description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'number', minimum: min, maximum: max, description }),
    listOf(readNumber),
    IsNumber({}, { each: true, message: '$property must be a number', context: { min, max } }),
    Min(min, { each: true, message: `$property must be at least ${min}`, context: { min, max } }),
    Max(max, { each: true, message: `$property must be at most ${max}`, context: { min, max } }),
  );

/** Free text. A blank text does not filter. */
export const AnyText = (description: string, most?: number): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: [String], description }),
    listOf(asIs, most),
    IsString({ each: true, message: '$property must be text' }),
    MaxCharacters(MAX_TEXT_LENGTH, {
      each: true,
      message: `$property must be at most ${MAX_TEXT_LENGTH} characters`,
      context: { max: MAX_TEXT_LENGTH },
    }),
  );

/** A date, or a date-time with an offset. */
export const TimeQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'string', format: 'date-time', description, example: '2026-01-31T00:00:00Z' }),
    listOf(readTime),
    ValidateBy(
      { name: 'isDateTime', validator: { validate: isDateTime } },
      { each: true, message: '$property must be an ISO 8601 date or date-time' },
    ),
  );
