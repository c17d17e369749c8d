import { accessSync, constants, statSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';
import { redisAddressOf } from './redis.address.js';

/** A whole number between `min` and `max`. */
export const count = (fallback: number, min = 1, max = 1_000_000_000) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
/** A text, or undefined if it is empty. */
export const optionalText = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
/** The path of a file that can be read, or undefined if it is empty. */
export const readableFile = optionalText.refine(
  (path) => path === undefined || isReadableFile(path),
  'must be the path of a file that can be read',
);
/** An http or https URL, or undefined if it is empty. */
export const optionalUrl = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .pipe(z.url({ protocol: /^https?$/ }).optional())
  .optional();
/** One server, several nodes of a cluster, or Sentinels. */
export const redisUrl = z.string().refine((value) => {
  const address = redisAddressOf(value);
  return address?.kind === 'server' ? z.url().safeParse(value).success : address !== null;
}, 'must be redis://host:6379, redis://a:6379,b:6379 for a cluster, or redis+sentinel://a:26379,b:26379/name');

/** Items separated by commas. */
export const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Host names without a port, in lower case, separated by commas. */
export const hostNames = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value) => value.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .refine(
      (hosts) => hosts.every((host) => /^[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(host)),
      'must be host names separated by commas, such as hooks.example.com',
    );

/** The hosts of names separated by commas. A name may also have a port or be an origin. */
export const hostsOfOrigins = list
  .refine(
    (names) => names.every((name) => hostOf(name) !== null),
    'must be host names or origins separated by commas, such as https://app.example.com',
  )
  .transform((names) => names.flatMap((name) => hostOf(name) ?? []));

function hostOf(name: string): string | null {
  const url = z.url({ protocol: /^https?$/ }).safeParse(name.includes('://') ? name : `http://${name}`);
  if (!url.success) return null;
  const { href, origin, hostname } = new URL(url.data);
  return href === `${origin}/` && !hostname.includes('*') ? hostname : null;
}

/** `Name <address>`, or an address alone. */
export const sender = z
  .string()
  .trim()
  .refine(
    (value) => /^(?:[^<>"\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value),
    'must be an email address, or Name <address>',
  )
  .optional();

/** URLs of PostgreSQL separated by commas. */
export const databaseUrls = list.refine(
  (urls) => urls.every((url) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success),
  'must be URLs separated by commas, such as postgres://user@replica:5432/qualm',
);

const KEY_BYTES = 32;

/** Keys of 32 bytes in base64, separated by commas. */
export const encryptionKeys = list
  .refine(
    (keys) => keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key)),
    `must be keys of ${KEY_BYTES} bytes in base64, separated by commas`,
  )
  .transform((keys): Buffer[] => keys.map((key) => Buffer.from(key, 'base64')));
/** CIDR ranges separated by commas. */
export const cidrs = list.refine((ranges) => ranges.every((range) => ipaddr.isValidCIDR(range)), {
  error: 'must be CIDR ranges separated by commas, such as 10.20.0.0/16',
});

const ORIGIN = /^https?:\/\/[^/?#\s]+$/;

/** Pairs of origins separated by commas, such as `https://api.example.com=http://127.0.0.1:8080`. */
export const originPairs = list
  .refine(
    (pairs) =>
      pairs.every((pair) => pair.split('=').length === 2 && pair.split('=').every((each) => ORIGIN.test(each))),
    'must be pairs of origins separated by commas, such as https://api.example.com=http://127.0.0.1:8080',
  )
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])));

const HOSTS_FAULT = 'must be host names separated by commas, such as hooks.example.com,*.example.org';
const HOST_PATTERN = /^(?:\*\.)?[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+\.?$/u;

/**
 * Host names separated by commas, as URLs have them: in lower case, in Punycode, without the final dot. `*.` stands for all
 * subdomains. The last part has a letter, unlike that of an IP address.
 */
export const hostPatterns = list
  .refine((hosts) => hosts.every((host) => HOST_PATTERN.test(host)), HOSTS_FAULT)
  .transform((hosts) =>
    hosts.map((host) => {
      const [wildcard, name] = host.startsWith('*.') ? ['*.', host.slice(2)] : ['', host];
      return wildcard + domainToASCII(name.replace(/\.$/, ''));
    }),
  )
  .refine((hosts) => hosts.every((host) => /\.[a-z][a-z0-9-]*$/.test(host)), HOSTS_FAULT);

/** Seconds before each attempt, such as `0,5,300`. */
export const retrySeconds = z
  .string()
  .default('0,5,300,1800,7200,18000,36000,50400,72000,86400')
  .refine(
    (value) => /^\d{1,7}(?:,\d{1,7}){0,49}$/.test(value),
    'must be whole numbers separated by commas, one for each attempt',
  )
  .transform((value) => value.split(',').map(Number));

/** `true` or `false`, by default `false`. */
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true');

/** Whether a URL is that of this machine, or uses https. */
export function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function isReadableFile(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const CRON_FIELDS = 5;

/** Times in the five fields of cron, in UTC, or undefined. */
export const schedule = optionalText.refine((value) => {
  if (value === undefined) return true;
  try {
    return value.split(/\s+/).length === CRON_FIELDS && CronExpressionParser.parse(value, { tz: 'UTC' }) !== null;
  } catch {
    return false;
  }
}, 'must be the five fields of cron, such as 30 2 * * *');
