import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE_TEXT, NULLABLE_TIME } from '#platform/operations/fields.js';

/** A text field of a response that may be null. */
export const NullableText = (description: string): PropertyDecorator => ApiProperty({ ...NULLABLE_TEXT, description });

/** A date-time field of a response that may be null. */
export const NullableTime = (description: string): PropertyDecorator => ApiProperty({ ...NULLABLE_TIME, description });
