import type { Type } from '@nestjs/common';
import { schemasOf } from '#platform/operations/json-schema.js';
import { refTo, type Schema } from './openapi.types.js';

/** Converts DTO classes to schemas and collects the schemas they refer to. */
export class SchemaCatalog {
  readonly schemas: Record<string, Schema> = {};

  /** A reference to the schema of a DTO. */
  refOf(dto: Type<object>): Schema {
    this.register(dto);
    return refTo('schemas', dto.name);
  }

  /** The properties of a DTO whose fields are separate parameters, such as a query. */
  propertiesOf(dto: Type<object>): { name: string; schema: Schema; required: boolean }[] {
    const { [dto.name]: own, ...others } = schemasOf(dto);
    this.add(others);
    return Object.entries(own?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      required: own?.required?.includes(name) ?? false,
    }));
  }

  private register(dto: Type<object>): void {
    if (!(dto.name in this.schemas)) this.add(schemasOf(dto));
  }

  private add(schemas: Record<string, Schema>): void {
    for (const [name, schema] of Object.entries(schemas)) {
      const existing = this.schemas[name];
      if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) {
        throw new Error(`Two different DTOs have the name ${name}.`);
      }
      this.schemas[name] = schema;
    }
  }
}
