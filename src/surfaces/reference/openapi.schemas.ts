import type { Type } from '@nestjs/common';
import { schemasOf } from '#platform/operations/json-schema.js';
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
    return Object.entries(own?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      required: own?.required?.includes(name) ?? false,
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
