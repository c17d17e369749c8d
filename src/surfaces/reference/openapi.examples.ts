import type { Schema } from './openapi.types.js';

const BY_FORMAT: Record<string, string> = {
  uuid: '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10',
  'date-time': '2026-01-15T09:30:00.000Z',
  uri: 'https://example.com/',
  email: 'ann@example.com',
};

/** An example value of a schema: its own example if it has one, else the simplest valid value. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>): unknown {
  if ('example' in schema) return schema.example;
  for (const keyword of ['examples', 'enum'] as const) if (Array.isArray(schema[keyword])) return schema[keyword][0];
  for (const keyword of ['const', 'default'] as const) if (keyword in schema) return schema[keyword];
  if (typeof schema.$ref === 'string') return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    if (Array.isArray(schema[keyword])) return exampleOf(schema[keyword][0] as Schema, schemas);
  }
  const type = [schema.type].flat()[0];
  if (type === 'array') return [exampleOf((schema.items ?? {}) as Schema, schemas)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'string') return BY_FORMAT[String(schema.format)] ?? 'text';
  if (type !== 'object') return null;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, schemas)]));
}
