import type { Type } from '@nestjs/common';
import { schemasOf } from '#platform/operations/json-schema.js';
import { enumName, pascalCase, schemaName } from './openapi.names.js';
import { refTo, type Schema } from './openapi.types.js';

const REFERENCE = '#/components/schemas/';

/** Converts DTO classes to schemas and collects the schemas they refer to, each with a unique name. */
export class SchemaCatalog {
  readonly schemas: Record<string, Schema> = {};

  /** A reference to the schema of a DTO. */
  refOf(dto: Type<object>): Schema {
    this.addAll(schemasOf(dto));
    return refTo('schemas', schemaName(dto.name));
  }

  /**
   * A reference to the schema of a request body. Client generators treat a field with a default as always present, so
   * the description states the default.
   */
  requestOf(dto: Type<object>, name: string): Schema {
    const { [dto.name]: own = {}, ...others } = schemasOf(dto);
    this.addAll(others);
    const properties = Object.entries(own.properties ?? {}).map(([field, schema]) => [field, withoutDefault(schema)]);
    return this.define(name, { ...own, properties: Object.fromEntries(properties) as Schema });
  }

  /** The properties of a DTO whose fields are separate parameters, such as a query. */
  propertiesOf(dto: Type<object>): { name: string; schema: Schema; required: boolean }[] {
    const { [dto.name]: own, ...others } = schemasOf(dto);
    this.addAll(others);
    return Object.entries(own?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema: this.named(schema, schemaName(dto.name) + pascalCase(name)) as Schema,
      required: own?.required?.includes(name) ?? false,
    }));
  }

  /** Adds a schema under a name. @returns a reference to it @throws if another schema has the name */
  define(name: string, schema: Schema): Schema {
    return this.store(name, this.named(schema, name) as Schema);
  }

  /** Adds an enum under a name. @returns a reference to it */
  enumNamed(name: string, words: readonly string[]): Schema {
    return this.store(name, { type: 'string', enum: words });
  }

  private store(name: string, schema: Schema): Schema {
    const existing = this.schemas[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the name ${name}.`);
    }
    this.schemas[name] = schema;
    return refTo('schemas', name);
  }

  private addAll(schemas: Record<string, Schema>): void {
    for (const [name, schema] of Object.entries(schemas)) this.define(schemaName(name), schema);
  }

  /** A part of the schema `name`, with the names of the document instead of class names and of inline enums. */
  private named(part: unknown, name: string): unknown {
    if (Array.isArray(part)) return part.map((item) => this.named(item, name));
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...schema } = part as Schema;
    if (isVocabulary(schema.enum)) return this.enumOf(schema, schema.enum, name);
    const entries = Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? this.namedProperties(value as object, name) : this.named(value, name),
    ]);
    const target = typeof $ref === 'string' && { $ref: REFERENCE + schemaName($ref.slice(REFERENCE.length)) };
    return { ...target, ...(Object.fromEntries(entries) as Schema) };
  }

  private namedProperties(properties: object, name: string): object {
    const entries = Object.entries(properties);
    return Object.fromEntries(entries.map(([field, schema]) => [field, this.named(schema, name + pascalCase(field))]));
  }

  private enumOf({ type, enum: _, ...rest }: Schema, values: unknown[], name: string): Schema {
    const words = values.filter((value) => value !== null) as string[];
    const reference = this.enumNamed(enumName(words) ?? name, words);
    return words.length < values.length ? { anyOf: [reference, { type: 'null' }], ...rest } : { ...reference, ...rest };
  }
}

/** Whether values are words that get a name. Numbers stay where they are. */
const isVocabulary = (values: unknown): values is unknown[] =>
  Array.isArray(values) && values.length > 1 && values.every((value) => value === null || typeof value === 'string');

function withoutDefault({ default: byDefault, description, ...schema }: Schema): Schema {
  if (byDefault === undefined) return { ...schema, description };
  const values = [byDefault].flat() as string[];
  return { ...schema, description: `${String(description)}. Default: ${values.join(', ')}` };
}
