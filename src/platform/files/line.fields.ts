import { parsedUrl } from '#platform/text/parsed.url.js';
import { z } from 'zod';
import { isNothing } from './value.parser.js';

/** Fields of an imported line: values that PostgreSQL can store and a page can show, or the reason of a reject. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const BARE_DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u;
const URL_LENGTH = 2_048;

/** Why PostgreSQL cannot store a text, or why it is too long. One check for all, because an import runs it for each field. */
function faultOf(value: string, max: number): string | null {
  if (value.length > max) return `is longer than ${max.toLocaleString('en')} characters`;
  if (value.includes('\0')) return 'holds a NUL character';
  return value.isWellFormed() ? null : 'holds half of a surrogate pair';
}

/** The value of a field, or the fault that makes its line a reject. */
class Faulty {
  constructor(readonly message: string) {}
}

/** A field as one step of its schema: a chain of steps makes an import a third slower (`bench/imports.mjs`). */
const field = <Value>(read: (value: unknown) => Value | Faulty) =>
  z.transform((value: unknown, context): Value => {
    const found = read(value);
    if (!(found instanceof Faulty)) return found;
    context.issues.push({ code: 'custom', message: found.message, input: value });
    return z.NEVER;
  });

function readVerbatim(value: unknown, max: number): string | Faulty {
  if (value === undefined || value === null) return new Faulty('is required');
  if (typeof value !== 'string') return new Faulty('must be text');
  const fault = faultOf(value, max) ?? (value.trim() === '' ? 'is empty' : null);
  return fault === null ? value : new Faulty(fault);
}

function readOptional(value: unknown, max: number): string | null | Faulty {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return new Faulty('must be text');
  const fault = faultOf(value, max);
  return fault === null ? value.trim() || null : new Faulty(fault);
}

/** Required text, kept exactly as it is, because quotes are slices of it. */
export const verbatimText = (max: number) => field((value) => readVerbatim(value, max));

/** Required text, trimmed. */
export const requiredText = (max: number) =>
  field((value) => {
    const text = readVerbatim(value, max);
    return typeof text === 'string' ? text.trim() : text;
  });

/** A required id: text, trimmed, or a whole number, which JSON files have. A number too large to be exact is refused. */
export const requiredId = (max: number) =>
  field((value) => {
    const text = readVerbatim(Number.isSafeInteger(value) ? String(value) : value, max);
    return typeof text === 'string' ? text.trim() : text;
  });

/** Optional text, trimmed; null, absent and blank are the same. */
export const optionalText = (max: number) => field((value) => readOptional(value, max));

/** An optional http or https address. A bare domain such as `acme.example` becomes an https address. */
export const optionalUrl = () =>
  field((value) => {
    const text = readOptional(value, URL_LENGTH);
    if (typeof text !== 'string') return text;
    if (isNothing(text)) return null;
    const address = BARE_DOMAIN.test(text) ? `https://${text}` : text;
    const isWeb = parsedUrl(address) !== null && /^https?:\/\//i.test(address);
    return isWeb ? address : new Faulty('is not an http or https address');
  });

/** An optional ISO 8601 date or date-time, as a UTC timestamp. A time without a zone is UTC. */
export const optionalTime = () =>
  field((value) => {
    const text = readOptional(value, 40);
    if (typeof text !== 'string') return text;
    const fault = `is not an ISO 8601 date or date-time between 1970 and 2099: ${JSON.stringify(text)}`;
    return timestampOf(text) ?? new Faulty(fault);
  });

/** An optional number within bounds. */
export const optionalNumber = (min: number, max: number) =>
  field((value) => {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'number' || Number.isNaN(value)) return new Faulty('must be a number');
    return value >= min && value <= max ? value : new Faulty(`must be from ${min} to ${max}`);
  });

/** The first three faults of a line, in one sentence. */
export function reasonOf(error: z.ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.')} ${issue.message}`)
    .join('; ');
}

/** Undefined if the value is not a date, such as 30 February. */
function timestampOf(value: string): string | undefined {
  const match = DATE.exec(value);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}${fraction.slice(0, 4)}Z`);
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  if (!iso.startsWith(local)) return undefined;
  if (zone === 'Z') return Number(year) >= 1970 && Number(year) <= 2099 ? iso : undefined;
  const offset = zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = new Date(`${local}${fraction.slice(0, 4)}${offset}`);
  if (Number.isNaN(instant.getTime())) return undefined;
  return Number(year) >= 1970 && Number(year) <= 2099 ? instant.toISOString() : undefined;
}
