import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, Matches, ValidateBy } from 'class-validator';
import { TEAM_EVENT_TYPES } from '#accounts/events/team-event.definition.js';
import { idPath, OneOf, OptionalField, OptionalTimeQuery, UUID_PATTERN } from '#platform/operations/fields.js';
import { AnyKnownOf, AnyOf } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { isDateTime, readTime } from '#platform/operations/time.js';
import { ATTEMPT_ERRORS, type AttemptError } from './webhook-attempt.entity.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.js';

const TAG = 'Webhook deliveries';
const MAX_TYPES = 50;
const REPLAYED = ['missing', 'all'] as const;
const SINCE_UNTIL = [['since', 'until']] as const;

const TimeRule = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => readTime(value)),
    ValidateBy(
      { name: 'isDateTime', validator: { validate: isDateTime } },
      { message: '$property must be an ISO 8601 date or date-time' },
    ),
  );

export class WebhookDeliveriesQuery extends CursorQuery {
  @AnyOf(DELIVERY_STATUSES, 'Only deliveries in this state') status?: DeliveryStatus[];
  @AnyKnownOf(TEAM_EVENT_TYPES, 'Only events of this type') event_type?: string[];

  @ApiPropertyOptional({ format: 'uuid', description: 'Only deliveries of this event' })
  @OptionalField()
  @Matches(UUID_PATTERN, { message: '$property must be a UUID' })
  event_id?: string;

  @OptionalTimeQuery('Only deliveries created at or after this time') since?: string;
  @OptionalTimeQuery('Only deliveries created before this time. A date includes its whole day, in UTC') until?: string;
}

export class WebhookRangeReplay {
  @ApiProperty({ format: 'date-time', description: 'Events at or after this time', example: '2026-11-21T00:00:00Z' })
  @TimeRule()
  since!: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Events before this time. A date includes its whole day, in UTC',
  })
  @OptionalField()
  @TimeRule()
  until?: string;

  @ApiPropertyOptional({
    enum: REPLAYED,
    default: 'missing',
    description: 'missing: events of which no delivery to the endpoint succeeded; all: every event',
  })
  @OptionalField()
  @OneOf(REPLAYED)
  only: (typeof REPLAYED)[number] = 'missing';

  @ApiPropertyOptional({
    type: [String],
    description: 'Only events of these types, if the endpoint receives them',
    example: ['report.completed'],
  })
  @OptionalField()
  @ArrayMaxSize(MAX_TYPES, {
    message: `$property must name at most ${MAX_TYPES} types`,
    context: { max: MAX_TYPES },
  })
  @OneOf(TEAM_EVENT_TYPES, { each: true })
  @IsArray({ message: '$property must be an array' })
  event_types?: string[];
}

export class QueuedReplay {
  @ApiProperty({ type: 'integer', description: 'The number of new deliveries', example: 120 }) queued!: number;
}

export class WebhookAttemptView {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'From 1', example: 1 }) number!: number;
  @ApiProperty({ format: 'date-time', description: 'When the request was sent' }) started_at!: string;
  @ApiProperty({ type: 'integer', description: 'Milliseconds', example: 85 }) duration_ms!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of the answer', example: 204 })
  response_status!: number | null;
  @ApiProperty({ enum: ATTEMPT_ERRORS, nullable: true, description: 'Why the attempt failed', example: null })
  error!: AttemptError | null;
}

export class WebhookAttemptWithBody extends WebhookAttemptView {
  @ApiProperty({ type: String, nullable: true, description: 'The first 4 KB of the answer', example: 'ok' })
  response_body!: string | null;
}

export class WebhookDeliveryView {
  @ApiProperty({ format: 'uuid', description: 'The id of the delivery' }) id!: string;
  @ApiProperty({ format: 'uuid', description: 'The event' }) event_id!: string;
  @ApiProperty({ format: 'uuid', description: 'The endpoint' }) endpoint_id!: string;
  @ApiProperty({ description: 'The type of the event', example: 'report.completed' }) event_type!: string;
  @ApiProperty({ enum: DELIVERY_STATUSES, description: 'The state of the delivery', example: 'succeeded' })
  status!: DeliveryStatus;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the next attempt is due; null unless pending',
    example: null,
  })
  next_attempt_at!: string | null;
  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The delivery that it repeats',
    example: null,
  })
  replay_of!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the delivery was created' }) created_at!: string;
  @ApiProperty({ type: [WebhookAttemptView], description: 'The attempts, oldest first' })
  attempts!: WebhookAttemptView[];
}

export class WebhookRequestView {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'The headers of the last attempt, without signatures',
    example: { 'content-type': 'application/json' },
  })
  headers!: Record<string, string>;
  @ApiProperty({ description: 'The bytes that are sent', example: '{}' }) body!: string;
}

export class WebhookDeliveryWithBodies extends WebhookDeliveryView {
  @ApiProperty({ type: WebhookRequestView, description: 'What is sent' }) request!: WebhookRequestView;
  @ApiProperty({ type: [WebhookAttemptWithBody], description: 'The attempts, oldest first' })
  declare attempts: WebhookAttemptWithBody[];
}

const endpointPath = idPath('The endpoint');
const deliveryPath = idPath('The delivery');

export const listWebhookDeliveries = defineOperation({
  id: 'list_webhook_deliveries',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Lists the deliveries to a webhook endpoint',
  description: 'The newest delivery comes first.',
  isInEveryPlan: true,
  input: { path: endpointPath, query: WebhookDeliveriesQuery },
  ranges: SINCE_UNTIL,
  output: { type: WebhookDeliveryView, isArray: true, paginated: 'cursor' },
  failures: [404],
});

export const getWebhookDelivery = defineOperation({
  id: 'get_webhook_delivery',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Gets a delivery with its request and the answers',
  description: 'Deliveries are kept as long as events.',
  isInEveryPlan: true,
  input: { path: deliveryPath },
  output: { type: WebhookDeliveryWithBodies },
  failures: [404],
});

export const replayWebhookDelivery = defineOperation({
  id: 'replay_webhook_delivery',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Sends a delivery again',
  description:
    'One attempt without retries, which does not affect the health of the endpoint. Works on a disabled endpoint.',
  writes: true,
  keepsAnswerWithin: true,
  isInEveryPlan: true,
  input: { path: deliveryPath },
  output: { type: WebhookDeliveryView },
  failures: [404],
});

export const replayWebhookRange = defineOperation({
  id: 'replay_webhook_events',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Sends the events of a range to a webhook endpoint again',
  description: 'Creates ordinary deliveries, the oldest event first, including events from before the endpoint.',
  writes: true,
  keepsAnswerWithin: true,
  input: { path: endpointPath, body: WebhookRangeReplay },
  ranges: SINCE_UNTIL,
  output: { type: QueuedReplay },
  failures: [403, 404],
  reasons: ['too_many_rows'],
});
