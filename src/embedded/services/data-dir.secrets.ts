import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The password for the operator pages of a data directory. */
export const operatorPassword = (dataDir: string): string =>
  readOrCreate(dataDir, 'ops.password', () => randomBytes(12).toString('base64url'));

/** The key that encrypts columns of the database of a data directory, in base64. It is never stored in the database. */
export const encryptionKey = (dataDir: string): string =>
  readOrCreate(dataDir, 'encryption.key', () => randomBytes(32).toString('base64'));

/** The content of a file with mode 0600, which is created if it is missing. */
function readOrCreate(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
}
