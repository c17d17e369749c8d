import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, Max, Min } from 'class-validator';
import { DryRunBody } from '#accounts/runs/dry-run.dto.js';
import { PAID_ACTIONS } from '#accounts/runs/paid-action.js';
import { idPath, OneOf } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery, PageQuery } from '#platform/operations/pagination.dto.js';
import { ITEM_STATUSES, type ItemStatus } from './bulk-item.entity.js';
import { MAX_ITEMS, PriceQuote, propertiesOfItems } from './quotes.operations.js';

const JOB_STATUSES = ['waiting', 'running', 'completed', 'canceled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

const TAG = 'Bulk jobs';
const MAX_CREDITS = 1_000_000_000;
const EXAMPLE_ITEM = { opportunity_id: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10', field: 'email' };
const COUNT = { type: 'integer', minimum: 0 } as const;
const OPEN_ITEM = { type: 'object', additionalProperties: true } as const;

export class BulkJobBody extends DryRunBody {
  @ApiPropertyOptional({ example: true, description: 'Only price the items: no job, and no `Idempotency-Key` needed' })
  override dry_run?: boolean;

  @ApiProperty({ enum: PAID_ACTIONS, description: 'The paid action of every item', example: 'unlock_contact' })
  @OneOf(PAID_ACTIONS)
  action!: string;

  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_ITEMS,
    items: {
      type: 'object',
      get properties() {
        return propertiesOfItems();
      },
    },
    example: [EXAMPLE_ITEM],
    description: 'The calls, each with the fields of its single call',
  })
  @ArrayMaxSize(MAX_ITEMS, { message: `items must have at most ${MAX_ITEMS} items`, context: { max: MAX_ITEMS } })
  @ArrayNotEmpty({ message: 'items must not be empty', context: { min: 1 } })
  @IsArray({ message: 'items must be an array' })
  items!: unknown[];

  @ApiProperty({ ...COUNT, maximum: MAX_CREDITS, example: 20, description: 'The job never spends more than this' })
  @Min(0, { message: 'max_credits must be at least 0', context: { min: 0, max: MAX_CREDITS } })
  @Max(MAX_CREDITS, { message: `max_credits must be at most ${MAX_CREDITS}`, context: { min: 0, max: MAX_CREDITS } })
  @IsInt({ message: 'max_credits must be an integer', context: { min: 0, max: MAX_CREDITS } })
  max_credits!: number;
}

export class BulkCounts implements Record<ItemStatus, number> {
  @ApiProperty({ ...COUNT, description: 'Not begun', example: 0 }) waiting!: number;
  @ApiProperty({ ...COUNT, description: 'Being made now', example: 0 }) running!: number;
  @ApiProperty({ ...COUNT, description: 'Answered with 200', example: 20 }) succeeded!: number;
  @ApiProperty({ ...COUNT, description: 'Answered with a failure', example: 1 }) failed!: number;

  @ApiProperty({ ...COUNT, description: 'Would have exceeded `max_credits`, a cap or the balance', example: 4 })
  skipped!: number;

  @ApiProperty({ ...COUNT, description: 'Never begun', example: 0 }) canceled!: number;
}

export class BulkJobView {
  @ApiProperty({ format: 'uuid', description: 'The id of the bulk job' }) id!: string;
  @ApiProperty({ enum: PAID_ACTIONS, description: 'The paid action of every item' }) action!: string;
  @ApiProperty({ enum: JOB_STATUSES, description: 'The state of the job', example: 'completed' }) status!: JobStatus;
  @ApiProperty({ type: BulkCounts, description: 'The items by status' }) counts!: BulkCounts;
  @ApiProperty({ ...COUNT, description: 'The maximum number of credits that the job may spend', example: 20 })
  max_credits!: number;
  @ApiProperty({ ...COUNT, description: 'Credits spent so far, less refunds', example: 18 }) credits_charged!: number;
  @ApiProperty({ format: 'date-time', description: 'When the job was created' }) created_at!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it ended; null until then' })
  finished_at!: string | null;
}

export class BulkItemError {
  @ApiProperty({ description: 'The kind of failure', example: 'payment_required' }) code!: string;
  @ApiProperty({ description: 'The failure in words', example: 'Not enough credits' }) message!: string;
  @ApiPropertyOptional({ ...OPEN_ITEM, description: 'Facts about the failure' }) details?: object;
  @ApiPropertyOptional({ description: 'The id of the request that created the job' }) request_id?: string;
}

export class BulkItemView {
  @ApiProperty({ ...COUNT, description: 'The position of the item in the list, from 0', example: 0 }) index!: number;
  @ApiProperty({ ...OPEN_ITEM, description: 'The item as it was sent', example: EXAMPLE_ITEM }) request!: object;
  @ApiProperty({ enum: ITEM_STATUSES, description: 'The state of the item', example: 'succeeded' }) status!: ItemStatus;

  @ApiProperty({ type: Number, nullable: true, description: 'The answer of the single call', example: 200 })
  http_status!: number | null;

  @ApiPropertyOptional({
    ...OPEN_ITEM,
    description: 'The data of the single call, if it succeeded and is about nobody who was erased or suppressed since',
  })
  data?: object;
  @ApiPropertyOptional({ type: BulkItemError, description: 'The error of the single call, if it failed' })
  error?: BulkItemError;

  @ApiProperty({ ...COUNT, description: 'Credits that the item cost, less refunds', example: 1 })
  credits_charged!: number;
}

const path = idPath('The bulk job');
const asJob = { type: BulkJobView, polled: true } as const;

export const createBulkJob = defineOperation({
  id: 'create_bulk_job',
  tag: TAG,
  summary: 'Makes up to 100 paid calls of one action in the background',
  description:
    'Each item is the single call with the same credential: charged, capped, joined and refunded alike, five at a time, outside ' +
    'the limit for spending calls. Needs the scope of the action, a spend cap, and an `Idempotency-Key` unless `dry_run` ' +
    'asks for a quote. Items are bought in their order. One that would exceed `max_credits`, a cap or the balance is skipped; ' +
    'later items that are free are still made. The error of an item that would exceed `max_credits` has the reason ' +
    '`max_credits_reached`.',
  scope: null,
  writes: true,
  showsCredits: true,
  input: { body: BulkJobBody },
  output: { ...asJob, dryRun: PriceQuote },
});

export const listBulkJobs = defineOperation({
  id: 'list_bulk_jobs',
  tag: TAG,
  summary: 'The bulk jobs of the team, newest first',
  description: 'Jobs are kept for 30 days after their end.',
  lanes: ['key'],
  showsCredits: true,
  input: { query: CursorQuery },
  output: { type: BulkJobView, isArray: true, paginated: 'cursor' },
});

export const getBulkJob = defineOperation({
  id: 'get_bulk_job',
  tag: TAG,
  summary: 'The state of a bulk job',
  description: 'While the job is open, `Retry-After` has the seconds until the next poll.',
  showsCredits: true,
  input: { path },
  output: asJob,
});

export const listBulkItems = defineOperation({
  id: 'list_bulk_items',
  isConfidential: true,
  tag: TAG,
  summary: 'The items of a bulk job with their answers, in order',
  description: 'The answer of an item is exactly that of the single call.',
  lanes: ['key'],
  showsCredits: true,
  input: { path, query: PageQuery },
  output: { type: BulkItemView, isArray: true, paginated: true },
});

export const cancelBulkJob = defineOperation({
  id: 'cancel_bulk_job',
  tag: TAG,
  summary: 'Stops a bulk job: items that have not begun are canceled',
  description: 'Calls in progress end as usual. Canceling again, or a job that has ended, changes nothing.',
  lanes: ['key'],
  writes: true,
  showsCredits: true,
  input: { path },
  output: asJob,
});
