import { cidrFrom } from '#access/api-keys/address.list.js';
import type { NewApiKey } from '#access/api-keys/key.rules.js';
import { type Scope, SCOPES } from '#access/policy/key.scopes.js';
import { invalidField } from '#platform/errors/application-error.js';

/** The choices in the form of a rotation. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;

/** A number of credits, or NaN, which no cap can be. */
export const readSpendCap = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

/** The same; an empty text means that there is no daily cap. */
export const readDailyCap = (text: string): number | null => (text.trim() === '' ? null : readSpendCap(text));

/** The scopes that a form has checked. @throws 400 about `scopes` */
function parseScopes(sent: readonly string[]): Scope[] {
  const chosen = sent.filter((scope) => scope !== '');
  const scopes = SCOPES.filter((scope) => chosen.includes(scope));
  if (scopes.length === 0 || scopes.length !== chosen.length)
    throw invalidField('scopes', 'Choose what the key may do');
  return scopes;
}

/** Addresses and CIDR ranges, separated by blanks, commas or lines. @throws 400 about `allowed_cidrs` */
function parseCidrs(text: string): string[] {
  const cidrs = text.split(/[\s,]+/).filter(Boolean);
  return cidrs.map((each) => {
    const cidr = cidrFrom(each);
    if (cidr === null) throw invalidField('allowed_cidrs', 'Enter IP addresses or ranges such as 203.0.113.0/24');
    return cidr;
  });
}

/** Hours for which the old key of a rotation still works. @throws 400 about `overlap` */
export function parseOverlap(text: string): number {
  const hours = OVERLAP_HOURS.find((each) => String(each) === text);
  if (hours === undefined) throw invalidField('overlap', 'Choose how long the old key still works');
  return hours;
}

/** A key works until the end of its last day, in UTC. @throws 400 about `expires_on` */
function parseLastDay(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  // JavaScript turns a date that does not exist, such as 31 February, into another date.
  if (Number.isNaN(end.getTime()) || end.toISOString().slice(0, 10) !== day || end <= new Date()) {
    throw invalidField('expires_on', 'Enter a last day that is not in the past');
  }
  return end;
}

/** The key that a form asks for. @throws 400 about a field */
export function newKeyFrom(
  values: Record<'name' | 'spend_cap' | 'daily_cap' | 'expires_on' | 'allowed_cidrs' | 'mode', string> & {
    scopes: string[];
  },
): NewApiKey {
  return {
    name: values.name,
    test: values.mode === 'test',
    spendCap: values.spend_cap === '' ? undefined : readSpendCap(values.spend_cap),
    dailyCap: readDailyCap(values.daily_cap),
    expiresAt: values.expires_on === '' ? undefined : parseLastDay(values.expires_on),
    // Without the field, the key gets the default scopes, as in the API.
    scopes: values.scopes.length === 0 ? undefined : parseScopes(values.scopes),
    allowedCidrs: parseCidrs(values.allowed_cidrs),
  };
}
