import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
 * Does the same check before a process starts, and stops it with a one-line message. Ignores an unreachable database.
 */
export async function demandReleasedDatabaseOrExit(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await demandReleasedDatabase(client);
  } catch (error) {
    if (!(error instanceof UnreleasedDatabase)) return;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  } finally {
    await client.end().catch(() => undefined);
  }
}
