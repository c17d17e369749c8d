import { dataSchemaOf, type TeamEventType, teamEventTypes } from '#accounts/events/team-event.definition.js';
import { exampleEventOf } from '#accounts/events/team-event.examples.js';
import { EventView } from '#accounts/events/team-events.operations.js';
import { pascalCase } from './openapi.names.js';
import type { SchemaCatalog } from './openapi.schemas.js';
import type { Schema } from './openapi.types.js';

const ID = '7e570000-0000-4000-8000-000000000001';

const HEADERS = [
  ['webhook-id', 'The id of the event, the same at every attempt', { type: 'string', format: 'uuid' }, ID],
  ['webhook-timestamp', 'The time of this attempt in Unix seconds', { type: 'string' }, '1000000000'],
  [
    'webhook-signature',
    'One `v1,` signature for each secret, separated by spaces: HMAC-SHA256 over `id.timestamp.body` in base64',
    { type: 'string' },
    'v1,Ix9AJY4PW/t2wSPutstnHwH2F5+P6XcK5LI+ajY/3gc=',
  ],
] as const;

/**
 * The requests that endpoints get: one for each type of event (Standard Webhooks 1.0.0). An endpoint has `timeoutMs` to
 * answer.
 */
export const describeWebhooks = (catalog: SchemaCatalog, timeoutMs: number): Record<string, object> =>
  Object.fromEntries(teamEventTypes().map((type) => [type.type, { post: requestOf(type, catalog, timeoutMs) }]));

function requestOf(definition: TeamEventType, catalog: SchemaCatalog, timeoutMs: number): object {
  const { type, description } = definition;
  const name = `${pascalCase(type.replaceAll('.', '_'))}Event`;
  const data = catalog.define(`${name}Data`, { ...dataSchemaOf(definition), description: 'What happened' });
  const event: Schema = {
    description,
    allOf: [catalog.refOf(EventView), { type: 'object', properties: { type: typeSchema(type), data } }],
  };
  return {
    operationId: `receive_${type.replaceAll('.', '_')}`,
    tags: ['Events'],
    summary: `Receives ${type}`,
    description: `${description}. Answer with any 2xx status within ${timeoutMs / 1_000} seconds`,
    security: [],
    parameters: HEADERS.map(([header, about, schema, example]) => ({
      name: header,
      in: 'header',
      required: true,
      description: about,
      schema,
      example,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: catalog.define(name, event), example: exampleEventOf(definition) },
      },
    },
    responses: {
      '2XX': { description: 'Received' },
      '4XX': { description: 'Not received; the request is sent again later. 410 disables the endpoint' },
    },
  };
}

const typeSchema = (type: string): Schema => ({ type: 'string', const: type, description: 'The type of the event' });
