import pg from 'pg';
import type { Env } from '#config/env.js';
import type { Database } from '#platform/database/database.js';
import { CHECK_PREFIX, deleteKeyChecks, findKeyChecks, insertKeyCheck, type KeyCheck } from './key-checks.queries.js';
import { KeyRing, UnreadableCiphertext } from './key-ring.js';

/** The keys do not open the stored ciphertexts. The message is for the operator. */
export class EncryptionKeysRefused extends Error {
  constructor() {
    super(
      'ENCRYPTION_KEYS does not open the ciphertexts of this database: add the keys that were set before, ' +
        'and run "secrets reencrypt" before you remove one.',
    );
  }
}

/**
 * Checks that the keys open the stored check value of every key in use, and stores one for the first key.
 * @throws EncryptionKeysRefused
 */
export async function demandKeys(client: pg.ClientBase, keys: readonly Buffer[]): Promise<void> {
  const ring = new KeyRing(keys);
  if (!(await findKeyChecks(client)).every((check) => opens(ring, check))) throw new EncryptionKeysRefused();
  const name = `${CHECK_PREFIX}${ring.ids[0]}`;
  await insertKeyCheck(client, { name, value: ring.encrypt(name, name).toString('base64') });
}

/**
 * Deletes the check values in the open transaction. A restore needs this: a new database has them as soon as a process
 * has opened it, although it is empty.
 */
export async function forgetKeys(database: Database): Promise<void> {
  await deleteKeyChecks(database);
}

/** Runs `demandKeys` on a separate connection. Does nothing without keys: operations that need one then answer 403. */
export async function demandKeysOfDatabase({ DATABASE_URL, ENCRYPTION_KEYS }: Env): Promise<void> {
  if (ENCRYPTION_KEYS.length === 0) return;
  const client = new pg.Client({ connectionString: DATABASE_URL });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await demandKeys(client, ENCRYPTION_KEYS);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Checks the keys before a process starts, and stops the process with a one-line message if they fail. Ignores an
 * unreachable or empty database.
 */
export async function demandKeysOrExit(env: Env): Promise<void> {
  try {
    await demandKeysOfDatabase(env);
  } catch (error) {
    if (!(error instanceof EncryptionKeysRefused)) return;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function opens(ring: KeyRing, { name, value }: KeyCheck): boolean {
  try {
    return ring.decrypt(name, Buffer.from(value, 'base64')) === name;
  } catch (error) {
    if (error instanceof UnreadableCiphertext) return false;
    throw error;
  }
}
