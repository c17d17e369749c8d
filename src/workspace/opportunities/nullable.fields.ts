import { ApiProperty } from '@nestjs/swagger';

/** A text of an answer that may be unknown. */
export const NullableText = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'string', nullable: true, description });

/** A moment of an answer that may be unknown. */
export const NullableTime = (description: string): PropertyDecorator =>
  ApiProperty({ type: 'string', format: 'date-time', nullable: true, description });
