import { z } from 'zod';
import { isNothing } from './value.parser.js';

/** Fields of an imported line: values that PostgreSQL can store and a page can show, or the reason of a reject. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const BARE_DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[:/?#]|$)/u;
const URL_LENGTH = 2_048;

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Why PostgreSQL cannot store a text, or why it is too long. One check for all, because an import runs it for each field. */
function faultOf(value: string, max: number): string | null {
  if (value.length > max) return `is longer than ${max.toLocaleString('en')} characters`;
  if (value.includes('\0')) return 'holds a NUL character';
  return value.isWellFormed() ? null : 'holds half of a surrogate pair';
}

/** Text of at most `max` characters that PostgreSQL can store, untrimmed. */
const sound = (max: number) =>
  z.string({ error: ({ input }) => (isMissing(input) ? 'is required' : 'must be text') }).check(({ value, issues }) => {
    const message = faultOf(value, max);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });

/** Required text, kept exactly as it is, because quotes are slices of it. */
export const verbatimText = (max: number) => sound(max).refine((value) => value.trim() !== '', 'is empty');

/** Required text, trimmed. */
export const requiredText = (max: number) => verbatimText(max).transform((value) => value.trim());

/** Optional text, trimmed; null, absent and blank are the same. */
export const optionalText = (max: number) =>
  sound(max)
    .nullish()
    .transform((value) => value?.trim() || null);

/** An optional http or https address. A bare domain such as `acme.example` becomes an https address. */
export const optionalUrl = () =>
  optionalText(URL_LENGTH).transform((value, context) => {
    if (value === null || isNothing(value)) return null;
    const address = BARE_DOMAIN.test(value) ? `https://${value}` : value;
    if (URL.canParse(address) && /^https?:\/\//i.test(address)) return address;
    context.addIssue({ code: 'custom', message: 'is not an http or https address' });
    return z.NEVER;
  });

/** An optional ISO 8601 date or date-time, as a UTC timestamp. A time without a zone is UTC. */
export const optionalTime = () =>
  optionalText(40).transform((value, context) => {
    const time = value && timestampOf(value);
    if (time !== undefined) return time || null;
    const message = `is not an ISO 8601 date or date-time between 1970 and 2099: ${JSON.stringify(value)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** An optional number within bounds. */
export const optionalNumber = (min: number, max: number) =>
  z
    .number({ error: 'must be a number' })
    .min(min, `must be from ${min} to ${max}`)
    .max(max, `must be from ${min} to ${max}`)
    .nullish()
    .transform((value) => value ?? null);

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
