import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type DataSource } from 'typeorm';
import { demandReleasedDatabase, hasRunAllMigrations } from './released-database.js';
import { grantServiceRole } from './service-role.js';

/** The key of the advisory lock, an arbitrary number. One process migrates while the others wait. */
const MIGRATION_LOCK = 7_214_906;
const PAUSE_MS = 100;
const NAME = 'qualm migrate';
const LOCK_NOT_AVAILABLE = '55P03';
/** How long a migration waits for a lock, how long the next attempt waits, and when the last one begins. */
const PACE = { lockMs: 2_000, pauseMs: 10_000, giveUpMs: 1_500_000 };

interface MigrateOptions {
  /** The URL of the API and the worker. If it has another role, that role may read and write rows afterwards. */
  serviceUrl?: string;
  /** Replaces the migrations of this build. */
  given?: DataSource;
  /** Receives one line whenever a migration waits for a lock. By default, standard error. */
  say?: (line: string) => void;
  pace?: typeof PACE;
}

/** Another process had a lock for too long. The message is for the operator. */
export class MigrationBlocked extends Error {
  constructor(blocker: string) {
    super(`A migration did not get ${blocker}: run \`qualm migrate\` again when it has ended, such as after a backup.`);
  }
}

/**
 * Brings the database up to date as the owner of its tables, whose URL is `url`; safe when several processes start at
 * once. @returns the names of the migrations that ran. @throws UnreleasedDatabase; ServiceRoleMissing; MigrationBlocked
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { serviceUrl, given } = options;
  const guard = new pg.Client({ connectionString: url });
  await guard.connect();
  try {
    await lock(guard);
    await demandReleasedDatabase(guard);
    const isDone = !given && (await hasRunAllMigrations(guard));
    // The tables of the sandbox are copies. The command `migrate` or the next start of the service builds them with the
    // new structure.
    if (!isDone) await guard.query('DROP SCHEMA IF EXISTS sandbox CASCADE');
    const ran = isDone ? [] : await runMigrations(guard, url, options);
    if (serviceUrl !== undefined) await grantServiceRole(guard, url, serviceUrl);
    return ran;
  } finally {
    await guard.end();
  }
}

/**
 * Everything that comes after a change of a table waits for it, so it waits for a lock only briefly, and begins again later.
 * @returns the names of the migrations that ran. @throws MigrationBlocked
 */
async function runMigrations(guard: pg.Client, url: string, { given, say = warn, pace = PACE }: MigrateOptions) {
  // Loaded only if there is work: TypeORM takes half a second.
  const source = given ?? (await import('./data-source.js')).migrationDataSource(url);
  const { extra } = source.options as { extra?: object };
  source.setOptions({ extra: { ...extra, lock_timeout: pace.lockMs, application_name: NAME } });
  await source.initialize();
  const giveUpAt = Date.now() + pace.giveUpMs;
  const before = new Set(await namesOf(guard));
  try {
    for (;;) {
      const blocker = await blockerOf(guard, source.runMigrations(), pace.lockMs / 4);
      if (blocker === null) return (await namesOf(guard)).filter((name) => !before.has(name));
      if (Date.now() >= giveUpAt) throw new MigrationBlocked(blocker);
      say(`A migration waits for ${blocker}, and is tried again in ${pace.pauseMs / 1_000} s`);
      await pause(pace.pauseMs);
    }
  } finally {
    await source.destroy();
  }
}

async function namesOf(guard: pg.Client): Promise<string[]> {
  const tables = await guard.query<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!tables.rows[0]?.exists) return [];
  return (await guard.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')).rows.map(({ name }) => name);
}

/** Waits for the migrations. @returns who had a lock that one of them did not get in time, in words; null if all have run */
async function blockerOf(guard: pg.Client, running: Promise<unknown>, lookEveryMs: number): Promise<string | null> {
  const end = { settled: false };
  const ended = running.finally(() => (end.settled = true));
  // Also handled below.
  ended.catch(() => undefined);
  let blocker = 'a lock';
  while (!end.settled) {
    const { rows } = await guard.query<{ name: string; pid: number }>(
      `SELECT blocker.application_name AS name, blocker.pid
       FROM pg_stat_activity AS blocked CROSS JOIN unnest(pg_blocking_pids(blocked.pid)) AS by
         JOIN pg_stat_activity AS blocker ON blocker.pid = by
       WHERE blocked.datname = current_database() AND blocked.application_name = $1`,
      [NAME],
    );
    if (rows[0]) blocker = `a lock of "${rows[0].name}" (process ${rows[0].pid} of PostgreSQL)`;
    await Promise.race([ended.catch(() => undefined), pause(lookEveryMs)]);
  }
  try {
    await ended;
    return null;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    return blocker;
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

const warn = (line: string): void => void process.stderr.write(`${line}\n`);
