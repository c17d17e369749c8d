import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '#config/version.js';
import { type BackupHeader, countRows, encodeBackup } from './backup.format.js';
import { countOf, findMigrations, findTables, type RunStatement, target } from './backup.tables.js';

/** The progress of a backup or restore, in rows. */
export type BackupProgress = (rows: number, total: number) => void;

/** Level 6 takes twice the time for files that are a tenth smaller. */
const COMPRESSION_LEVEL = 4;

/** A host that vanishes is noticed after about 40 s without a sign of it. */
const WATCHED = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/** The database has no tables yet. */
export class NothingToBackUp extends Error {
  constructor() {
    super('There is nothing to back up: the database has no tables');
  }
}

/** Opens a file for a backup, which nobody else may read, before any row is read. @throws Error of the file system */
export async function openBackupFile(path: string): Promise<WriteStream> {
  const file = await open(path, 'w', 0o600);
  return file.createWriteStream({ flush: true });
}

/**
 * Writes all rows of the database at `url` to `destination`, compressed, from one snapshot. Other processes can read
 * and write meanwhile. @returns the numbers of rows. @throws NothingToBackUp
 */
export async function backUp(url: string, destination: Writable, onProgress: BackupProgress): Promise<BackupHeader> {
  const client = new pg.Client({ connectionString: url, application_name: 'qualm backup', ...WATCHED });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const run: RunStatement = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows;
    await run('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    // The limits of the role are for requests.
    await run('SET LOCAL statement_timeout = 0');
    await run('SET LOCAL idle_in_transaction_session_timeout = 0');
    // Text of dates and intervals that every server reads in the same way.
    await run('SET LOCAL datestyle = ISO');
    await run('SET LOCAL intervalstyle = postgres');
    const header = await describe(run);
    const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
    let written = 0;
    const content = encodeBackup(header, async function* (table) {
      const rows = client.query(copyTo(`COPY ${target(table)} TO STDOUT`)) as AsyncIterable<Buffer>;
      for await (const chunk of rows) {
        onProgress((written += countRows(chunk)), total);
        yield chunk;
      }
    });
    await pipeline(content, createGzip({ level: COMPRESSION_LEVEL }), destination);
    await run('COMMIT');
    return header;
  } finally {
    await client.end();
  }
}

async function describe(run: RunStatement): Promise<BackupHeader> {
  const migrations = await findMigrations(run);
  if (migrations.length === 0) throw new NothingToBackUp();
  const tables: BackupHeader['tables'] = [];
  for (const table of await findTables(run)) tables.push({ ...table, rows: await countOf(run, table) });
  const created_at = new Date().toISOString();
  return { created_at, release: VERSION, migrations, tables };
}
