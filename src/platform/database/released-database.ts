import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The database was made by a build before the first release. The message is for the operator. */
export class UnreleasedDatabase extends Error {
  constructor() {
    super(
      'The database was made by a build before the first release, whose tables cannot be brought up to date: ' +
        'name an empty database in DATABASE_URL or, without one, remove the folder DATA_DIR (.data).',
    );
  }
}

/** `1795400000000-create-platform.ts` holds the class `CreatePlatform1795400000000`, the name in the table of migrations. */
const nameOf = (file: string): string => {
  const [, timestamp = '', words = ''] = /^(\d+)-([a-z0-9-]+)\.[jt]s$/.exec(file) ?? [];
  return words.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()) + timestamp;
};

const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) =>
  /^\d+-.+(?<!\.d)\.[jt]s$/.test(file),
);
const known = new Set(files.map(nameOf));
const newest = Math.max(...files.map((file) => Number.parseInt(file)));

/**
 * Refuses a database that ran migrations which this build does not know. Migrations newer than this build's are another
 * matter: the next release makes them while this one still runs.
 * @throws UnreleasedDatabase
 */
export async function demandReleasedDatabase(client: pg.ClientBase): Promise<void> {
  const tables = await client.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!tables.rows[0]?.exists) return;
  const ran = await client.query<{ name: string }>('SELECT name FROM migrations WHERE timestamp <= $1', [newest]);
  if (ran.rows.some(({ name }) => !known.has(name))) throw new UnreleasedDatabase();
}

/** The same for a process that is about to start: stops it with one line. A database that does not answer is left to the process. */
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
