import type { Type } from '@nestjs/common';
import { generateSchema } from '@nestjs/swagger';
import { refTo, type Schema } from './openapi.types.js';

/** Turns DTO classes into schemas, and keeps what they refer to. */
export class SchemaCatalog {
  readonly schemas: Record<string, Schema> = {};

  /** A reference to the schema of a DTO. */
  refOf(dto: Type<object>): Schema {
    this.take(dto);
    return refTo('schemas', dto.name);
  }

  /** The properties of a DTO that travels in parts, such as a query, with what is required of them. */
  propertiesOf(dto: Type<object>): { name: string; schema: Schema; required: boolean }[] {
    const { [dto.name]: own, ...others } = schemasOf(dto);
    this.add(others);
    const required = (own?.required ?? []) as string[];
    return Object.entries((own?.properties ?? {}) as Record<string, Schema>).map(([name, schema]) => ({
      name,
      schema,
      required: required.includes(name),
    }));
  }

  private take(dto: Type<object>): void {
    if (!(dto.name in this.schemas)) this.add(schemasOf(dto));
  }

  private add(schemas: Record<string, Schema>): void {
    for (const [name, schema] of Object.entries(schemas)) {
      const known = this.schemas[name];
      if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
        throw new Error(`Two different DTOs are called ${name}.`);
      }
      this.schemas[name] = schema;
    }
  }
}

function schemasOf(dto: Type<object>): Record<string, Schema> {
  const { schemas } = generateSchema(dto) as unknown as { schemas: Record<string, Schema> };
  return modern(schemas) as Record<string, Schema>;
}

/** What the decorators say in OpenAPI 3.0, said in 3.1: null is a type of its own. */
function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, modern(item)]));
  if (nullable !== true) return rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  return { ...rest, type: [rest.type, 'null'], ...(Array.isArray(rest.enum) && { enum: [...rest.enum, null] }) };
}
