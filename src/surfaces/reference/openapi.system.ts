import { plainSuccessOf } from './openapi.envelopes.js';
import { EXAMPLE_REQUEST_ID } from './openapi.failures.js';
import type { SchemaCatalog } from './openapi.schemas.js';
import { type OpenApiDocument, refTo, type Schema } from './openapi.types.js';

const REQUEST_ID = { 'X-Request-Id': refTo('headers', 'X-Request-Id') };
const UP = { postgres: 'up', redis: 'up' };

const HEALTH: Schema = {
  type: 'object',
  required: ['status', 'version', 'uptime_seconds'],
  properties: {
    status: { const: 'ok', description: 'The process responds' },
    version: { type: 'string', description: 'The version of the service' },
    uptime_seconds: { type: 'integer', minimum: 0, description: 'Seconds since the process started' },
  },
};

const STATES = ['up', 'down'];

/** A reference to the state of each dependency. */
const dependencies = (catalog: SchemaCatalog): Schema => ({
  ...catalog.define('Dependencies', {
    type: 'object',
    required: ['postgres', 'redis'],
    properties: {
      postgres: { ...catalog.enumNamed('DependencyState', STATES), description: 'PostgreSQL' },
      redis: { ...catalog.enumNamed('DependencyState', STATES), description: 'Redis or Valkey' },
    },
  }),
  description: 'The state of each dependency',
});

const readiness = (catalog: SchemaCatalog): Schema => ({
  type: 'object',
  required: ['status', 'dependencies'],
  properties: {
    status: { const: 'ready', description: 'The process accepts requests' },
    dependencies: dependencies(catalog),
  },
});

/** The failure of a process that is not ready is the only one with these details. */
const notReady = (catalog: SchemaCatalog): Schema =>
  catalog.define('NotReady', {
    type: 'object',
    required: ['success', 'error'],
    properties: {
      success: { const: false, description: 'Distinguishes a failure from a success' },
      error: {
        type: 'object',
        description: 'The failure',
        required: ['code', 'message', 'details', 'request_id'],
        properties: {
          code: { const: 'internal_error', description: 'The kind of failure' },
          message: { type: 'string', description: 'Why the process is not ready' },
          details: {
            type: 'object',
            description: 'Facts about the failure',
            required: ['dependencies'],
            properties: {
              dependencies: dependencies(catalog),
              demo_data: { const: 'loading', description: 'Present only while demo data is loading' },
            },
          },
          request_id: { type: 'string', description: 'The id of the request, as in `X-Request-Id`' },
        },
      },
    },
  });

const NOT_READY = {
  success: false,
  error: {
    code: 'internal_error',
    message: 'The database is down',
    details: { dependencies: { ...UP, postgres: 'down' } },
    request_id: EXAMPLE_REQUEST_ID,
  },
};

/** A response without rate limit headers. */
const response = (description: string, schema: Schema, example?: object): object => ({
  description,
  headers: REQUEST_ID,
  content: { 'application/json': { schema, ...(example && { example }) } },
});

const open = (
  operationId: string,
  summary: string,
  description: string,
  responses: object,
): OpenApiDocument['paths'][string] => ({
  get: {
    operationId,
    tags: ['System'],
    summary,
    description: `${description} No credential, no rate limit.`,
    'x-scopes': [],
    'x-credits': 0,
    security: [{}],
    responses: { ...responses, 400: refTo('responses', 'InvalidRequest') },
  },
});

/** The endpoints without a credential and without a rate limit. They are not operations. */
export const describeSystem = (catalog: SchemaCatalog): OpenApiDocument['paths'] => ({
  '/health': open('health', 'Shows that the service is alive', 'Answers as long as the process runs.', {
    200: response('Alive', plainSuccessOf('Health', HEALTH, catalog), {
      success: true,
      data: { status: 'ok', version: '1.0.0', uptime_seconds: 86_400 },
    }),
  }),
  '/health/ready': open(
    'readiness',
    'Shows whether the service is ready for requests',
    'Answers 503 while the database is down, demo data is loading, or the process is stopping. Without Redis it answers 200: reads go on.',
    {
      200: response('Ready', plainSuccessOf('Readiness', readiness(catalog), catalog), {
        success: true,
        data: { status: 'ready', dependencies: UP },
      }),
      503: response('Not ready', notReady(catalog), NOT_READY),
    },
  ),
  '/openapi.json': open('openapi', 'This OpenAPI document', 'Describes every operation of the running service.', {
    200: response('The OpenAPI 3.1 document', { type: 'object' }),
  }),
});
