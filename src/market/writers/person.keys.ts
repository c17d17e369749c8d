import { parsedUrl } from '#platform/text/parsed.url.js';
import { createHash } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { isEmailAddress } from '#platform/mail/email.rule.js';

/** A person as a review, a post or the directory names them. */
export interface Person {
  name: string | null;
  company: string | null;
  companyWebsite: string | null;
  profileUrl: string | null;
}

/**
 * A person whose email address may be known. `text` identifies a text that the person wrote, which is all that is known of a writer
 * without profile and company.
 */
export type Identity = Person & { email?: string | null; text?: string };

/** What identifies a text in imports: its site or source, and its id there. */
export const textKeyOf = (place: string, externalId: string): string => `text:${place}/${externalId}`;

/** Words for the legal form of a company. */
const LEGAL_FORMS = new Set(
  'inc incorporated corp corporation co company llc llp lp ltd limited plc gmbh ag kg ug se sa sas sarl srl spa bv nv ab as oy aps pty pte kk'.split(
    ' ',
  ),
);

/** PostgreSQL refuses a row whose entry in an index is longer than about 2,700 bytes. A letter may have nine in an address. */
const MAX_KEY_BYTES = 2_000;
/** An index holds a name with its company, and some letters become several. */
const MAX_NAME_BYTES = 1_000;

/** A host has at most 253 characters. */
const MAX_HOST_LENGTH = 253;

const within = (bytes: number, key: string | null): string | null =>
  key !== null && Buffer.byteLength(key) <= bytes ? key : null;

/** Lower case, without accents and punctuation, with one space between words. Null for an empty result, or one too long for an index. */
export function nameKeyOf(name: string | null): string | null {
  return within(MAX_NAME_BYTES, words(name).join(' ') || null);
}

/** Like `nameKeyOf`, but for a company and without its legal form: `Acme, Inc.` and `ACME GmbH` are `acme`. */
export function companyKeyOf(company: string | null): string | null {
  const all = words(company);
  let end = all.length;
  while (end > 1 && LEGAL_FORMS.has(all[end - 1] ?? '')) end--;
  return within(MAX_NAME_BYTES, all.slice(0, end).join(' ') || null);
}

/**
 * `profile:host/path` without scheme, `www.`, language host, query and trailing slash. Null for anything but a web
 * address, and for one too long for an index.
 */
export function profileKeyOf(url: string | null): string | null {
  return within(MAX_KEY_BYTES, profileOf(url));
}

/** The same in any length, for a hash. */
function profileOf(url: string | null): string | null {
  const parsed = webAddress(url);
  if (!parsed) return null;
  const path = parsed.pathname.replace(/(?<!\/)\/+$/, '').toLowerCase();
  return path ? `profile:${bareHost(parsed)}${path}` : null;
}

/** `email:` and the address in lower case, with the domain in ASCII. Null for anything but an email address. */
export function emailKeyOf(email: string | null): string | null {
  const address = email?.normalize('NFKC').trim().toLowerCase() ?? '';
  return isEmailAddress(address) ? `email:${inAscii(address)}` : null;
}

/** A domain that has no valid spelling in ASCII stays. */
function inAscii(address: string): string {
  const [local = '', domain = ''] = address.split('@');
  // `domainToASCII` reads the start of a URL, so that it cuts other domains.
  const spelled = /^[\p{L}\p{M}\p{N}._-]+$/u.test(domain) ? `${local}@${domainToASCII(domain)}` : address;
  return isEmailAddress(spelled) ? spelled : address;
}

/**
 * The key of a person as someone types it: an email address, also as a `mailto:` link, or the URL of a profile. Null for any other
 * text, such as a URL with user information, which is rather a mistyped email address.
 */
export function typedKeyOf(text: string): string | null {
  const [, linked] = /^mailto:([^?]*)/i.exec(text.trim()) ?? [];
  return emailKeyOf(linked ?? text) ?? (typedAddress(text) && profileKeyOf(text));
}

/** `phone:` and the digits of a phone number. Null for a text without any. */
export function phoneKeyOf(phone: string | null): string | null {
  const digits = phone?.normalize('NFKC').replace(/\D/g, '') ?? '';
  return digits ? `phone:${digits}` : null;
}

/** The domain of a company's website, such as `acme.com`. Null when the website has none. */
export function domainOf(website: string | null): string | null {
  const parsed = webAddress(website);
  return parsed?.hostname.includes('.') ? parsed.hostname.replace(/^www\./, '') : null;
}

/**
 * Hashes of everything that identifies a person: the address, the profile, the name with the company or its domain, and
 * a text of the person.
 */
export function erasureKeysOf({ email, text, ...person }: Identity): string[] {
  const name = nameKeyOf(person.name);
  const places = [companyKeyOf(person.company), domainOf(person.companyWebsite)];
  const named = places.flatMap((place) => (name && place ? `name:${name}@${place}` : []));
  const emailKey = emailKeyOf(email ?? null);
  // Earlier hashes are of the address as it was typed.
  const emails = emailKey === null ? [] : addressesOf(emailKey).map((address) => `email:${address}`);
  const keys = [...emails, profileOf(person.profileUrl), ...named, text];
  return keys.flatMap((key) => (key ? createHash('sha256').update(key).digest('hex') : []));
}

/** `domain:` and a domain, without `www.`. Null for anything but a domain, with or without a scheme or `@`. */
export function domainKeyOf(text: string): string | null {
  const parsed = typedAddress(text);
  const isBare = parsed?.pathname === '/' && !parsed.search && !parsed.hash && !parsed.port;
  const domain = isBare ? parsed.hostname.replace(/^www\./, '') : '';
  return /^([a-z0-9_-]+\.)+(?!\d+$)[a-z0-9-]+$/.test(domain) ? `domain:${domain}` : null;
}

/**
 * The keys of the domains of a person: of the email addresses among the keys and of the company, with all parent
 * domains.
 */
export function domainKeysOf(keys: readonly string[], companyWebsite: string | null): string[] {
  const ofAddresses = keys
    .filter((key) => kindOf(key) === 'email')
    .map((key) => domainToASCII(key.split('@')[1] ?? ''));
  return [...ofAddresses, domainOf(companyWebsite) ?? ''].flatMap((domain) => {
    const labels = domain.split('.');
    return labels.slice(1).map((_, place) => `domain:${labels.slice(place).join('.')}`);
  });
}

/** A key is the kind of the address, a colon and the address. */
export const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));
export const addressOf = (key: string): string => key.slice(key.indexOf(':') + 1);

/** The spellings of the address of a key. An email address in an international domain has two. */
export function addressesOf(key: string): string[] {
  const address = addressOf(key);
  if (kindOf(key) !== 'email') return [address];
  const [local = '', domain = ''] = address.split('@');
  return [...new Set([address, `${local}@${domainToUnicode(domain) || domain}`])];
}

/**
 * The key of a person's provider results: from the profile, else name and company, else name and domain.
 * @returns null for a person without these.
 */
export function personKeyOf(person: Person): string | null {
  const name = nameKeyOf(person.name);
  const where = companyKeyOf(person.company) ?? domainOf(person.companyWebsite);
  const identity = profileOf(person.profileUrl) ?? (name && where ? `name:${name}@${where}` : null);
  return identity && createHash('sha256').update(identity).digest('hex');
}

function words(text: string | null): string[] {
  return (
    (text ?? '')
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}&+]+/gu) ?? []
  );
}

function webAddress(text: string | null): URL | null {
  const trimmed = text?.trim() ?? '';
  if (!trimmed || trimmed.length > 1_000) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = parsedUrl(address);
  if (!url || url.hostname.length > MAX_HOST_LENGTH) return null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** A web address without user information. */
function typedAddress(text: string): URL | null {
  const url = webAddress(text);
  return url && !url.username && !url.password ? url : null;
}

/** A network serves one profile under several hosts, with the prefix `www.`, `m.` or a language. */
const bareHost = ({ host }: URL): string => host.replace(/^(?:www\.|m\.|[a-z]{2}\.(?=[^.]{4,}\.))/, '');
