import { createHash, randomBytes } from 'node:crypto';

/** A secret of so many random bytes, in the letters of a URL. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/**
 * Hashes a secret that the service made, for storage and look-up. Such a secret is random and long, so an unsalted SHA-256
 * cannot be reversed. Passwords of people need more.
 */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
