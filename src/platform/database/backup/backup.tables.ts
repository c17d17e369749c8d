import { escapeIdentifier } from 'pg';

/** Runs one statement and returns its rows. */
export type RunStatement = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A table of the database with the columns that can be written. */
export interface DataTable {
  name: string;
  columns: string[];
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** The tables of the application, without the list of migrations, in the order of their names. */
export const findTables = (run: RunStatement): Promise<DataTable[]> =>
  run<DataTable>(
    `SELECT pg_class.relname AS name, json_agg(attname ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relnamespace = current_schema()::text::regnamespace AND relkind = 'r'
       AND relname NOT IN ('migrations', 'typeorm_metadata')
     GROUP BY pg_class.oid ORDER BY relname COLLATE "C"`,
  );

/** The names of the migrations that ran, oldest first. Empty for a database without tables. */
export async function findMigrations(run: RunStatement): Promise<string[]> {
  const [found] = await run<{ exists: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS exists`);
  if (!found?.exists) return [];
  return (await run<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp')).map(({ name }) => name);
}

/** The number of rows of a table. */
export async function countOf(run: RunStatement, { name }: DataTable): Promise<number> {
  const [row] = await run<{ rows: number }>(`SELECT count(*) AS rows FROM ${escapeIdentifier(name)}`);
  return Number(row?.rows);
}

/** `table (columns)`, for COPY. */
export const target = ({ name, columns }: DataTable): string =>
  `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;

/** The first table that has a row, or null. */
export async function findFilledTable(run: RunStatement, tables: DataTable[]): Promise<string | null> {
  for (const { name } of tables) {
    const [row] = await run<{ filled: boolean }>(`SELECT EXISTS (SELECT FROM ${escapeIdentifier(name)}) AS filled`);
    if (row?.filled) return name;
  }
  return null;
}

/** Locks the tables, waiting two seconds for other processes. @throws SQLSTATE 55P03 when they keep their locks */
export async function lockTables(run: RunStatement, tables: DataTable[]): Promise<void> {
  await run(`SET LOCAL lock_timeout = '2s'`);
  await run(`LOCK TABLE ${namesOf(tables)} IN ACCESS EXCLUSIVE MODE`);
}

export async function emptyTables(run: RunStatement, tables: DataTable[]): Promise<void> {
  await run(`TRUNCATE ${namesOf(tables)}`);
}

/**
 * Runs `work` without triggers and foreign keys, so that rows may arrive in any order, then checks the foreign keys of
 * all rows. Expects an open transaction: a failure rolls everything back.
 */
export async function withoutChecks(run: RunStatement, tables: DataTable[], work: () => Promise<void>): Promise<void> {
  const foreignKeys = await run<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::text::regnamespace`,
  );
  for (const { table, name } of foreignKeys) await run(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of tables) await run(`ALTER TABLE ${escapeIdentifier(name)} DISABLE TRIGGER USER`);
  await work();
  for (const { table, name, definition } of foreignKeys) {
    await run(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const { name } of tables) await run(`ALTER TABLE ${escapeIdentifier(name)} ENABLE TRIGGER USER`);
}

const namesOf = (tables: DataTable[]): string => tables.map(({ name }) => escapeIdentifier(name)).join(', ');
