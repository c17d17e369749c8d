import type { Type } from '@nestjs/common';
import type { InputFault } from '#platform/errors/application-error.js';
import { inlineSchemaOf, type JsonSchema } from './json-schema.js';

/** The maximum number of fields in one request. */
export const MAX_FIELDS = 50;

/** Names of fields, each as its path: `review.text` is `['review', 'text']`. */
export type FieldPaths = readonly (readonly string[])[];

/** The fault of a value of `fields`. */
export const fieldsFault = (code: string, message: string): InputFault => ({
  field: 'fields',
  location: 'query',
  code,
  message,
});

/** The names in a value of `fields`: a list, or text with commas. Null if it is neither, or names too many. */
export function readFieldNames(given: unknown): string[] | null {
  const values = [given ?? []].flat();
  if (!values.every((value) => typeof value === 'string')) return null;
  const names = values.flatMap((value) => value.split(',')).map((value) => value.trim());
  return names.length > MAX_FIELDS ? null : names;
}

/** The names that are not fields of the value with this schema. */
export const unknownFieldsOf = (schema: JsonSchema, names: readonly string[]): string[] =>
  names.filter((name) => !hasField(schema, name.split('.')));

function hasField(schema: JsonSchema | undefined, [name, ...rest]: string[]): boolean {
  if (name === undefined) return schema !== undefined;
  if (!schema) return false;
  if (schema.items) return hasField(schema.items, [name, ...rest]);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((each: JsonSchema) => hasField(each, [name, ...rest]));
  const { properties = {}, additionalProperties } = schema;
  if (!Object.hasOwn(properties, name)) return name !== '' && Boolean(additionalProperties);
  return hasField(properties[name], rest);
}

/** The value with only these fields. A list keeps its length. */
export function pickFields(value: unknown, paths: FieldPaths): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const rest = new Map<string, string[][]>();
  for (const [name = '', ...below] of paths) rest.set(name, [...(rest.get(name) ?? []), below]);
  const fields = Object.entries(value).filter(([name]) => rest.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, pickFields(field, rest.get(name) ?? [])]));
}

const schemas = new WeakMap<Type<object>, JsonSchema>();

/**
 * Reads the query parameter `fields` of an operation whose data has this type. `id` is always included. Without the
 * parameter the paths are null.
 */
export function readFields(type: Type<object>, given: unknown): { paths: FieldPaths | null; faults: InputFault[] } {
  if (given === undefined) return { paths: null, faults: [] };
  let schema = schemas.get(type);
  if (!schema) schemas.set(type, (schema = inlineSchemaOf(type)));
  const names = readFieldNames(given);
  if (!names) {
    const message = `fields must name at most ${MAX_FIELDS} fields`;
    return { paths: null, faults: [{ ...fieldsFault('array_max_size', message), max: MAX_FIELDS }] };
  }
  const allowed = Object.keys(schema.properties ?? {});
  if (unknownFieldsOf(schema, names).length > 0) {
    const message = `fields must be names of: ${allowed.join(', ')}`;
    return { paths: null, faults: [{ ...fieldsFault('is_in', message), allowed }] };
  }
  return { paths: [['id'], ...names.map((name) => name.split('.'))], faults: [] };
}
