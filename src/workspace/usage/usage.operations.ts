import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { PoolKind } from '#accounts/credits/credit-pools.service.js';
import { ENTRY_KINDS } from '#accounts/credits/statements.service.js';
import { ACTOR_KINDS } from '#platform/caller/caller.js';
import { MaxCharacters, NULLABLE_TEXT, OneOf, OptionalField, OptionalTimeQuery } from '#platform/operations/fields.js';
import { AnyOf } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';

export const USAGE_GROUPS = ['day', 'action', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export const LEDGER_SORTS = ['-position', 'position'] as const;
const MAX_FILTER_LENGTH = 200;
/** The default `from` of an earlier `to` could be a day before the year 1, which PostgreSQL does not read. */
const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;

/** Whether a value is a day of the calendar, from the year 1000 on. */
const isDay = (value: unknown): boolean =>
  typeof value === 'string' && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;

const DayQuery = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiPropertyOptional({ type: 'string', format: 'date', description, example: '2026-01-31' }),
    OptionalField(),
    ValidateBy(
      { name: 'isDay', validator: { validate: isDay } },
      { message: '$property must be a date from the year 1000 on: YYYY-MM-DD' },
    ),
  );

export class UsageQuery {
  @DayQuery('The first day, in UTC. By default 29 days before `to`') from?: string;
  @DayQuery('The last day, in UTC; at most 366 days in total. By default today') to?: string;

  @AnyOf(USAGE_GROUPS, 'A row for each of these; by default for each day')
  group_by?: UsageGroup[];
}

export class UsageSum {
  @ApiProperty({ type: 'integer', description: 'Credits charged', example: 12 }) charged!: number;
  @ApiProperty({ type: 'integer', description: 'Credits of these charges that were refunded', example: 2 })
  refunded!: number;

  @ApiProperty({ type: 'integer', description: 'Charged less refunded', example: 10 }) net!: number;
  @ApiProperty({ type: 'integer', description: 'Charges', example: 12 }) count!: number;
}

export class CredentialView {
  @ApiProperty({ enum: ACTOR_KINDS, description: 'Through which credential' })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The id of the key, connection or person' }) id!: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The name of the key or assistant, or the email address, if known' })
  name!: string | null;
}

export class UsageRow extends UsageSum {
  @ApiPropertyOptional({ format: 'date', description: 'Only when grouped by day', example: '2026-01-31' }) day?: string;
  @ApiPropertyOptional({ description: 'Only when grouped by action', example: 'unlock_contact' }) action?: string;
  @ApiPropertyOptional({ type: CredentialView, description: 'Only when grouped by key' }) credential?: CredentialView;
}

export class Usage {
  @ApiProperty({ format: 'date', description: 'The first day', example: '2026-01-02' }) from!: string;
  @ApiProperty({ format: 'date', description: 'The last day', example: '2026-01-31' }) to!: string;
  @ApiProperty({ type: UsageSum, description: 'The sum of the rows' }) totals!: UsageSum;
  @ApiProperty({ type: [UsageRow], description: 'Days, actions and keys without use are left out' }) rows!: UsageRow[];
}

export class LedgerQuery extends CursorQuery {
  @ApiPropertyOptional({ enum: LEDGER_SORTS, default: LEDGER_SORTS[0], description: 'The newest or the oldest first' })
  @OptionalField()
  @OneOf(LEDGER_SORTS)
  sort: (typeof LEDGER_SORTS)[number] = LEDGER_SORTS[0];

  @AnyOf(ENTRY_KINDS, 'Only entries of this kind') kind?: string[];

  @ApiPropertyOptional({ maxLength: MAX_FILTER_LENGTH, description: 'Only entries about this paid action' })
  @OptionalField()
  @MaxCharacters(MAX_FILTER_LENGTH, { message: `action must be text of at most ${MAX_FILTER_LENGTH} characters` })
  action?: string;

  @ApiPropertyOptional({ maxLength: MAX_FILTER_LENGTH, description: 'Only entries of this key, connection or person' })
  @OptionalField()
  @MaxCharacters(MAX_FILTER_LENGTH, {
    message: `credential_id must be text of at most ${MAX_FILTER_LENGTH} characters`,
  })
  credential_id?: string;

  @OptionalTimeQuery('Only entries at or after this time') from?: string;
  @OptionalTimeQuery('Only entries before this time. A date includes its whole day, in UTC') to?: string;
}

export class EntryPool {
  @ApiProperty({ format: 'uuid', description: 'The id of the pool' }) id!: string;
  @ApiProperty({ enum: ['pack', 'welcome'], description: 'What the pool is', example: 'pack' }) kind!: PoolKind;
  @ApiProperty({ type: 'integer', description: 'Credits that came in, or went if negative', example: -1 })
  amount!: number;
}

export class LedgerEntry {
  @ApiProperty({ type: 'integer', description: 'The number of the entry, from 1 without gaps', example: 42 })
  position!: number;

  @ApiProperty({ enum: ENTRY_KINDS, description: 'Why credits moved', example: 'charge' }) kind!: string;
  @ApiProperty({ type: 'integer', description: 'The change of the balance', example: -1 }) amount!: number;
  @ApiProperty({ type: 'integer', description: 'The balance afterwards', example: 99 }) balance_after!: number;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The paid action', example: 'unlock_contact' }) action!: string | null;
  @ApiProperty({
    ...NULLABLE_TEXT,
    deprecated: true,
    description: 'What was bought, as one text. Read the ids beside it instead',
  })
  thing!: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'uuid', description: 'The opportunity of a contact or a pitch; else null' })
  opportunity_id!: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'uuid', description: 'The product of a report; else null' })
  product_id!: string | null;

  @ApiProperty({
    ...NULLABLE_TEXT,
    format: 'uuid',
    description: 'The pitch that was bought, while it exists; else null',
  })
  pitch_id!: string | null;

  @ApiProperty({
    ...NULLABLE_TEXT,
    format: 'uuid',
    description: 'The report that was bought, while it exists; else null',
  })
  report_id!: string | null;

  @ApiProperty({
    type: [EntryPool],
    description: 'The parts that concern packs and welcome credits; the rest concerns the credits of the period',
    example: [],
  })
  pools!: EntryPool[];

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The reason of a grant, refund, refill, expiry or reversal' }) reason!:
    string | null;
  @ApiProperty({ type: CredentialView, description: 'Who moved the credits' }) credential!: CredentialView;

  @ApiProperty({ ...NULLABLE_TEXT, format: 'uuid', description: 'The same for a charge and its refund' })
  purchase_id!: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The id of the request; of a refund, that of its charge' })
  request_id!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the credits moved' }) created_at!: string;
}

export const getUsage = defineOperation({
  id: 'get_usage',
  tag: 'Credits',
  summary: 'Credits spent, by day, action and key',
  description:
    'The sum of the rows equals the totals and the ledger. A refund counts on the day of its charge. At most 10,000 rows.',
  showsCredits: true,
  input: { query: UsageQuery },
  ranges: [['from', 'to']],
  output: { type: Usage },
  reasons: ['too_many_rows'],
});

export const listLedger = defineOperation({
  id: 'list_ledger',
  tag: 'Credits',
  summary: 'Every movement of credits of the team',
  description: 'Each entry has the balance after it. Entries never change, and their positions have no gaps.',
  showsCredits: true,
  isInEveryPlan: true,
  input: { query: LedgerQuery },
  ranges: [['from', 'to']],
  output: { type: LedgerEntry, isArray: true, paginated: 'cursor' },
});
