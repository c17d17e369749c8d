import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateIf } from 'class-validator';
import { UUID_PATTERN } from './uuid.js';

export { UUID_PATTERN } from './uuid.js';

const EXAMPLE_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

/** Absent is fine, null is not: decisions say that null for a field that does not allow it is a fault. */
export const OptionalField = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** Ids are stored in lower case; anything but text is left for the validator to refuse. */
const toStoredId = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** A required UUID, in lower case whatever the client sent. */
export const IdField = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ format: 'uuid', description, example: EXAMPLE_ID }),
    Transform(toStoredId),
    Matches(UUID_PATTERN, { message: '$property must be a UUID' }),
  );

/** A value of a closed vocabulary; the fault lists what is allowed. */
export const OneOf = (values: readonly (string | number)[], options: { each?: boolean } = {}): PropertyDecorator =>
  IsIn(values, {
    ...options,
    message: `$property must be one of: ${values.join(', ')}`,
    context: { allowed: values },
  });

const WHOLE_NUMBER = /^[+-]?\d{1,15}$/;

/** Query values are text: turns a whole number into one and leaves anything else for the validator to refuse. */
export const toWholeNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && WHOLE_NUMBER.test(value) ? Number(value) : value;

/** A whole number from the query, with bounds that the fault repeats. */
export const WholeNumberQuery = (description: string, min: number, max: number, byDefault: number): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: min, maximum: max, default: byDefault, description }),
    Transform(toWholeNumber),
    OptionalField(),
    IsInt({ message: '$property must be an integer', context: { min, max } }),
    Min(min, { message: `$property must be at least ${min}`, context: { min, max } }),
    Max(max, { message: `$property must be at most ${max}`, context: { min, max } }),
  );

/** A text query parameter that may be left out. */
export const OptionalQuery = (description: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description }), IsOptional());
