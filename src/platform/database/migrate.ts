import pg from 'pg';
import { migrationDataSource } from './data-source.js';

/** Any number: the advisory lock under which one process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_906;

/**
 * Brings the database up to date; safe when several processes start at once.
 * @returns the names of the migrations that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const source = await migrationDataSource(url).initialize();
    try {
      return (await source.runMigrations()).map((migration) => migration.name);
    } finally {
      await source.destroy();
    }
  } finally {
    await guard.end();
  }
}
