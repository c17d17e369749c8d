import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { hashOfSecret } from '#platform/secrets/random.secret.js';

const PERIOD_SECONDS = 30;
const DIGITS = 6;
const ISSUER = 'Qualm';
const SECRET_BYTES = 20;
const RECOVERY_CODE_BYTES = 15;
const RECOVERY_CODES = 10;
const QUIET_ZONE = 2;

/** A new secret in base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The setup of an authenticator app: the secret to type, and the same as an image to scan (a data URL). */
export function setupOf(secret: string, label: string): { secret: string; image: string } {
  const svg = renderSVG(authenticator(secret, label).toString(), { border: QUIET_ZONE });
  const groups = secret.match(/.{1,4}/g) ?? [];
  return { secret: groups.join(' '), image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * The step of a code (RFC 6238), one step early or late included, in periods of 30 seconds since 1970. Null for a wrong
 * code, and for a step up to `lastStep`: each step is valid once.
 */
export function stepOf(code: string, secret: string, lastStep: number, now = Date.now()): number | null {
  const delta = authenticator(secret).validate({ token: code, window: 1, timestamp: now });
  if (delta === null) return null;
  const step = TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
  return step > lastStep ? step : null;
}

/** Ten new recovery codes of 120 bits: from 112 on, a plain hash is as safe as a slow one. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (new Secret({ size: RECOVERY_CODE_BYTES }).base32.toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );

/** The hash of a recovery code, independent of case and grouping. */
export const hashOfRecoveryCode = (code: string): Buffer => hashOfSecret(plain(code));

/** Whether a text looks like a code of the app, not like a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(plain(code));

/** A code without spaces and hyphens. */
export const plain = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

const authenticator = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: 'SHA1', digits: DIGITS, period: PERIOD_SECONDS, secret });
