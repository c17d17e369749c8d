import type { InputFault } from '#platform/errors/application-error.js';
import type { JsonSchema } from '#platform/operations/json-schema.js';

/** A value of `fields` that asks for every field. */
const EVERY_FIELD = 'all';
const MOST_FIELDS = 50;

type Item = Record<string, unknown>;

/** The `fields` argument of a tool: the names of fields to add to a summary. A dot leads into an object or a list. */
export class FieldsArgument {
  readonly schema: JsonSchema;
  private readonly allowed: string[];

  /** `whole` is the schema of the value with all its fields. */
  constructor(
    private readonly whole: JsonSchema,
    examples: string,
  ) {
    this.allowed = [...Object.keys(whole.properties ?? {}), EVERY_FIELD];
    this.schema = {
      type: 'array',
      items: { type: 'string' },
      maxItems: MOST_FIELDS,
      description: `More fields: ${examples}, or ${EVERY_FIELD}`,
    };
  }

  /** The faults of a given value, which may also be text with commas. */
  check(given: unknown): InputFault[] {
    const names = namesOf(given);
    if (!names || names.length > MOST_FIELDS) {
      return [faultOf('is_array', `fields must be a list of at most ${MOST_FIELDS} names`)];
    }
    const unknown = names.filter((name) => name !== EVERY_FIELD && !hasField(this.whole, name.split('.')));
    if (unknown.length === 0) return [];
    return [{ ...faultOf('is_in', `fields must be names of: ${this.allowed.join(', ')}`), allowed: this.allowed }];
  }

  /** The summary with the fields of `whole` that a checked value names. */
  extend(summary: Item, whole: Item, given: unknown): Item {
    const names = namesOf(given) ?? [];
    if (names.includes(EVERY_FIELD)) return whole;
    return {
      ...summary,
      ...(pick(
        whole,
        names.map((name) => name.split('.')),
      ) as Item),
    };
  }
}

const faultOf = (code: string, message: string): InputFault => ({ field: 'fields', location: 'query', code, message });

function namesOf(given: unknown): string[] | null {
  const values = typeof given === 'string' ? given.split(',') : (given ?? []);
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) return null;
  return values.map((value) => value.trim());
}

function hasField(schema: JsonSchema | undefined, [name, ...rest]: string[]): boolean {
  if (name === undefined) return schema !== undefined;
  if (!schema) return false;
  if (schema.items) return hasField(schema.items, [name, ...rest]);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((each: JsonSchema) => hasField(each, [name, ...rest]));
  const { properties = {} } = schema;
  return Object.hasOwn(properties, name) && hasField(properties[name], rest);
}

function pick(value: unknown, paths: readonly string[][]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const rest = new Map<string, string[][]>();
  for (const [name = '', ...below] of paths) rest.set(name, [...(rest.get(name) ?? []), below]);
  const fields = Object.entries(value).filter(([name]) => rest.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, pick(field, rest.get(name) ?? [])]));
}
