import type { Type } from '@nestjs/common';
import { generateSchema } from '@nestjs/swagger';

/** A JSON Schema (2020-12) without references. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  [keyword: string]: unknown;
}

type OpenApiSchema = JsonSchema & { $ref?: string; nullable?: boolean; allOf?: OpenApiSchema[] };

const REFERENCE = '#/components/schemas/';

/** The JSON Schema of a DTO, from the same decorators that the API reference is made of. */
export function jsonSchemaOf(dto: Type<object>): JsonSchema {
  const { schema, schemas } = generateSchema(dto);
  return plain(schema as OpenApiSchema, schemas as Record<string, OpenApiSchema>);
}

/** Puts what is referred to in its place, and says `nullable` the way JSON Schema does. */
function plain(schema: OpenApiSchema, schemas: Record<string, OpenApiSchema>): JsonSchema {
  const { $ref, nullable, allOf, example, ...keywords } = schema;
  const [only] = allOf ?? [];
  const referred = $ref ? schemas[$ref.slice(REFERENCE.length)] : only;
  const own: JsonSchema = { ...(referred && plain(referred, schemas)), ...keywords };
  if (own.properties) {
    own.properties = Object.fromEntries(
      Object.entries(own.properties).map(([name, property]) => [name, plain(property, schemas)]),
    );
  }
  if (own.items) own.items = plain(own.items, schemas);
  for (const combiner of ['anyOf', 'oneOf'] as const) {
    const options = own[combiner] as JsonSchema[] | undefined;
    if (options) own[combiner] = options.map((option) => plain(option, schemas));
  }
  return nullable ? orNull(own) : own;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type !== 'string' || schema.properties) {
    const { description, ...rest } = schema;
    return { ...(description !== undefined && { description }), anyOf: [rest, { type: 'null' }] };
  }
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] }),
  };
}
