import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BooleanRule, OptionalField } from '#platform/operations/fields.js';

/** The effect of a call that is only priced. */
export const OUTCOMES = ['charge', 'free', 'refuse'] as const;

/** The reason why a call would be free. */
export const FREE_REASONS = [
  'already_revealed',
  'known_not_found',
  'already_in_progress',
  'up_to_date',
  'redraft',
] as const;
export type FreeReason = (typeof FREE_REASONS)[number];

/** The expected outcome of a purchase. */
export const EXPECTATIONS = ['found', 'not_found', 'unknown'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

const CREDITS = { type: 'integer', minimum: 0 } as const;
const OPTIONAL_CREDITS = { ...CREDITS, type: Number, nullable: true } as const;

/** The body field with which a paid action is priced and not bought. */
export class DryRunBody {
  @ApiPropertyOptional({
    example: true,
    description: 'Only price the call',
  })
  @OptionalField()
  @BooleanRule()
  dry_run?: boolean;
}

export class RefusalError {
  @ApiProperty({ description: 'The kind of failure', example: 'payment_required' }) code!: string;
  @ApiProperty({ description: 'The failure in words', example: 'Not enough credits' }) message!: string;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Facts about the failure',
    example: { reason: 'insufficient_credits', credits_balance: 0, credits_required: 1 },
  })
  details?: Record<string, unknown>;
}

export class Refusal {
  @ApiProperty({ type: 'integer', description: 'The HTTP status of the call', example: 402 }) status!: number;
  @ApiProperty({ type: RefusalError, description: 'The failure of the call' }) error!: RefusalError;
}

/** The current price of a paid action. It is not a reservation: another request may spend first. */
export class DryRun {
  @ApiProperty({ description: 'Nothing was bought', example: true }) dry_run!: true;
  @ApiProperty({ description: 'The paid action', example: 'unlock_contact' }) action!: string;

  @ApiProperty({ enum: OUTCOMES, description: 'The effect of the call', example: 'charge' })
  would!: (typeof OUTCOMES)[number];

  @ApiProperty({
    type: String,
    enum: FREE_REASONS,
    nullable: true,
    description: 'The reason why the call would be free; null unless `would` is `free`',
    example: null,
  })
  free_because!: FreeReason | null;

  @ApiProperty({
    ...CREDITS,
    description: 'The price; 0 if the call is free or refers to an unknown object',
    example: 1,
  })
  credits_required!: number;

  @ApiProperty({
    type: String,
    enum: EXPECTATIONS,
    nullable: true,
    description:
      'The expected result of an unlock, from stored results and the directory; `not_found` is refunded. Null for other actions',
    example: 'found',
  })
  expected!: Expectation | null;

  @ApiProperty({ ...CREDITS, description: "The team's balance", example: 99 }) credits_balance!: number;

  @ApiProperty({ ...OPTIONAL_CREDITS, description: 'The spend cap or credit budget; null without one', example: 50 })
  spend_cap!: number | null;

  @ApiProperty({ ...OPTIONAL_CREDITS, description: 'The rest of it; null without one', example: 12 })
  spend_remaining!: number | null;

  @ApiProperty({ ...OPTIONAL_CREDITS, description: 'The daily cap; null without one', example: null })
  daily_cap!: number | null;

  @ApiProperty({ ...OPTIONAL_CREDITS, description: 'The rest of it today; null without one', example: null })
  daily_remaining!: number | null;

  @ApiProperty({
    type: Refusal,
    nullable: true,
    description: 'The failure that the call would get; null unless `would` is `refuse`',
    example: null,
  })
  refusal!: Refusal | null;

  @ApiProperty({ format: 'date-time', description: 'When the price was read' }) quoted_at!: string;
}
