import { createHash, randomBytes } from 'node:crypto';

/** A secret of this many random bytes, in base64url. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/**
 * Hashes a generated secret, for storage and look-up. Such a secret is random and long, so an unsalted SHA-256
 * cannot be reversed. Passwords of people need a slow hash.
 */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
