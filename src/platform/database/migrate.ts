import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DataSource } from 'typeorm';
import { demandReleasedDatabase, hasRunAllMigrations } from './released-database.js';
import { grantServiceRole } from './service-role.js';

/** The key of the advisory lock, an arbitrary number. One process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_906;
const PAUSE_MS = 100;

interface MigrateOptions {
  /** The URL of the API and the worker. If it has another role, that role may read and write rows afterwards. */
  serviceUrl?: string;
  /** Replaces the migrations of this build. */
  given?: DataSource;
}

/**
 * Brings the database up to date as the owner of its tables, whose URL is `url`; safe when several processes start at
 * once. @returns the names of the migrations that ran. @throws UnreleasedDatabase; ServiceRoleMissing
 */
export async function migrate(url: string, { serviceUrl, given }: MigrateOptions = {}): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await lock(guard);
    await demandReleasedDatabase(guard);
    const isDone = !given && (await hasRunAllMigrations(guard));
    // The tables of the sandbox are copies. The command `migrate` or the next start of the service builds them with the
    // new structure.
    if (!isDone) await guard.query('DROP SCHEMA IF EXISTS sandbox CASCADE');
    const ran = isDone ? [] : await runMigrations(url, given);
    if (serviceUrl !== undefined) await grantServiceRole(guard, url, serviceUrl);
    return ran;
  } finally {
    await guard.end();
  }
}

async function runMigrations(url: string, given?: DataSource): Promise<string[]> {
  // Loaded only if there is work: TypeORM takes half a second.
  const source = given ?? (await import('./data-source.js')).migrationDataSource(url);
  await source.initialize();
  try {
    return (await source.runMigrations()).map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}

/** Polls for the lock: a process that waits inside a statement would block `CREATE INDEX CONCURRENTLY` forever. */
async function lock(guard: pg.Client): Promise<void> {
  const attempt = async (): Promise<boolean> => {
    const { rows } = await guard.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    return rows[0]?.locked ?? false;
  };
  while (!(await attempt())) await pause(PAUSE_MS);
}
