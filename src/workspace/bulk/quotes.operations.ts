import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray } from 'class-validator';
import { DryRun } from '#accounts/runs/dry-run.dto.js';
import { declaredActions, PAID_ACTIONS } from '#accounts/runs/paid-action.js';
import { EXAMPLE_ID } from '#platform/operations/fields.js';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import { defineOperation } from '#platform/operations/operation.js';
import { inList } from '#platform/text/listed.text.js';

export const MAX_ITEMS = 100;
const ID = { type: 'string', format: 'uuid' } as const;

/** The keywords of a field that describe its values. */
const KEYWORDS = ['type', 'enum', 'items', 'minimum'];

/** The fields of the single calls, as fields of an item. Called when the document is made, which knows all actions. */
export function propertiesOfItems(): Record<string, object> {
  const fields = declaredActions().map(({ kind, subject, operation: { input } }) => {
    const { dry_run: _, ...body } = input.body ? (inlineSchemaOf(input.body).properties ?? {}) : {};
    return { name: `\`${kind}\``, id: `${subject}_id`, body };
  });
  const withNames = (has: (each: (typeof fields)[number]) => boolean): string =>
    `With ${inList(fields.filter(has).map(({ name }) => name))}`;
  const ids = fields.map(({ id }): [string, object] => [
    id,
    { ...ID, description: withNames((each) => each.id === id) },
  ]);
  const others = fields.flatMap(({ body }) =>
    Object.entries(body).map(([field, schema]): [string, object] => {
      const [values = schema] = (schema.oneOf ?? []) as (JsonSchema | undefined)[];
      const shape = Object.fromEntries<unknown>(
        KEYWORDS.filter((each) => each in values).map((each) => [each, values[each]]),
      );
      return [field, { ...shape, description: withNames((each) => field in each.body) }];
    }),
  );
  return Object.fromEntries([...ids, ...others]);
}

export class QuoteBody {
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_ITEMS,
    items: {
      type: 'object',
      required: ['action'],
      get properties() {
        return {
          action: { type: 'string', enum: [...PAID_ACTIONS], description: 'The paid action' },
          ...propertiesOfItems(),
        };
      },
    },
    example: [{ action: 'unlock_contact', opportunity_id: EXAMPLE_ID, field: 'email' }],
    description: 'The calls to price, each with the fields of its single call',
  })
  @ArrayMaxSize(MAX_ITEMS, { message: `items must have at most ${MAX_ITEMS} items`, context: { max: MAX_ITEMS } })
  @ArrayNotEmpty({ message: 'items must not be empty', context: { min: 1 } })
  @IsArray({ message: 'items must be an array' })
  items!: unknown[];
}

export class PriceQuoteTotal {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The sum of the items', example: 1 })
  credits_required!: number;

  @ApiProperty({ description: 'Whether all of them could be bought, one after another', example: true })
  is_allowed!: boolean;
}

export class PriceQuote {
  @ApiProperty({ type: [DryRun], description: 'One answer for each item, in order' }) items!: DryRun[];
  @ApiProperty({ type: PriceQuoteTotal, description: 'All items, as if bought one after another' })
  total!: PriceQuoteTotal;
}

export const createQuote = defineOperation({
  id: 'create_quote',
  tag: 'Credits',
  summary: 'Prices up to 100 paid calls without buying any',
  description:
    'Returns the effect of the call for each item, as if they were bought one after another. Every refusal is in its ' +
    'item, a missing scope or spend cap and an unknown id included. Nothing is charged or written, and no provider is called. ' +
    'A quote is not a reservation: another request may spend first.',
  scope: 'read',
  showsCredits: true,
  input: { body: QuoteBody },
  output: { type: PriceQuote },
});
