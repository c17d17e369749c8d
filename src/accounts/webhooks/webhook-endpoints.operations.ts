import { parsedUrl } from '#platform/text/parsed.url.js';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, Max, Min, ValidateBy } from 'class-validator';
import { SUBSCRIBABLE_TYPES, TEAM_EVENT_TYPES } from '#accounts/events/team-event.definition.js';
import { idPath, MaxCharacters, NULLABLE_TIME, OneOf, OptionalField } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { PageQuery } from '#platform/operations/pagination.dto.js';
import { ATTEMPT_ERRORS, type AttemptError } from './webhook-attempt.entity.js';
import { DISABLED_REASONS, ENDPOINT_STATUSES } from './webhook-endpoint.entity.js';
import { WEBHOOK_TEST } from './webhooks.events.js';

const TAG = 'Webhooks';
const MAX_URL_LENGTH = 2_048;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_TYPES = 50;
const WEEK_SECONDS = 604_800;
const DAY_SECONDS = 86_400;
const OVERLAP = { min: 0, max: WEEK_SECONDS };

const isAddress = (value: unknown): boolean =>
  typeof value === 'string' && parsedUrl(value) !== null && !value.includes('#');

const TextRule = (): PropertyDecorator => IsString({ message: '$property must be text' });

const UrlRules = (): PropertyDecorator =>
  applyDecorators(
    ValidateBy(
      { name: 'isUrl', validator: { validate: isAddress } },
      { message: '$property must be an absolute URL without a fragment' },
    ),
    MaxCharacters(MAX_URL_LENGTH, {
      message: `$property must be at most ${MAX_URL_LENGTH} characters`,
      context: { max: MAX_URL_LENGTH },
    }),
  );

const TypesRules = (): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: '$property must be an array' }),
    ArrayMinSize(1, { message: '$property must name at least one type', context: { min: 1, max: MAX_TYPES } }),
    ArrayMaxSize(MAX_TYPES, {
      message: `$property must name at most ${MAX_TYPES} types`,
      context: { min: 1, max: MAX_TYPES },
    }),
    OneOf(SUBSCRIBABLE_TYPES, { each: true }),
    ValidateBy(
      {
        name: 'allAlone',
        validator: { validate: (types) => !Array.isArray(types) || !types.includes('*') || types.length === 1 },
      },
      { message: '$property must have no other value beside *' },
    ),
  );

const URL_SHOWN = {
  maxLength: MAX_URL_LENGTH,
  description: 'The address to which events are sent: https, port 443 or 8443, a public host name',
  example: 'https://hooks.acme.example/qualm',
};
const TYPES_SHOWN: ApiPropertyOptions = {
  type: [String],
  minItems: 1,
  maxItems: MAX_TYPES,
  description: 'The types of events to send, see `GET /event-types`; or `["*"]` for all, including future ones',
  example: ['*'],
};
const DESCRIPTION_SHOWN = {
  type: String,
  nullable: true,
  maxLength: MAX_DESCRIPTION_LENGTH,
  description: 'A note for people',
  example: 'CRM',
};

const DESCRIPTION_LENGTH = {
  message: `$property must be at most ${MAX_DESCRIPTION_LENGTH} characters`,
  context: { max: MAX_DESCRIPTION_LENGTH },
};

export class NewWebhookEndpoint {
  @ApiProperty(URL_SHOWN) @TextRule() @UrlRules() url!: string;
  @ApiProperty(TYPES_SHOWN) @TypesRules() event_types!: string[];

  @ApiPropertyOptional({ ...DESCRIPTION_SHOWN, nullable: false })
  @OptionalField()
  @MaxCharacters(MAX_DESCRIPTION_LENGTH, DESCRIPTION_LENGTH)
  @TextRule()
  description?: string;
}

export class WebhookEndpointChange {
  @ApiPropertyOptional(URL_SHOWN) @OptionalField() @TextRule() @UrlRules() url?: string;
  @ApiPropertyOptional(TYPES_SHOWN) @OptionalField() @TypesRules() event_types?: string[];

  @ApiPropertyOptional({ ...DESCRIPTION_SHOWN, nullable: false })
  @OptionalField()
  @MaxCharacters(MAX_DESCRIPTION_LENGTH, DESCRIPTION_LENGTH)
  @TextRule()
  description?: string;

  @ApiPropertyOptional({
    enum: ENDPOINT_STATUSES,
    description: 'Whether events are sent. Enabling resets earlier failures',
  })
  @OptionalField()
  @OneOf(ENDPOINT_STATUSES)
  status?: (typeof ENDPOINT_STATUSES)[number];
}

export class WebhookSecretRotation {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: WEEK_SECONDS,
    default: DAY_SECONDS,
    description: 'The seconds for which the old secret signs, too',
  })
  @OptionalField()
  @IsInt({ message: '$property must be an integer', context: OVERLAP })
  @Min(OVERLAP.min, { message: `$property must be at least ${OVERLAP.min}`, context: OVERLAP })
  @Max(OVERLAP.max, { message: `$property must be at most ${OVERLAP.max}`, context: OVERLAP })
  overlap_seconds: number = DAY_SECONDS;
}

export class WebhookTest {
  @ApiPropertyOptional({
    description: 'The type of the example',
    default: WEBHOOK_TEST.type,
    example: WEBHOOK_TEST.type,
  })
  @OptionalField()
  @OneOf(TEAM_EVENT_TYPES)
  event_type: string = WEBHOOK_TEST.type;
}

export class WebhookSecretView {
  @ApiProperty({ description: 'The last four characters', example: 'BwcH' }) hint!: string;
  @ApiProperty({ format: 'date-time', description: 'When the secret was made' }) created_at!: string;
  @ApiProperty({ ...NULLABLE_TIME, description: 'When an old secret stops signing; null for the current one' })
  expires_at!: string | null;
}

export class WebhookEndpointView {
  @ApiProperty({ format: 'uuid', description: 'The id of the endpoint' }) id!: string;
  @ApiProperty(URL_SHOWN) url!: string;
  @ApiProperty(TYPES_SHOWN) event_types!: string[];
  @ApiProperty(DESCRIPTION_SHOWN) description!: string | null;
  @ApiProperty({ enum: ENDPOINT_STATUSES, description: 'Whether events are sent' })
  status!: (typeof ENDPOINT_STATUSES)[number];

  @ApiProperty({ enum: DISABLED_REASONS, nullable: true, description: 'Why no events are sent', example: null })
  disabled_reason!: (typeof DISABLED_REASONS)[number] | null;

  @ApiProperty({ type: [WebhookSecretView], description: 'The secrets that sign, the newest first' })
  secrets!: WebhookSecretView[];

  @ApiProperty({ description: 'False for an endpoint of test mode', example: true }) livemode!: boolean;
  @ApiProperty({ ...NULLABLE_TIME, description: 'The first failure since the last success', example: null })
  failing_since!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'The last success' }) last_success_at!: string | null;
  @ApiProperty({ ...NULLABLE_TIME, description: 'The last failure', example: null }) last_failure_at!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When the endpoint was created' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'When the endpoint was last changed' }) updated_at!: string;
}

export class WebhookEndpointWithSecret extends WebhookEndpointView {
  @ApiProperty({
    description: 'The secret, shown only now',
    example: 'whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
  })
  secret!: string;
}

export class DeletedEndpoint {
  @ApiProperty({ description: 'Always true', example: true }) deleted!: true;
}

export class WebhookTestResult {
  @ApiProperty({ format: 'uuid', description: 'The delivery in the log' }) delivery_id!: string;
  @ApiProperty({ description: 'Whether the receiver answered with a 2xx status', example: true }) succeeded!: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of the answer', example: 204 })
  response_status!: number | null;
  @ApiProperty({ type: 'integer', description: 'Milliseconds', example: 85 }) duration_ms!: number;
  @ApiProperty({ enum: ATTEMPT_ERRORS, nullable: true, description: 'Why the attempt failed', example: null })
  error!: AttemptError | null;
}

const path = idPath('The endpoint');

export const createWebhookEndpoint = defineOperation({
  id: 'create_webhook_endpoint',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Creates a webhook endpoint',
  description: 'The answer is the only one with the secret that signs the requests (Standard Webhooks 1.0.0).',
  writes: true,
  keepsAnswerWithin: 'prepared',
  answersSecret: true,
  isInEveryPlan: true,
  needsConfirmedAddress: true,
  input: { body: NewWebhookEndpoint },
  output: { type: WebhookEndpointWithSecret },
  failures: [400, 403],
  reasons: ['feature_not_configured'],
});

export const listWebhookEndpoints = defineOperation({
  id: 'list_webhook_endpoints',
  tag: TAG,
  scope: 'webhooks',
  summary: "Lists your team's webhook endpoints",
  description: 'The newest endpoint comes first.',
  isInEveryPlan: true,
  input: { query: PageQuery },
  output: { type: WebhookEndpointView, isArray: true, paginated: true },
});

export const getWebhookEndpoint = defineOperation({
  id: 'get_webhook_endpoint',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Gets a webhook endpoint',
  description: 'Only the last characters of its secrets are shown.',
  isInEveryPlan: true,
  input: { path },
  output: { type: WebhookEndpointView },
  failures: [404],
});

export const updateWebhookEndpoint = defineOperation({
  id: 'update_webhook_endpoint',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Changes a webhook endpoint',
  description: 'Unsent deliveries go to the new address.',
  writes: true,
  isInEveryPlan: true,
  input: { path, body: WebhookEndpointChange },
  output: { type: WebhookEndpointView },
  failures: [404],
});

export const deleteWebhookEndpoint = defineOperation({
  id: 'delete_webhook_endpoint',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Deletes a webhook endpoint',
  description: 'Waiting deliveries are canceled. The log stays as long as events are kept.',
  writes: true,
  isInEveryPlan: true,
  input: { path },
  output: { type: DeletedEndpoint },
  failures: [404],
});

export const rotateWebhookSecret = defineOperation({
  id: 'rotate_webhook_secret',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Replaces the secret of a webhook endpoint',
  description: 'Both secrets sign until the overlap ends. At most two old ones are kept.',
  writes: true,
  keepsAnswerWithin: true,
  answersSecret: true,
  isInEveryPlan: true,
  input: { path, body: WebhookSecretRotation },
  output: { type: WebhookEndpointWithSecret },
  failures: [403, 404],
  reasons: ['feature_not_configured'],
});

export const testWebhookEndpoint = defineOperation({
  id: 'test_webhook_endpoint',
  tag: TAG,
  scope: 'webhooks',
  summary: 'Sends an example to a webhook endpoint',
  description: 'Waits for one attempt without a retry. Works on a disabled endpoint, 10 times a minute for a team.',
  writes: true,
  isInEveryPlan: true,
  input: { path, body: WebhookTest },
  output: { type: WebhookTestResult },
  failures: [403, 404],
});
