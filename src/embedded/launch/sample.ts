import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Env } from '#config/env.js';

const SAMPLE = join(import.meta.dirname, '../../../sample');
const COMMAND_LINE = join(import.meta.dirname, '../../cli.js');
const KINDS = ['products', 'reviews', 'posts', 'contacts'];

/** Imports the files in `sample/` through the command line, into a database that has no products yet. */
export async function loadSample(
  env: Env,
  variables: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const files = KINDS.flatMap((kind) =>
    [`${kind}.jsonl`, `${kind}.jsonl.gz`].map((name) => ({ kind, path: join(SAMPLE, name) })),
  ).filter(({ path }) => existsSync(path));
  if (files.length === 0) return;
  // What was interrupted is done again; an import can be repeated.
  const unfinished = join(env.DATA_DIR, 'sample.unfinished');
  if (!existsSync(unfinished) && !(await isEmpty(env.DATABASE_URL))) return;
  writeFileSync(unfinished, '');
  for (const { kind, path } of files) {
    const command = [COMMAND_LINE, 'import', kind, path, '--json'];
    try {
      await promisify(execFile)(process.execPath, command, { env: variables, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      return say(`The sample ${kind} could not be loaded: ${(error as { stderr?: string }).stderr ?? String(error)}`);
    }
  }
  rmSync(unfinished);
}

async function isEmpty(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query('SELECT 1 FROM products LIMIT 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}
