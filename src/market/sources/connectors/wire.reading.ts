import { z } from 'zod';
import type { AnswerFormat } from '#platform/files/answer.format.js';
import { parseTime } from '#platform/files/value.parser.js';
import { Drift, type ItemReading, type ReadItem } from './connector.js';

/** A text, as most fields of services are. */
export const wireText = z.string();
/** A number or the digits of one, as services write ids. */
export const wireId = z.union([z.number().int(), z.string().regex(/^[\w-]{1,100}$/)]);
/** A time that we can read. */
export const wireTime = z
  .union([z.string(), z.number()])
  .refine((value) => timeOf(value) !== null, 'is not a time that we can read');
/** A time in seconds. */
export const wireSeconds = z
  .union([z.number(), z.string()])
  .refine((value) => timeOf(value) !== null, 'is not a time in seconds');

/** The time of a value, in any of the forms that imports read. Null for none. */
export function timeOf(value: unknown): Date | null {
  const text = parseTime(value, 'month first');
  if (typeof text !== 'string') return null;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** The first two faults of a value, each with the field that it is in. */
const faultsOf = (error: z.ZodError): string =>
  error.issues
    .slice(0, 2)
    .map((issue) => `${issue.path.join('.') || 'it'}: ${issue.message}`)
    .join('; ');

/** The envelope of an answer. @throws Drift with the field that is missing */
export function envelopeOf<Envelope>(schema: z.ZodType<Envelope>, body: unknown): Envelope {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Drift(`The answer has an unexpected format: ${faultsOf(parsed.error)}`);
}

/** Checks the fields of an item that we use, before the format of imports reads it leniently. */
export function readWith<Item>(
  schema: z.ZodType<Item>,
  value: unknown,
  read: (item: Item) => ReadItem | null,
): ItemReading {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { reject: faultsOf(parsed.error) };
  const item = read(parsed.data);
  return item && { item };
}

/** The record of one item, as the format of imports reads it. Null if no words of the writer are left. */
export function recordOf(format: AnswerFormat, answer: unknown, address: string): Record<string, unknown> | null {
  const [record] = format.read(answer, { address });
  return record === undefined || textIn(record, 'text').trim() === '' ? null : record;
}

/** A field of a record that is a text. Empty for any other. */
export function textIn(record: Readonly<Record<string, unknown>>, field: string): string {
  const value = record[field];
  return typeof value === 'string' ? value : '';
}
