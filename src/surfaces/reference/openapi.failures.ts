import type { Operation } from '#platform/operations/operation.js';
import { type Components, refTo, type Schema } from './openapi.types.js';

type Status = 400 | 401 | 402 | 403 | 404 | 429 | 500;

interface Failure {
  name: string;
  code: string;
  description: string;
  /** What `details` holds; undefined where there are none. */
  details?: Schema;
  examples: Record<string, { message: string; details?: object }>;
}

const integer = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const reasons = (...known: string[]): Schema => ({ type: 'string', examples: known });

const INPUT_FAULT: Schema = {
  type: 'object',
  required: ['field', 'location', 'code', 'message'],
  properties: {
    field: { type: 'string' },
    location: { enum: ['query', 'path', 'body', 'header'] },
    code: { type: 'string' },
    message: { type: 'string' },
    allowed: { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
    min: { type: 'number' },
    max: { type: 'number' },
  },
};

const FAILURES: Record<Status, Failure> = {
  400: {
    name: 'InvalidRequest',
    code: 'invalid_request',
    description: 'Malformed parameters or body; `details` names every fault at once',
    details: {
      type: 'object',
      properties: {
        reason: reasons('validation_failed', 'malformed_json', 'body_too_large', 'unsupported_media_type'),
        errors: { type: 'array', items: refTo('schemas', 'InputFault') },
      },
    },
    examples: {
      validation_failed: {
        message: 'Invalid request: page_size',
        details: {
          reason: 'validation_failed',
          errors: [
            {
              field: 'page_size',
              location: 'query',
              code: 'max',
              message: 'page_size must be at most 100',
              min: 1,
              max: 100,
            },
          ],
        },
      },
      malformed_json: { message: 'The body is not valid JSON', details: { reason: 'malformed_json' } },
    },
  },
  401: {
    name: 'Unauthorized',
    code: 'unauthorized',
    description: 'Missing, invalid, revoked or expired API key; a key that is not valid is refused on every route',
    examples: {
      missing: { message: 'API key required' },
      invalid: { message: 'Invalid, revoked or expired API key' },
    },
  },
  402: {
    name: 'PaymentRequired',
    code: 'payment_required',
    description: 'Not enough credits, or the spend cap of the key is reached',
    details: {
      type: 'object',
      required: ['reason', 'credits_required'],
      properties: {
        reason: { enum: ['spend_cap_reached', 'insufficient_credits'] },
        credits_required: integer('What the action costs'),
        credits_balance: integer('What the team has; with `insufficient_credits`'),
        spend_cap: integer('With `spend_cap_reached`'),
        spend_used: integer('With `spend_cap_reached`'),
        spend_remaining: integer('With `spend_cap_reached`'),
      },
    },
    examples: {
      spend_cap_reached: {
        message: 'The spend cap of this credential is reached',
        details: { reason: 'spend_cap_reached', spend_cap: 5, spend_used: 5, spend_remaining: 0, credits_required: 1 },
      },
      insufficient_credits: {
        message: 'Not enough credits',
        details: { reason: 'insufficient_credits', credits_balance: 0, credits_required: 1 },
      },
    },
  },
  403: {
    name: 'Forbidden',
    code: 'forbidden',
    description: 'A limit or precondition of the credential or the plan blocks the action',
    details: {
      type: 'object',
      required: ['reason'],
      properties: {
        reason: reasons('plan_required', 'spend_cap_required', 'product_limit_reached'),
        limit: integer('With `product_limit_reached`'),
        current: integer('With `product_limit_reached`'),
        upgrade_required: { type: 'boolean', description: 'With `product_limit_reached`' },
      },
    },
    examples: {
      plan_required: { message: 'API keys need a paid plan', details: { reason: 'plan_required' } },
      spend_cap_required: {
        message: 'This credential has no spend budget; give it one to spend credits',
        details: { reason: 'spend_cap_required' },
      },
    },
  },
  404: {
    name: 'NotFound',
    code: 'not_found',
    description: 'Unknown resource id',
    examples: { not_found: { message: 'Resource not found' } },
  },
  429: {
    name: 'RateLimited',
    code: 'rate_limited',
    description: 'Rate limit exceeded; `Retry-After` says when to come back',
    details: {
      type: 'object',
      required: ['retry_after_seconds', 'limit', 'remaining'],
      properties: {
        retry_after_seconds: integer('Seconds until the window resets'),
        limit: integer('Requests allowed in the window'),
        remaining: integer('Requests left in the window'),
      },
    },
    examples: {
      rate_limited: {
        message: 'Rate limit exceeded; try again in 42 s',
        details: { retry_after_seconds: 42, limit: 30, remaining: 0 },
      },
    },
  },
  500: {
    name: 'InternalError',
    code: 'internal_error',
    description: 'Server-side failure; where a credit was involved the message says what became of it',
    examples: { internal_error: { message: 'Something went wrong on our side' } },
  },
};

/** Adds the seven failures to the components: a schema and a response for each. */
export function describeFailures(components: Components, headersOf: (status: number) => object): void {
  components.schemas.InputFault = INPUT_FAULT;
  for (const [status, { name, code, description, details, examples }] of Object.entries(FAILURES)) {
    components.schemas[name] = {
      type: 'object',
      required: ['success', 'error'],
      properties: {
        success: { const: false },
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { const: code },
            message: { type: 'string' },
            details: { anyOf: [details ?? { type: 'object' }, { type: 'null' }] },
          },
        },
      },
    };
    const values = Object.entries(examples).map(([key, error]) => [
      key,
      { value: { success: false, error: { code, ...error } } },
    ]);
    components.responses[name] = {
      description,
      headers: headersOf(Number(status)),
      content: {
        'application/json': { schema: refTo('schemas', name), examples: Object.fromEntries(values) as object },
      },
    };
  }
}

/** The failures an operation can answer, as references by status. */
export function failuresOf(operation: Operation): Record<string, object> {
  const statuses = new Set<Status>([...operation.failures, 401, 429, 500]);
  if (operation.lanes.includes('key')) statuses.add(403);
  if (operation.input.query || operation.input.body || operation.writes) statuses.add(400);
  const sorted = [...statuses].sort((a, b) => a - b);
  return Object.fromEntries(sorted.map((status) => [status, refTo('responses', FAILURES[status].name)]));
}
