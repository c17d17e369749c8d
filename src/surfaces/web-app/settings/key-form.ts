import { cidrFrom } from '#access/api-keys/address.list.js';
import { demandNone, faultsOfKey, type NewApiKey } from '#access/api-keys/key.rules.js';
import { type Scope, SCOPES } from '#access/policy/key.scopes.js';
import { invalidField } from '#platform/errors/application-error.js';

/** The choices in the form of a rotation. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;

/** A number of credits, or NaN, which no cap can be. An empty text gives no cap. */
export function readSpendCap(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

/** The same; null means that there is no daily cap. */
export const readDailyCap = (text: string): number | null => readSpendCap(text) ?? null;

/** The scopes that a form has checked; null if there are none, or others. */
function parseScopes(sent: readonly string[]): Scope[] | null {
  const chosen = sent.filter((scope) => scope !== '');
  const scopes = SCOPES.filter((scope) => chosen.includes(scope));
  return scopes.length > 0 && scopes.length === chosen.length ? scopes : null;
}

/** Addresses and CIDR ranges, separated by blanks, commas or lines; null if one of them is neither. */
function parseCidrs(text: string): string[] | null {
  const sent = text.split(/[\s,]+/).filter(Boolean);
  const cidrs = sent.flatMap((each) => cidrFrom(each) ?? []);
  return cidrs.length === sent.length ? cidrs : null;
}

/** Hours for which the old key of a rotation still works. @throws 400 about `overlap` */
export function parseOverlap(text: string): number {
  const hours = OVERLAP_HOURS.find((each) => String(each) === text);
  if (hours === undefined) throw invalidField('overlap', 'Choose how long the old key still works');
  return hours;
}

/** A key works until the end of its last day, in UTC; null if that is no day, or past. */
function parseLastDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59.999Z`);
  // JavaScript turns a date that does not exist, such as 31 February, into another date.
  const isDay = !Number.isNaN(end.getTime()) && end.toISOString().slice(0, 10) === day;
  return isDay && end > new Date() ? end : null;
}

/** What is wrong with a field whose text says nothing. */
const UNREADABLE = {
  expires_on: 'Enter a last day that is not in the past',
  scopes: 'Choose what the key may do',
  allowed_cidrs: 'Enter IP addresses or ranges such as 203.0.113.0/24',
};

/** The key that a form asks for. @throws 400 about all fields without a valid value */
export function newKeyFrom(
  values: Record<'name' | 'spend_cap' | 'daily_cap' | 'expires_on' | 'allowed_cidrs' | 'mode', string> & {
    scopes: string[];
  },
): NewApiKey {
  const read = {
    expires_on: values.expires_on === '' ? undefined : parseLastDay(values.expires_on),
    // Without the field, the key gets the default scopes, as in the API.
    scopes: values.scopes.length === 0 ? undefined : parseScopes(values.scopes),
    allowed_cidrs: parseCidrs(values.allowed_cidrs),
  };
  const key = {
    name: values.name,
    test: values.mode === 'test',
    spendCap: readSpendCap(values.spend_cap),
    dailyCap: readDailyCap(values.daily_cap),
    expiresAt: read.expires_on ?? undefined,
    scopes: read.scopes ?? undefined,
    allowedCidrs: read.allowed_cidrs ?? undefined,
  };
  const unreadable = Object.entries(UNREADABLE).flatMap(([field, message]) =>
    read[field as keyof typeof read] === null ? [{ field, message }] : [],
  );
  demandNone([...faultsOfKey(key), ...unreadable]);
  return key;
}
