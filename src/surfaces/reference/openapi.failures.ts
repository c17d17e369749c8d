import { allFailures, type ErrorCode, type Failure, type STATUS_OF } from '#platform/errors/application-error.js';
import { failureEnvelope } from '#platform/http/envelope.js';
import type { Operation } from '#platform/operations/operation.js';
import type { SchemaCatalog } from './openapi.schemas.js';
import { type Components, refTo, type Schema } from './openapi.types.js';

type Status = (typeof STATUS_OF)[ErrorCode];

const INPUT_FAULT: Schema = {
  type: 'object',
  description: 'One invalid field of a request',
  required: ['field', 'location', 'code', 'message'],
  properties: {
    field: { type: 'string', description: 'The name of the field, at most 64 characters' },
    location: { enum: ['query', 'path', 'body', 'header'], description: 'The part of the request with the field' },
    code: { type: 'string', description: 'The rule that the value breaks; `required` for a missing value' },
    message: { type: 'string', description: 'The fault in words' },
    allowed: { type: 'array', items: { type: ['string', 'number', 'boolean'] }, description: 'Every valid value' },
    min: { type: 'number', description: 'The lowest valid value' },
    max: { type: 'number', description: 'The highest valid value or length' },
  },
};

interface CodeDescription {
  name: string;
  code: ErrorCode;
  description: string;
  /** No further reason will ever be added. */
  isClosed?: true;
}

/** The description of each error code. The individual failures come from the failure catalog. */
export const CODES: Record<Status, CodeDescription> = {
  400: {
    name: 'InvalidRequest',
    code: 'invalid_request',
    description: 'Malformed parameters or body. `details` lists every invalid field',
  },
  401: {
    name: 'Unauthorized',
    code: 'unauthorized',
    description: 'Missing, invalid, revoked or expired API key. An invalid key is refused on every route',
  },
  402: {
    name: 'PaymentRequired',
    code: 'payment_required',
    description: 'Not enough credits, or the key has reached its spend cap',
    isClosed: true,
  },
  403: {
    name: 'Forbidden',
    code: 'forbidden',
    description: 'The credential or the plan does not allow this action',
  },
  404: { name: 'NotFound', code: 'not_found', description: 'The resource does not exist' },
  429: {
    name: 'RateLimited',
    code: 'rate_limited',
    description: 'Rate limit exceeded. `Retry-After` is the number of seconds to wait',
  },
  500: {
    name: 'InternalError',
    code: 'internal_error',
    description: 'Server error. If a credit was involved, the message states whether it was charged or refunded',
  },
};

/** The schema of `details` for a code: every field of its failures. A field that all failures have is required. */
function detailsOf(failures: Failure[], isClosed = false): Schema {
  const reasons = failures.filter(({ reason, code }) => reason !== code).map(({ reason }) => reason);
  const description = 'Distinguishes failures with the same code';
  const reasonSchema = isClosed ? { enum: reasons, description } : { type: 'string', examples: reasons, description };
  const all = failures.map(({ reason, fields }) => ({
    ...(reasons.includes(reason) && { reason: reasonSchema }),
    ...fields,
  }));
  const properties = Object.assign({}, ...all) as Record<string, Schema>;
  const optional = failures.flatMap((failure) => failure.optional);
  const required = Object.keys(properties).filter(
    (field) => all.every((fields) => field in fields) && !optional.includes(field),
  );
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

export const EXAMPLE_REQUEST_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

const exampleOf = ({ reason, mayRetry, example }: Failure): [string, object] => [
  reason,
  {
    ...(mayRetry && { summary: 'The same request may succeed later' }),
    value: failureEnvelope(example(), EXAMPLE_REQUEST_ID),
  },
];

/** Adds the failures of each code to the components: a schema and a response. */
export function describeFailures(
  components: Components,
  catalog: SchemaCatalog,
  headersOf: (status: number) => object,
): void {
  catalog.define('InputFault', INPUT_FAULT);
  for (const [status, { name, code, description, isClosed }] of Object.entries(CODES)) {
    const failures = allFailures().filter((failure) => failure.code === code && !failure.isInternal);
    const details = catalog.define(`${name}Details`, detailsOf(failures, isClosed));
    const error = catalog.define(`${name}Failure`, {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { const: code, description: 'The kind of failure' },
        message: { type: 'string', description: 'The failure in words' },
        details: { anyOf: [details, { type: 'null' }], description: 'Facts about the failure' },
        request_id: { type: 'string', description: 'The id of the request, as in `X-Request-Id`' },
      },
    });
    catalog.define(name, {
      type: 'object',
      description,
      required: ['success', 'error'],
      properties: {
        success: { const: false, description: 'Distinguishes a failure from a success' },
        error: { ...error, description: 'The failure' },
      },
    });
    components.responses[name] = {
      description,
      headers: headersOf(Number(status)),
      content: {
        'application/json': { schema: refTo('schemas', name), examples: Object.fromEntries(failures.map(exampleOf)) },
      },
    };
  }
}

/** References to the failure responses of an operation, by status. */
export function failuresOf(operation: Operation): Record<string, object> {
  const statuses = new Set<Status>([...(operation.failures ?? []), 401, 429, 500]);
  if (operation.lanes.includes('key')) statuses.add(403);
  if (operation.spends) statuses.add(402);
  if (operation.input.path && operation.malformedId !== 'invalid_request') statuses.add(404);
  if (operation.input.query || operation.hasFields || operation.input.body || operation.writes) statuses.add(400);
  const sorted = [...statuses].sort((a, b) => a - b);
  return Object.fromEntries(sorted.map((status) => [status, refTo('responses', CODES[status].name)]));
}
