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
import { ALWAYS, CREDITS, HEADERS, HEADERS_OF_FAILURES } from './openapi.headers.js';
import { pascalCase } from './openapi.names.js';
import { recordedExampleOf } from './recorded.examples.js';
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

/** The formats of an answer that is a file. */
const FILES = {
  'application/jsonl': { schema: { type: 'string', description: 'JSON Lines: an object on each line, in UTF-8' } },
  'text/csv': { schema: { type: 'string', description: 'CSV (RFC 4180) with a header, in UTF-8' } },
};

/** The settings that the document repeats. */
type DescribedEnv = Pick<Env, 'PUBLIC_URL' | 'CONTACT_EMAIL' | 'IDEMPOTENCY_HOURS' | 'WEBHOOK_TIMEOUT_MS'>;

const parametersOf = ({ IDEMPOTENCY_HOURS: hours }: DescribedEnv) => ({
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'The id of the request in responses and logs. A value that does not match the pattern is replaced',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags of answers that you have, with commas, or `*`. A match is answered with 304',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: `Makes a retry safe: the same key and body get the same response for ${hours === 1 ? 'an hour' : `${hours} hours`}`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
});

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
export function describeService(routes: OperationRoute[], env: DescribedEnv): OpenApiDocument {
  const { PUBLIC_URL: url, CONTACT_EMAIL: email } = env;
  const catalog = new SchemaCatalog();
  const parameters = parametersOf(env);
  const components: Components = { schemas: catalog.schemas, responses: {}, parameters, headers: HEADERS };
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
    webhooks: describeWebhooks(catalog, env.WEBHOOK_TIMEOUT_MS),
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
  const example = recordedExampleOf(operation.id) ?? exampleOf(schema, catalog.schemas);
  return { 'application/json': { schema, example } };
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
