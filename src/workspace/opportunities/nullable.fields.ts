import { ApiProperty } from '@nestjs/swagger';

/** A text field of a response that may be null. */
export const NullableText = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'string', nullable: true, description });

/** A date-time field of a response that may be null. */
export const NullableTime = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'string', format: 'date-time', nullable: true, description });
