import type { Type } from '@nestjs/common';
import { generateSchema } from '@nestjs/swagger';

/** A JSON Schema (2020-12), as OpenAPI 3.1 and tools use it. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  [keyword: string]: unknown;
}

const REFERENCE = '#/components/schemas/';

type NamedSchemas = Readonly<Record<string, JsonSchema>>;

/** Decorators do not change, and the same DTOs are described for the document and for tools. */
const schemasByDto = new WeakMap<Type<object>, NamedSchemas>();

/** The schemas of a DTO and of all DTOs it refers to, by class name, from their decorators. */
export function schemasOf(dto: Type<object>): NamedSchemas {
  const known = schemasByDto.get(dto);
  if (known) return known;
  const { schemas } = generateSchema(dto) as unknown as { schemas: Record<string, JsonSchema> };
  const own = modern(schemas) as NamedSchemas;
  schemasByDto.set(dto, own);
  return own;
}

/**
 * The schema of a DTO with all references inlined and without examples. A value that may be null has `anyOf`, because
 * some clients of tools do not support a list of types.
 */
export function inlineSchemaOf(dto: Type<object>): JsonSchema {
  const schemas = schemasOf(dto);
  return inline(schemas[dto.name], schemas) as JsonSchema;
}

/** Converts the decorators' OpenAPI 3.0 schemas to 3.1, where null is a type. */
function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, modern(item)]));
  if (nullable !== true) return rest;
  if (typeof rest.type !== 'string' || 'allOf' in rest) return orNull(rest);
  return { ...rest, type: [rest.type, 'null'], ...(Array.isArray(rest.enum) && { enum: [...rest.enum, null] }) };
}

/** A schema that refers to another one, or null. The description is about both. */
function orNull({ type: _, allOf, description, ...rest }: JsonSchema): JsonSchema {
  const [referred] = (allOf ?? []) as JsonSchema[];
  return { anyOf: [{ ...rest, ...referred }, { type: 'null' }], ...(description !== undefined && { description }) };
}

function inline(value: unknown, schemas: NamedSchemas): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, allOf, example, ...rest } = value as JsonSchema;
  const [referred] = [typeof $ref === 'string' ? schemas[$ref.slice(REFERENCE.length)] : allOf].flat();
  const own = Object.entries(rest).map(([key, item]) => [key, inline(item, schemas)]);
  return withoutTypeList({ ...(inline(referred, schemas) as object | undefined), ...Object.fromEntries(own) });
}

function withoutTypeList({ type, description, ...rest }: JsonSchema): JsonSchema {
  const described = description === undefined ? {} : { description };
  if (!Array.isArray(type)) return { ...(type !== undefined && { type }), ...rest, ...described };
  const [first] = type;
  const values = Array.isArray(rest.enum) ? { enum: rest.enum.filter((value) => value !== null) } : {};
  return { anyOf: [{ type: first, ...rest, ...values }, { type: 'null' }], ...described };
}
