import { pipeline } from 'node:stream/promises';
import { DatabaseError } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../database.js';
import { BUILD_MIGRATIONS } from '../released-database.js';
import type { BackupProgress } from './backup.js';
import { type BackupHeader, type BackupReader, countRows, damaged } from './backup.format.js';
import {
  type DataTable,
  emptyTables,
  findFilledTable,
  findMigrations,
  findTables,
  lockTables,
  type RunStatement,
  target,
  withoutChecks,
} from './backup.tables.js';

/** The database or the backup forbids the restore. The message is for the operator. */
export class RestoreRefused extends Error {}

/** SQLSTATE classes of values and rows that PostgreSQL refuses: the file is damaged. */
const REFUSED_ROW = /^2[23]/;
const LOCK_NOT_AVAILABLE = '55P03';

/** @throws RestoreRefused for a backup of another schema than the one of this build */
export function demandSchemaOfBuild({ migrations, release }: BackupHeader): void {
  if (migrations.join() === BUILD_MIGRATIONS.join()) return;
  throw new RestoreRefused(
    `The backup was made by Qualm ${release} at migration ${migrations.at(-1)}, and this build is at ` +
      `${BUILD_MIGRATIONS.at(-1)}: restore it with the release that made it, then run migrate with this one.`,
  );
}

/**
 * Writes the rows of a backup to a database that `migrate` brought up to date. Expects an open transaction, so that a
 * failure restores nothing. `replace` deletes all rows first; without it every table must be empty.
 * @throws RestoreRefused, or BackupUnreadable for a damaged file
 */
export async function restore(
  database: Database,
  reader: BackupReader,
  header: BackupHeader,
  { replace, onProgress }: { replace: boolean; onProgress: BackupProgress },
): Promise<void> {
  const run: RunStatement = (text, values) => database.query(text, values);
  // The limits of the service's own transactions are too short for this one.
  await database.liftTimeLimit();
  await run('SET LOCAL idle_in_transaction_session_timeout = 0');
  const tables = await findTables(run);
  const migrations = await findMigrations(run);
  if (migrations.join() !== header.migrations.join() || describe(tables) !== describe(header.tables)) {
    throw new RestoreRefused('The tables of the database are not those of the backup: restore into an empty database');
  }
  await lock(run, tables);
  const filled = replace ? null : await findFilledTable(run, tables);
  if (filled !== null) {
    throw new RestoreRefused(
      `The database is not empty (${filled} has rows): restore into an empty database, or use --replace to delete all data first.`,
    );
  }
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  let restored = 0;
  await withoutChecks(run, tables, async () => {
    if (replace) await emptyTables(run, tables);
    for (const table of header.tables) {
      const rows = await copy(
        database,
        table,
        countingRows(reader, (count) => onProgress((restored += count), total)),
      );
      if (rows !== table.rows) throw damaged();
    }
    await reader.finish();
  });
  await run('ANALYZE');
}

async function lock(run: RunStatement, tables: DataTable[]): Promise<void> {
  try {
    await lockTables(run, tables);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new RestoreRefused('Other processes use the database: stop the API and the workers first.');
  }
}

async function copy(database: Database, table: DataTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const statement = database.submit(copyFrom(`COPY ${target(table)} FROM STDIN`));
  try {
    await pipeline(rows, statement);
  } catch (error) {
    const isRefused = error instanceof DatabaseError && REFUSED_ROW.test(error.code ?? '');
    throw isRefused ? damaged() : error;
  }
  return statement.rowCount;
}

async function* countingRows(reader: BackupReader, onRows: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of reader.readTable()) {
    onRows(countRows(chunk));
    yield chunk;
  }
}

/** The names of tables and columns, to compare. The order of columns differs with the order in which they were added. */
const describe = (tables: DataTable[]): string =>
  JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]));
