import type { Database } from '#platform/database/database.js';
import { until } from './until.js';

/** Resolves once so many statements in this database wait for a lock. */
export async function whenLockIsAwaited(database: Database, waiting = 1): Promise<void> {
  const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  // A transaction sees the activity of its first look.
  await database.outside(() => until(async () => (await database.query(sql)).length >= waiting));
}
