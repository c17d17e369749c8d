import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The database was created by a build before the first release. The message is for the operator. */
export class UnreleasedDatabase extends Error {
  constructor() {
    super(
      'The database was created by a build before the first release and cannot be migrated: ' +
        'set DATABASE_URL to an empty database or, if DATABASE_URL is not set, delete the folder DATA_DIR (.data).',
    );
  }
}

/** A process has waited too long for the migrations of its build. The message is for the operator. */
export class MigrationsMissing extends Error {
  constructor() {
    super('The database still lacks migrations of this build: look at the output of `qualm migrate`, or run it.');
  }
}

/** The migrations of a large database take minutes. */
const WAIT_MS = 600_000;
const LOOK_EVERY_MS = 1_000;

/**
 * `1795400000000-create-platform.ts` holds the class `CreatePlatform1795400000000`, whose name is in the migrations
 * table.
 */
const nameOf = (file: string): string => {
  const [, timestamp = '', words = ''] = /^(\d+)-([a-z0-9-]+)\.[jt]s$/.exec(file) ?? [];
  return words.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()) + timestamp;
};

const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) =>
  /^\d+-.+(?<!\.d)\.[jt]s$/.test(file),
);
/** The names of all migrations of this build, oldest first. */
export const BUILD_MIGRATIONS: readonly string[] = files.sort().map(nameOf);
const known = new Set(BUILD_MIGRATIONS);
const newest = Math.max(...files.map((file) => Number.parseInt(file)));

/**
 * Refuses a database that ran migrations unknown to this build. Newer migrations are allowed, because the next release
 * runs them while this release is still running.
 * @throws UnreleasedDatabase
 */
export async function demandReleasedDatabase(client: pg.ClientBase): Promise<void> {
  const tables = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!tables.rows[0]?.exists) return;
  const ran = await client.query<{ name: string }>('SELECT name FROM migrations WHERE timestamp <= $1', [newest]);
  if (ran.rows.some(({ name }) => !known.has(name))) throw new UnreleasedDatabase();
}

/** Whether the database has run every migration of this build. */
export async function hasRunAllMigrations(client: pg.ClientBase): Promise<boolean> {
  const tables = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!tables.rows[0]?.exists) return false;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const ran = new Set(rows.map(({ name }) => name));
  return [...known].every((name) => ran.has(name));
}

/**
 * Waits until the database has run every migration of this build, because new processes may start while `migrate` still
 * runs. `say` receives one line before the wait. Does not wait for a database that is unreachable at first.
 * @throws UnreleasedDatabase; MigrationsMissing after `waitMs`
 */
export async function awaitMigrations(url: string, say: (line: string) => void, waitMs = WAIT_MS): Promise<void> {
  const giveUpAt = Date.now() + waitMs;
  let state = await stateOf(url);
  if (state === 'behind') say(`waits up to ${waitMs / 1_000} s for \`qualm migrate\`: the database lacks migrations`);
  while (state === 'behind') {
    if (Date.now() >= giveUpAt) throw new MigrationsMissing();
    await pause(LOOK_EVERY_MS);
    const next = await stateOf(url);
    if (next !== 'unreachable') state = next;
  }
}

/** Does the same before a process starts, and stops it with a one-line message if the database cannot be used. */
export async function awaitMigrationsOrExit(url: string, say: (line: string) => void): Promise<void> {
  await awaitMigrations(url, say).catch(exitWithout);
}

/** Stops a command with a one-line message if its database is an unreleased one or does not answer. */
export async function demandReleasedDatabaseOrExit(url: string): Promise<void> {
  await readState(url).catch((error: Error) =>
    exitWithout(
      error instanceof UnreleasedDatabase ? error : new Error(`PostgreSQL does not answer: ${reasonOf(error)}`),
    ),
  );
}

/** A name with two addresses that both refuse gives an error without a message. */
const reasonOf = ({ message, errors }: Error & { errors?: Error[] }): string => message || (errors?.[0]?.message ?? '');

/** @throws UnreleasedDatabase */
async function stateOf(url: string): Promise<'migrated' | 'behind' | 'unreachable'> {
  try {
    return await readState(url);
  } catch (error) {
    if (error instanceof UnreleasedDatabase) throw error;
    return 'unreachable';
  }
}

/** @throws UnreleasedDatabase; Error if the database does not answer */
async function readState(url: string): Promise<'migrated' | 'behind'> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await demandReleasedDatabase(client);
    return (await hasRunAllMigrations(client)) ? 'migrated' : 'behind';
  } finally {
    await client.end().catch(() => undefined);
  }
}

function exitWithout(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
