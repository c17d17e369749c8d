import { ApiProperty } from '@nestjs/swagger';
import { UNLOCK_FIELDS, UNLOCK_TARGETS, type UnlockField, type UnlockTarget } from './unlock.types.js';

export class UnlockedContact {
  @ApiProperty({ enum: UNLOCK_FIELDS, description: 'The field, as requested', example: 'email' }) field!: UnlockField;

  @ApiProperty({ enum: UNLOCK_TARGETS, description: 'The target, as requested', example: 'reviewer' })
  target!: UnlockTarget;

  @ApiProperty({ description: 'Whether there is a contact', example: true }) found!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'jane.doe@example.com',
    description: 'The contact, or the number of members of a committee; null when nothing was found',
  })
  value!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'directory', description: 'The provider that found it' })
  source!: string | null;

  @ApiProperty({ type: 'integer', description: "The team's balance", example: 99 }) credits_remaining!: number;
  @ApiProperty({ example: false, description: 'True when no provider was asked' }) from_cache!: boolean;

  @ApiProperty({
    example: false,
    description:
      'True when the team has this contact of the person by any unlock; nothing was charged, or the credit was refunded',
  })
  already_revealed!: boolean;

  @ApiProperty({
    enum: ['revealed', 'not_found', 'already_revealed', 'suppressed'],
    description: 'The outcome',
    example: 'revealed',
  })
  reason!: string;

  @ApiProperty({ description: 'True when a credit was charged and then refunded', example: false })
  credit_refunded!: boolean;
}
