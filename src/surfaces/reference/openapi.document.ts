import type { Type } from '@nestjs/common';
import { scopeOf } from '#access/policy/key.scopes.js';
import type { Env } from '#config/env.js';
import type { DeclaredRoute } from '#platform/http/route-registry.js';
import { API_PREFIX } from '#platform/http/http-application.js';
import { schemasOf } from '#platform/operations/json-schema.js';
import { type Operation, showsCredits } from '#platform/operations/operation.js';
import { successOf } from './openapi.envelopes.js';
import { exampleOf } from './openapi.examples.js';
import { describeFailures, failuresOf } from './openapi.failures.js';
import { pascalCase } from './openapi.names.js';
import { SchemaCatalog } from './openapi.schemas.js';
import { describeSystem } from './openapi.system.js';
import { describeTags } from './openapi.tags.js';
import {
  type Components,
  type DescribedOperation,
  type DescribedParameter,
  type OpenApiDocument,
  refTo,
  type Schema,
} from './openapi.types.js';
import { describeWebhooks } from './openapi.webhooks.js';

/** The version of the interface. Additions keep it compatible; existing parts never change. */
const INTERFACE_VERSION = '1.0.0';

const HEADERS: Record<string, { description: string; schema: Schema }> = {
  'X-Request-Id': { description: 'The id of this request: the one you sent, or a new one', schema: { type: 'string' } },
  'Api-Version': {
    description: 'The date of the newest change of the API, see `GET /changelog`',
    schema: { type: 'string', format: 'date' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the rate limit window',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the rate limit window',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'Time when the rate limit window resets, in Unix seconds',
    schema: { type: 'integer' },
  },
  RateLimit: {
    description: 'Requests left (`r`) and seconds until the reset (`t`) of the window `default` or `spending`',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description: 'Requests allowed (`q`) in how many seconds (`w`), for the same window',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request; of a 400 only with `idempotency_key_in_use`',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'The Bearer challenge of RFC 6750, with `error="invalid_token"` if a credential was sent',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description:
      'If the request has a credential: `private, no-cache` for an answer with an `ETag`, else `private, no-store`',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'The address of the next page, with `rel="next"`, absent without `next_cursor`; of a failure the address of its explanation, with `rel="help"`',
    schema: { type: 'string' },
  },
  'X-Credits-Charged': {
    description: 'Credits that this request spent, net of refunds; of a failure only where credits are spent or shown',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-Credits-Remaining': { description: "The team's balance afterwards", schema: { type: 'integer', minimum: 0 } },
  'X-Credits-Cap-Remaining': {
    description: 'What the caps of the credential leave, the smaller of both; absent without a cap',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description:
      'The tag of `data` and `meta`; send it as `If-None-Match` to get a 304 without a body if nothing changed',
    schema: { type: 'string', pattern: '^W/"[A-Za-z0-9_-]{27}"$' },
  },
  Vary: { description: 'What the answer depends on', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file, as an attachment', schema: { type: 'string' } },
  'X-Ignored-Parameters': {
    description: 'The query parameters that the export does not know, separated by commas; absent without any',
    schema: { type: 'string' },
  },
  'X-Next-Updated-Since': {
    description: 'The `updated_since` of the next export, which then misses no change',
    schema: { type: 'string', format: 'date-time' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored response of an earlier request',
    schema: { const: 'true' },
  },
};
/** The formats of an answer that is a file. */
const FILES = {
  'application/jsonl': { schema: { type: 'string', description: 'JSON Lines: an object on each line, in UTF-8' } },
  'text/csv': { schema: { type: 'string', description: 'CSV (RFC 4180) with a header, in UTF-8' } },
};
const ALWAYS = [
  'X-Request-Id',
  'Api-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Cache-Control',
];
const CREDITS = ['X-Credits-Charged', 'X-Credits-Remaining', 'X-Credits-Cap-Remaining'];
const HEADERS_OF_FAILURES: Record<number, string[]> = {
  400: ['Retry-After', ...CREDITS],
  401: ['WWW-Authenticate'],
  402: CREDITS,
  403: CREDITS,
  404: CREDITS,
  429: ['Retry-After'],
  500: CREDITS,
};

const PARAMETERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'The id of the request in responses and logs. A value that does not match the pattern is replaced',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags of answers that you have, with commas, or `*`. A fitting one is answered with 304',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes a retry safe: the same key and body get the same response for 24 hours',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

/** Not a shared component: the pages of the reference show the parameters of each operation. */
const FIELDS: DescribedParameter = {
  name: 'fields',
  in: 'query',
  required: false,
  description:
    'Only these fields of the data, and `id`: names with commas, or the parameter repeated, at most 50. A dot leads into ' +
    'an object or a list, as in `review.reviewer_name`. Fields that are required in the schema may then be absent',
  schema: { type: 'string' },
};

/** A route that serves an operation, with the price of a paid operation. */
export type OperationRoute = DeclaredRoute & { operation: Operation; price?: number };

/** Builds the OpenAPI 3.1 document from the declared routes. */
export function describeService(
  routes: OperationRoute[],
  { PUBLIC_URL: url, CONTACT_EMAIL: email }: Pick<Env, 'PUBLIC_URL' | 'CONTACT_EMAIL'>,
): OpenApiDocument {
  const catalog = new SchemaCatalog();
  const components: Components = { schemas: catalog.schemas, responses: {}, parameters: PARAMETERS, headers: HEADERS };
  describeFailures(components, catalog, (status) =>
    headers([...ALWAYS, 'Link', ...(HEADERS_OF_FAILURES[status] ?? [])]),
  );
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = route.path.slice(API_PREFIX.length).replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describeRoute(route, catalog);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qualm',
      version: INTERFACE_VERSION,
      description:
        'Pain points, buying signals and sales opportunities from software reviews. Every response is an envelope: ' +
        '`{success: true, data, meta?}` or `{success: false, error: {code, message, details?, request_id}}`. ' +
        'A repeated query parameter means "or"; `name[]=a&name[]=b` is another way to repeat it. Parameters that an ' +
        'operation does not know are ignored and named in `meta.ignored_parameters`.',
      contact: { name: 'Qualm', url, ...(email && { email }) },
      license: { name: 'Proprietary', url },
    },
    servers: [{ url: `${url}${API_PREFIX}` }],
    tags: describeTags([...routes.map(({ operation }) => operation.tag), 'System']),
    paths: { ...paths, ...describeSystem(catalog) },
    webhooks: describeWebhooks(catalog),
    components: {
      ...components,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of a team on a paid plan, created in the app',
        },
      },
    },
  };
}

function describeRoute({ operation, path, price, method }: OperationRoute, catalog: SchemaCatalog): DescribedOperation {
  const isTagged = method === 'GET' && !operation.isEphemeral;
  const { id, tag, summary, description, input, lanes } = operation;
  const onSuccess = [
    ...ALWAYS,
    ...(isTagged ? ['ETag', 'Vary'] : []),
    ...(operation.writes ? ['Idempotent-Replayed'] : []),
    ...(showsCredits(operation) ? CREDITS : []),
    ...(operation.output.isFile ? ['Content-Disposition', 'X-Ignored-Parameters'] : []),
    ...(operation.output.isFile && operation.output.synced ? ['X-Next-Updated-Since'] : []),
    ...(operation.output.polled ? ['Retry-After'] : []),
    ...(typeof operation.output.paginated === 'string' ? ['Link'] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description && { description }),
    'x-scopes': [scopeOf(operation) ?? []].flat(),
    'x-credits': price ?? 0,
    security: lanes.includes('anonymous') ? [{}, { apiKey: [] }] : [{ apiKey: [] }],
    parameters: [
      ...pathParameters(path, operation, catalog),
      ...queryParameters(operation, catalog),
      ...(operation.hasFields ? [FIELDS] : []),
      refTo('parameters', 'RequestId'),
      ...(isTagged ? [refTo('parameters', 'IfNoneMatch')] : []),
      ...(operation.writes ? [refTo('parameters', 'IdempotencyKey')] : []),
    ],
    ...(input.body && { requestBody: requestBodyOf(id, input.body, catalog) }),
    responses: {
      200: {
        description: 'Success',
        headers: headers(onSuccess),
        content: contentOf(operation, catalog),
      },
      ...(isTagged && {
        304: {
          description: 'Nothing has changed since the answer with the tag in `If-None-Match`',
          headers: headers([...ALWAYS, 'ETag', 'Vary']),
        },
      }),
      ...failuresOf(operation),
    },
  };
}

function contentOf(
  operation: Operation,
  catalog: SchemaCatalog,
): Record<string, { schema: Schema; example?: unknown }> {
  if (operation.output.isFile) return FILES;
  const schema = successOf(operation, catalog);
  return { 'application/json': { schema, example: exampleOf(schema, catalog.schemas) } };
}

function requestBodyOf(
  id: string,
  body: Type<object>,
  catalog: SchemaCatalog,
): NonNullable<DescribedOperation['requestBody']> {
  const schema = catalog.requestOf(body, `${pascalCase(id)}Request`);
  const required = (schemasOf(body)[body.name]?.required ?? []).length > 0;
  return { required, content: { 'application/json': { schema, example: exampleOf(schema, catalog.schemas) } } };
}

function pathParameters(path: string, { input }: Operation, catalog: SchemaCatalog): DescribedParameter[] {
  const described = new Map(input.path ? catalog.propertiesOf(input.path).map((each) => [each.name, each.schema]) : []);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...parameterOf(described.get(name) ?? { type: 'string' }),
  }));
}

function queryParameters({ input }: Operation, catalog: SchemaCatalog): DescribedParameter[] {
  if (!input.query) return [];
  return catalog.propertiesOf(input.query).map(({ name, schema, required }) => ({
    name,
    in: 'query',
    required,
    ...parameterOf(schema),
  }));
}

const parameterOf = ({ description, ...schema }: Schema): Pick<DescribedParameter, 'description' | 'schema'> => ({
  ...(typeof description === 'string' && { description }),
  schema,
});

const headers = (names: string[]): object =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)] as const));
