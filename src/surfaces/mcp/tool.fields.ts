import type { InputFault } from '#platform/errors/application-error.js';
import {
  fieldsFault,
  MAX_FIELDS,
  pickFields,
  readFieldNames,
  unknownFieldsOf,
} from '#platform/operations/field-selection.js';
import type { JsonSchema } from '#platform/operations/json-schema.js';

/** A value of `fields` that asks for every field. */
const EVERY_FIELD = 'all';

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
      maxItems: MAX_FIELDS,
      description: `More fields: ${examples}, or ${EVERY_FIELD}`,
    };
  }

  /** The faults of a given value, which may also be text with commas. */
  check(given: unknown): InputFault[] {
    const names = readFieldNames(given);
    if (!names) {
      return [fieldsFault('is_array', `fields must be a list of at most ${MAX_FIELDS} names`)];
    }
    const named = names.filter((name) => name !== EVERY_FIELD);
    if (unknownFieldsOf(this.whole, named).length === 0) return [];
    return [{ ...fieldsFault('is_in', `fields must be names of: ${this.allowed.join(', ')}`), allowed: this.allowed }];
  }

  /** The summary with the fields of `whole` that a checked value names. */
  extend(summary: Item, whole: Item, given: unknown): Item {
    const names = readFieldNames(given) ?? [];
    if (names.includes(EVERY_FIELD)) return whole;
    return {
      ...summary,
      ...(pickFields(
        whole,
        names.map((name) => name.split('.')),
      ) as Item),
    };
  }
}
