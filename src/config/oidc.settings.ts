import { z } from 'zod';
import { count, flag, isSafeOrigin, list, optionalText, optionalUrl } from './env.values.js';

/** The variables of the identity provider. */
export const oidcSettings = {
  OIDC_ISSUER: optionalUrl,
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
  OIDC_ALLOWED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(domain)),
      'must be domains separated by commas, such as example.com',
    ),
  OIDC_ONLY: flag,
  OIDC_TIMEOUT_MS: count(5_000, 100, 60_000),
};

type OidcSettings = z.infer<z.ZodObject<typeof oidcSettings>> & { NODE_ENV: string };

/** The fault of the variables of the identity provider together, or null. */
export function oidcFault(env: OidcSettings): string | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret } = env;
  const given = [issuer, clientId, secret].filter(Boolean).length;
  if (given !== 0 && given !== 3) return 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together';
  if (env.OIDC_ONLY && !issuer) return 'OIDC_ONLY=true needs OIDC_ISSUER: without it, no one could log in';
  if (env.NODE_ENV === 'production' && issuer && !isSafeOrigin(issuer)) {
    return 'OIDC_ISSUER must begin with https:// in production, except for localhost';
  }
  return null;
}
