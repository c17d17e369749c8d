import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { CLI, type Ended, runCommand } from '../../support/command-line.js';
import { contentOf } from '../../support/content.js';
import { createSpender, orderOf } from '../../support/spender.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const WRITERS = 8;

interface Summary {
  tables: Record<string, number>;
  rows: number;
}

describe('qualm backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qualm-'));
  const file = join(folder, 'first.backup');
  let app: TestApp;
  let target: TestDatabase;

  const environment = (databaseUrl: string): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, 'data'),
  });

  /** Starts a process of a command with only DATABASE_URL. */
  const start = (databaseUrl: string, ...words: string[]): ChildProcess =>
    spawn(process.execPath, [CLI, ...words], { env: environment(databaseUrl) });

  const ended = async (child: ChildProcess): Promise<Ended> => {
    const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
    if (child.exitCode === null) await once(child, 'exit');
    return { code: child.exitCode ?? -1, stdout, stderr };
  };

  /** The same in this process, which cannot migrate. */
  const qualm = (databaseUrl: string, ...words: string[]) => runCommand(words, environment(databaseUrl));

  const inTarget = async <Row extends object>(statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    return client
      .query<Row>(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

  /** Spends credits on ever new items until `stop` is called. */
  const startWriters = async (): Promise<{ stop: () => Promise<void> }> => {
    const credits = app.get(CreditsService);
    let isStopping = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const spender = await createSpender(app, { credits: 1_000_000, limit: 1_000_000 });
      for (let bought = 0; !isStopping; bought++) {
        const { purchaseId } = await credits.open(orderOf(spender, `item ${writer}.${bought}`));
        await (bought % 2 === 0 ? credits.settle(purchaseId) : credits.refund(purchaseId, 'a miss'));
      }
    });
    return {
      stop: async () => {
        isStopping = true;
        await Promise.all(writers);
      },
    };
  };

  beforeAll(async () => {
    [app, target] = await Promise.all([startTestApp(), createTestDatabase()]);
  });
  afterAll(async () => {
    await app.close();
    await target.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contain one snapshot of a database that eight writers change, with a correct ledger', async () => {
    const writers = await startWriters();
    const backup = await ended(start(app.testDatabase.url, 'backup', file, '--json'));
    await writers.stop();
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    const { tables } = JSON.parse(backup.stdout) as Summary;
    const [{ entries } = { entries: 0 }] = await app.database.query<{ entries: number }>(
      'SELECT count(*) AS entries FROM credit_entries',
    );
    expect(tables.credit_entries).toBeGreaterThan(0);
    expect(entries).toBeGreaterThan(tables.credit_entries!);
    // A database without tables, as on a new server.
    await inTarget('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    expect(await ended(start(target.url, 'restore', file, '--json'))).toMatchObject({ code: 0, stderr: '' });
    const counts = await inTarget<{ table: string; rows: string }>(
      Object.keys(tables)
        .map((name) => `SELECT '${name}' AS table, count(*) AS rows FROM ${name}`)
        .join(' UNION ALL '),
    );
    expect(Object.fromEntries(counts.map(({ table, rows }) => [table, Number(rows)]))).toEqual(tables);
  });

  it('leave a file that only its owner can read, and no other file', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['first.backup']);
  });

  it('never overwrite a file', async () => {
    const before = readFileSync(file);
    expect(await qualm(app.testDatabase.url, 'backup', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} exists: name a new file\n`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuse to replace data without a question and without --yes', async () => {
    expect(await ended(start(target.url, 'restore', file, '--replace'))).toMatchObject({ code: 2, stdout: '' });
  });

  it('work over standard output and standard input', async () => {
    const [backup, restore] = [
      start(app.testDatabase.url, 'backup', '-'),
      start(target.url, 'restore', '-', '--replace', '--yes'),
    ];
    backup.stdout!.pipe(restore.stdin!);
    const [, { code }] = await Promise.all([once(backup, 'exit'), ended(restore)]);
    expect([backup.exitCode, code]).toEqual([0, 0]);
    const rows = await inTarget<{ rows: string }>('SELECT count(*) AS rows FROM purchases');
    expect(Number(rows[0]?.rows)).toBe((await contentOf(app.database)).purchases?.length);
  });

  it('restore into a database that contains only the check of its keys', async () => {
    const keyed = await createTestDatabase();
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: keyed.url,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    };
    const restored = (path: string) => runCommand(['restore', path], env);
    const damaged = join(folder, 'damaged.backup');
    writeFileSync(damaged, readFileSync(file).subarray(0, -1));
    try {
      // Every command stores its key check in the database, even a failed restore.
      expect(await restored(damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') });
      expect(await restored(file)).toMatchObject({ code: 0 });
    } finally {
      await keyed.drop();
    }
  });

  it('refuse a backup whose ledger is broken, and restore nothing', async () => {
    await app.database.query('ALTER TABLE credit_entries DISABLE TRIGGER USER');
    await app.database.query(
      'UPDATE credit_entries SET amount = amount + 1, balance_after = balance_after + 1 WHERE position = 1',
    );
    const broken = join(folder, 'broken.backup');
    await qualm(app.testDatabase.url, 'backup', broken);
    const before = await inTarget('SELECT * FROM credit_entries ORDER BY team_id, position LIMIT 50');
    expect(await qualm(target.url, 'restore', broken, '--replace', '--yes')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The ledger of the backup is broken: [^\n]+\n$/),
    });
    expect(await inTarget('SELECT * FROM credit_entries ORDER BY team_id, position LIMIT 50')).toEqual(before);
  });

  it('report a file that cannot be written in one line', async () => {
    expect((await qualm(target.url, 'backup', '/nowhere/x')).stderr).toMatch(/^ENOENT: [^\n]+\n$/);
  });

  it('report a file that does not exist or is not a backup in one line', async () => {
    expect((await qualm(target.url, 'restore', '/nowhere/x')).stderr).toMatch(/^ENOENT: [^\n]+\n$/);
    expect((await qualm(target.url, 'restore', CLI)).stderr).toBe(
      `${CLI}: The file is not a backup that this release can read. Nothing was restored.\n`,
    );
  });
});
