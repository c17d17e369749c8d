import { exampleOf } from './openapi.examples.js';
import type { Schema } from './openapi.types.js';
import type { ReferenceOperation } from './reference.operations.js';

/** A command that calls an operation. `$KEY` is an API key, and `$ID` the id of an item. */
export function curlOf(operation: ReferenceOperation, baseUrl: string, schemas: Record<string, Schema>): string {
  const { method, path, lanes, credits, body } = operation;
  const needsKey = lanes.length > 0 && !lanes.includes('anonymous');
  const parts = [
    'curl',
    method !== 'GET' && `-X ${method}`,
    needsKey && '-H "Authorization: Bearer $KEY"',
    credits > 0 && '-H "Idempotency-Key: $(uuidgen)"',
    body && `-H 'Content-Type: application/json' -d '${smallestBody(body.schema, schemas)}'`,
    `"${baseUrl}${path.replaceAll(/\{\w+\}/g, '$ID')}${exampleQuery(operation)}"`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** The required fields and the first other one, because many bodies need one of several. */
function smallestBody(schema: Schema, schemas: Record<string, Schema>): string {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  const { properties = {}, required = [] } = (schemas[name] ?? schema) as { properties?: object; required?: string[] };
  const other = Object.keys(properties).filter((field) => !required.includes(field));
  const fields = [...required, ...other.slice(0, 1)];
  const all = exampleOf(schema, schemas) as Record<string, unknown>;
  const sent = Object.fromEntries(fields.map((field) => [field, all[field]]));
  return JSON.stringify(sent).replaceAll("'", String.raw`'\''`);
}

/** The required query parameters, else the first one that has a text as its example. Lists are written with commas. */
function exampleQuery({ parameters }: ReferenceOperation): string {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const required = inQuery.filter(({ required: isRequired }) => isRequired);
  const shown =
    required.length > 0 ? required : inQuery.filter(({ schema }) => typeof schema.example === 'string').slice(0, 1);
  const pairs = shown.map(({ name, schema }) => `${name}=${encodeURIComponent([schema.example].flat().join(','))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
