import { EXAMPLE_REQUEST_ID } from './openapi.failures.js';

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

const jsonResponse = (description: string, data: object, example: object): object => ({
  description,
  headers: REQUEST_ID,
  content: {
    'application/json': {
      schema: { type: 'object', required: ['success', 'data'], properties: { success: { const: true }, data } },
      example: { success: true, data: example },
    },
  },
});

const UP = { postgres: 'up', redis: 'up' };
const state = { enum: ['up', 'down'] };

/** The endpoints without a credential and without a rate limit. They are not operations. */
export const SYSTEM_PATHS = {
  '/health': {
    get: {
      operationId: 'health',
      tags: ['System'],
      summary: 'Shows that the service is alive',
      security: [{}],
      responses: {
        200: jsonResponse(
          'Alive',
          {
            type: 'object',
            required: ['status', 'version', 'uptime_seconds'],
            properties: {
              status: { const: 'ok' },
              version: { type: 'string' },
              uptime_seconds: { type: 'integer', minimum: 0 },
            },
          },
          { status: 'ok', version: '1.0.0', uptime_seconds: 86_400 },
        ),
      },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'readiness',
      tags: ['System'],
      summary: 'Shows whether the service is ready for requests',
      security: [{}],
      responses: {
        200: jsonResponse(
          'Ready',
          {
            type: 'object',
            required: ['status', 'dependencies'],
            properties: {
              status: { const: 'ready' },
              dependencies: { type: 'object', properties: { postgres: state, redis: state } },
            },
          },
          { status: 'ready', dependencies: UP },
        ),
        503: {
          description: 'A dependency is down, the demo data is loading, or the process is stopping',
          headers: REQUEST_ID,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/InternalError' },
              example: {
                success: false,
                error: {
                  code: 'internal_error',
                  message: 'A dependency is down',
                  details: { dependencies: { ...UP, redis: 'down' } },
                  request_id: EXAMPLE_REQUEST_ID,
                },
              },
            },
          },
        },
      },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'openapi',
      tags: ['System'],
      summary: 'This OpenAPI document',
      security: [{}],
      responses: {
        200: {
          description: 'The OpenAPI 3.1 document',
          headers: REQUEST_ID,
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  },
};
