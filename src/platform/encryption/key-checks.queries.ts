import type { ClientBase } from 'pg';
import type { Database } from '#platform/database/database.js';

/** Names of the check values among the secrets: this prefix and the id of a key. */
export const CHECK_PREFIX = 'encryption-check:';

export interface KeyCheck {
  name: string;
  value: string;
}

/** The check values of all keys with which rows may be encrypted. Runs before the application's database is open. */
export async function findKeyChecks(client: ClientBase): Promise<KeyCheck[]> {
  const { rows } = await client.query<KeyCheck>('SELECT name, value FROM secrets WHERE starts_with(name, $1)', [
    CHECK_PREFIX,
  ]);
  return rows;
}

/** Stores the check value of a key, unless it is stored already. */
export async function insertKeyCheck(client: ClientBase, { name, value }: KeyCheck): Promise<void> {
  await client.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, value]);
}

/** Deletes all check values in the open transaction. */
export async function deleteKeyChecks(database: Database): Promise<void> {
  await database.execute('DELETE FROM secrets WHERE starts_with(name, $1)', [CHECK_PREFIX]);
}
