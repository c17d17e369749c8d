import { createHash } from 'node:crypto';

/** How ids and secrets of the authorization server are stored: they hold 256 random bits, so a plain hash cannot be turned back. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
