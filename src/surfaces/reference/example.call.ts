import { exampleOf } from './openapi.examples.js';
import type { Schema } from './openapi.types.js';
import type { ReferenceOperation } from './reference.operations.js';

/** What an example of a call sends, beside the ids in its path. */
export interface ExampleCall {
  query: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** The smallest call of an operation that the service accepts. A call that costs credits is only priced. */
export function exampleCallOf(operation: ReferenceOperation, schemas: Record<string, Schema>): ExampleCall {
  const { body, credits } = operation;
  const query = exampleQuery(operation);
  if (!body) return { query };
  return { query, body: { ...smallestBody(body.schema, schemas), ...(credits > 0 && { dry_run: true }) } };
}

/** The required fields and the first other one, because many bodies need one of several. */
function smallestBody(schema: Schema, schemas: Record<string, Schema>): Record<string, unknown> {
  const name = typeof schema.$ref === 'string' ? (schema.$ref.split('/').at(-1) ?? '') : '';
  const { properties = {}, required = [] } = (schemas[name] ?? schema) as { properties?: object; required?: string[] };
  const other = Object.keys(properties).filter((field) => !required.includes(field));
  const fields = [...required, ...other.slice(0, 1)];
  const all = exampleOf(schema, schemas) as Record<string, unknown>;
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** The required query parameters, else the first one that has a text as its example. */
function exampleQuery({ parameters }: ReferenceOperation): Record<string, unknown> {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const required = inQuery.filter(({ required: isRequired }) => isRequired);
  const shown =
    required.length > 0 ? required : inQuery.filter(({ schema }) => typeof schema.example === 'string').slice(0, 1);
  return Object.fromEntries(shown.map(({ name, schema }) => [name, schema.example]));
}
