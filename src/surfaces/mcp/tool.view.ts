import type { Type } from '@nestjs/common';
import { clipped } from '#platform/text/clipped.text.js';
import type { InputFault } from '#platform/errors/application-error.js';
import { inlineSchemaOf, type JsonSchema } from '#platform/operations/json-schema.js';
import { FieldsArgument } from './tool.fields.js';

/** Clients cut results at about 25,000 tokens. JSON with ids or non-Latin scripts can have only 2.5 bytes per token. */
export const MAX_BYTES = 60_000;

/** The number of bytes of a value as JSON. */
export const bytesOf = (content: object): number => Buffer.byteLength(JSON.stringify(content));

/** The maximum number of JSON characters of an item in a list, unless its view has another limit. */
const ITEM_LIMIT = 300;

/** The arguments of a tool, as the client sent them. */
export type Arguments = Record<string, unknown>;

/** Data as a view returns it. `nextStep` explains how to get the omitted parts. */
export interface Presented {
  data: unknown;
  nextStep?: string;
}

/** The short form of a tool's data, and the arguments with which a caller asks for more. */
export interface ToolView {
  /** The schemas of these arguments, which the operation does not know. */
  arguments: Record<string, JsonSchema>;
  /** The schema of the result of the view, for one item of a list. */
  schema: JsonSchema;
  check: (given: Arguments) => InputFault[];
  /** `data` is plain JSON. @throws 400 for an argument that the data contradicts */
  present: (data: unknown, given: Arguments) => Presented;
}

type Item = Record<string, unknown>;

/** The fields in the summary of a list item. */
interface Summary {
  /** The name of the list, if it is a field of `data`. */
  list?: string;
  /** Examples of fields that a caller may add. */
  more: string;
  /** The fields of a summary, if it has not all fields of the item. */
  properties?: Record<string, JsonSchema>;
  /** Makes the fields that only the summary has. */
  derive?: (item: Item) => Item;
  /** The fields that are shortened or left out, in this order, until the summary fits. */
  yielding: readonly string[];
  /** The maximum number of JSON characters of an item, unless the caller asks for more fields. */
  limit?: number;
}

/** A view of a list of short items. */
export function summariesOf(type: Type<object>, summary: Summary): ToolView {
  const { list, more, yielding, properties, derive, limit = ITEM_LIMIT } = summary;
  const whole = inlineSchemaOf(type);
  const fields = new FieldsArgument(list ? (whole.properties?.[list]?.items ?? whole) : whole, more);
  const shorten = (item: Item, given: Arguments): Item => {
    const own = Object.entries(item).filter(([name]) => !properties || Object.hasOwn(properties, name));
    const short = fitted({ ...Object.fromEntries(own), ...derive?.(item) }, yielding, limit);
    return fields.extend(short, item, given.fields);
  };
  return {
    arguments: { fields: fields.schema },
    schema: withItems(briefSchema(whole), list, properties),
    check: ({ fields: given }) => fields.check(given),
    present: (data, given) => {
      if (!list) return { data: (data as Item[]).map((item) => shorten(item, given)) };
      const holder = data as Item;
      return { data: { ...holder, [list]: (holder[list] as Item[]).map((item) => shorten(item, given)) } };
    },
  };
}

/** The schema of a summary: of an item, or of an object with the list of items. */
function withItems(whole: JsonSchema, list?: string, properties?: Record<string, JsonSchema>): JsonSchema {
  if (!properties) return whole;
  const item: JsonSchema = { type: 'object', properties };
  return list ? { ...whole, properties: { ...whole.properties, [list]: { type: 'array', items: item } } } : item;
}

/** The summary, shortened until its JSON has at most `limit` characters. */
function fitted(summary: Item, yielding: readonly string[], limit: number): Item {
  const item = { ...summary };
  const excess = (): number => JSON.stringify(item).length - limit;
  for (const name of yielding) {
    while (excess() > 0 && item[name] !== undefined) item[name] = shorter(name, item[name], excess());
    if (item[name] === undefined) delete item[name];
  }
  return item;
}

/** A value of a vocabulary, which must not be shortened. */
const TERM = /^[a-z]+(?:_[a-z]+)*$/;
/** A shorter rest of a text is useless. */
const MIN_REST_LENGTH = 12;
/** Fields that identify an item: even a part of them is useful. */
const KNOWN_BY = ['name', 'title'];

/** A list without its last item, or a text that is shorter by `excess`. Undefined if nothing useful would be left. */
function shorter(name: string, value: unknown, excess: number): unknown {
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, -1) : undefined;
  if (typeof value !== 'string' || name.endsWith('_url') || TERM.test(value)) return undefined;
  const length = Math.min(value.length - excess, value.length - 1);
  if (length < MIN_REST_LENGTH && !KNOWN_BY.includes(name)) return undefined;
  return clipped(value, length) || undefined;
}

/**
 * A schema with only the names and types of fields, without their values and the fields of nested objects that may be null or are named
 * in `opaque`. The API reference describes them, and assistants pay for every character of a definition.
 */
export function briefSchema(schema: JsonSchema, opaque: readonly string[] = []): JsonSchema {
  const { type, items, properties, anyOf } = schema;
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map(({ type: each }: JsonSchema) => ({ type: each })) };
  if (items) return { type, items: briefSchema(items, opaque) };
  if (!properties) return { type };
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    opaque.includes(name) ? withoutFields(field) : briefSchema(field, opaque),
  ]);
  return { type, properties: Object.fromEntries(fields) as Record<string, JsonSchema> };
}

const withoutFields = ({ items }: JsonSchema): JsonSchema =>
  items ? { type: 'array', items: { type: 'object' } } : { type: 'object' };
