import { markdownTable, paragraphs } from './markdown.table.js';
import type { Schema } from './openapi.types.js';

const anchorOf = (name: string): string => `object-${name.toLowerCase()}`;
const code = (value: unknown): string => `\`${String(value)}\``;

/** A longer list of words is shown once on a page. */
const MAX_WORDS = 6;

/** A maximum from here on is no limit in practice. */
const UNBOUNDED = 1_000_000_000;

/** The constraints of a value. */
interface Bounds {
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Describes schemas in Markdown. An object with a name gets a separate table, on the first page that names it. */
export class ObjectTables {
  private readonly named = new Set<string>();

  /** `pageOf` holds the address of the page of each object that has a table so far, for all pages together. */
  constructor(
    private readonly schemas: Record<string, Schema>,
    private readonly address: string,
    private readonly pageOf: Map<string, string>,
  ) {}

  /** The type of a value in words, with its bounds and its default. */
  typeOf(schema: Schema): string {
    const { minimum, maximum: most = Infinity, default: byDefault } = schema as Bounds;
    const maximum = most < UNBOUNDED ? most : undefined;
    const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '';
    const from = !range && minimum !== undefined && `at least ${minimum}`;
    const given = byDefault !== undefined && `default ${code(byDefault)}`;
    return [this.nameOf(schema), range, from, given].filter(Boolean).join(', ');
  }

  /** Rows of name, type and description for each field of an object. Fields of inner objects have dotted names. */
  rowsOf(schema: Schema, prefix = ''): string[][] {
    const required = (schema.required ?? []) as string[];
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
      const type = this.typeOf(field) + (required.includes(name) ? '' : ', optional');
      const row = [code(prefix + name), type, (field.description as string | undefined) ?? ''];
      return [row, ...this.rowsOf(field, `${prefix}${name}.`)];
    });
  }

  /** The schema that a reference points to. */
  resolved(schema: Schema): Schema {
    return typeof schema.$ref === 'string' ? (this.schemas[nameIn(schema.$ref)] ?? {}) : schema;
  }

  /** The tables of all objects that were named so far, and of the objects that they name. */
  tables(): string {
    const sections: string[] = [];
    for (const name of this.named) {
      const schema = this.schemas[name] ?? {};
      const table = Array.isArray(schema.enum)
        ? `${this.nameOf(schema)}.`
        : markdownTable(['field', 'type', 'meaning'], this.rowsOf(schema));
      sections.push(paragraphs(`### ${name} {#${anchorOf(name)}}`, table));
    }
    return sections.join('\n\n');
  }

  private nameOf(schema: Schema): string {
    if (typeof schema.$ref === 'string') return this.nameOfReference(nameIn(schema.$ref));
    if ('const' in schema) return code(schema.const);
    if (Array.isArray(schema.enum)) return `one of ${schema.enum.map(code).join(' ')}`;
    for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
      if (Array.isArray(schema[keyword])) {
        return (schema[keyword] as Schema[]).map((each) => this.nameOf(each)).join(' or ');
      }
    }
    const types = [schema.type].flat() as (string | undefined)[];
    if (types.includes('array')) return `list of ${this.nameOf((schema.items ?? {}) as Schema)}`;
    const name = types.filter(Boolean).join(' or ') || 'any value';
    return typeof schema.format === 'string' ? `${name} (${schema.format})` : name;
  }

  private nameOfReference(name: string): string {
    const target = this.schemas[name] ?? {};
    const isLong = Array.isArray(target.enum) && target.enum.length > MAX_WORDS;
    if (!target.properties && !isLong) return this.nameOf(target);
    const page = this.pageOf.get(name) ?? this.address;
    this.pageOf.set(name, page);
    if (page === this.address) this.named.add(name);
    return `[${name}](${page === this.address ? '' : page}#${anchorOf(name)})`;
  }
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';
