import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray } from 'class-validator';
import { DryRun } from '#accounts/runs/dry-run.dto.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PITCH_CHANNELS } from '#workspace/pitches/pitch.types.js';
import { UNLOCK_FIELDS, UNLOCK_TARGETS } from '#workspace/unlocks/unlock.types.js';
import { SPENDING_ACTIONS } from './spending-calls.js';

export const MOST_ITEMS = 100;
const ID = { type: 'string', format: 'uuid' } as const;

/** The fields of the single calls, as fields of an item. */
export const ITEM_PROPERTIES = {
  opportunity_id: { ...ID, description: 'With `unlock_contact` and `generate_pitch`' },
  product_id: { ...ID, description: 'With `generate_report`' },
  field: { type: 'string', enum: [...UNLOCK_FIELDS], description: 'With `unlock_contact`' },
  target: { type: 'string', enum: [...UNLOCK_TARGETS], description: 'With `unlock_contact`' },
  target_id: { type: 'integer', minimum: 0, description: 'With `unlock_contact`, for a committee member' },
  channels: {
    type: 'array',
    items: { type: 'string', enum: [...PITCH_CHANNELS] },
    description: 'With `generate_pitch`',
  },
  features: { type: 'string', description: 'With `generate_pitch`' },
};

const EXAMPLE_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

export class QuoteBody {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MOST_ITEMS,
    items: {
      type: 'object',
      required: ['action'],
      properties: {
        action: { type: 'string', enum: [...SPENDING_ACTIONS], description: 'The paid action' },
        ...ITEM_PROPERTIES,
      },
    },
    example: [{ action: 'unlock_contact', opportunity_id: EXAMPLE_ID, field: 'email' }],
    description: 'The calls to price, each with the fields of its single call',
  })
  @ArrayMaxSize(MOST_ITEMS, { message: `items must have at most ${MOST_ITEMS} items`, context: { max: MOST_ITEMS } })
  @ArrayNotEmpty({ message: 'items must not be empty', context: { min: 1 } })
  @IsArray({ message: 'items must be an array' })
  items!: unknown[];
}

export class PriceQuoteTotal {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The sum of the items', example: 1 })
  credits_required!: number;

  @ApiProperty({ description: 'Whether all of them could be bought, one after the other', example: true })
  is_allowed!: boolean;
}

export class PriceQuote {
  @ApiProperty({ type: [DryRun], description: 'One answer for each item, in order' }) items!: DryRun[];
  @ApiProperty({ type: PriceQuoteTotal, description: 'All items, as if bought one after the other' })
  total!: PriceQuoteTotal;
}

export const createQuote = defineOperation({
  id: 'create_quote',
  tag: 'Credits',
  summary: 'Prices up to 100 paid calls without buying any',
  description:
    'Says of each item what the call would do, as if they were bought one after the other. Every refusal stands in its ' +
    'item, a missing scope or spend cap and an unknown id included. Nothing is charged, written or asked of a provider. ' +
    'A quote promises nothing: another request may spend first.',
  scope: 'read',
  showsCredits: true,
  input: { body: QuoteBody },
  output: { type: PriceQuote },
});
