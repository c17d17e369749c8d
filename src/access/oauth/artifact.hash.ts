import { createHash } from 'node:crypto';

/** Hashes ids and secrets for storage. They have 256 random bits, so an unsalted SHA-256 cannot be reversed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
