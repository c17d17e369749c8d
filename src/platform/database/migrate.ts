import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrationDataSource } from './data-source.js';
import { demandReleasedDatabase } from './released-database.js';

/** The key of the advisory lock, an arbitrary number. One process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_906;
const PAUSE_MS = 100;

/**
 * Brings the database up to date; safe when several processes start at once.
 * @returns the names of the migrations that ran. @throws UnreleasedDatabase
 */
export async function migrate(url: string, source = migrationDataSource(url)): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await lock(guard);
    await demandReleasedDatabase(guard);
    await source.initialize();
    try {
      return (await source.runMigrations()).map((migration) => migration.name);
    } finally {
      await source.destroy();
    }
  } finally {
    await guard.end();
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
