import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { ENV, type Env } from '#config/env.js';
import { BackupsQueries } from '#platform/backups/backups.queries.js';
import { BackupsService } from '#platform/backups/backups.service.js';
import { backUp } from '#platform/database/backup/backup.js';
import { ScheduledBackups } from '#platform/backups/scheduled-backups.runner.js';
import { createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { runCommand } from '../../support/command-line.js';
import { createTestDatabase } from '../../support/database.js';
import { until } from '../../support/until.js';

const PASSWORD = 'correct-horse-battery';
const headers = { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}` };

describe('a scheduled backup', () => {
  let folder: string;
  let app: TestApp;
  let runner: ScheduledBackups;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backups-'));
    app = await startTestApp({
      worker: true,
      env: {
        ...{
          BACKUP_SCHEDULE: '* * * * *',
          BACKUP_DIR: join(folder, 'kept'),
          BACKUP_KEEP_COUNT: '3',
          BACKUP_KEEP_DAYS: '5',
        },
        OPS_PASSWORD: PASSWORD,
      },
    });
    runner = app.inWorker(ScheduledBackups);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    // The worker of the test has its own schedule. A backup in the future keeps it from asking for one.
    await app.database.execute('DELETE FROM backups');
    await app.database.execute(
      `INSERT INTO backups (due_at, state, failure, finished_at) VALUES (now() + interval '1 year', 'failed', 'a later one', now())`,
    );
    rmSync(join(folder, 'kept'), { recursive: true, force: true });
  });

  const files = (): string[] => readdirSync(join(folder, 'kept')).toSorted();
  const standing = async () => (await app.get(BackupsService).standing())!;
  /** Asks for a backup as if its time had come. */
  const ask = (ago: string) =>
    app.database.execute(`INSERT INTO backups (due_at) VALUES (date_trunc('minute', now()) - interval '${ago}')`);
  /** Writes what is due. The worker of the test may have begun it. */
  const write = async (): Promise<void> => {
    await runner.writeDue();
    await until(async () => !(await states()).includes('running'));
  };
  const states = async () =>
    (await app.database.query<{ state: string }>('SELECT state FROM backups ORDER BY due_at')).map(
      ({ state }) => state,
    );

  it('is a complete file that only its owner can read, and that restores the database', async () => {
    const { teamId } = await createTeam(app);
    await ask('1 minute');
    await write();
    const [file = ''] = files();
    const path = join(folder, 'kept', file);
    expect([(await standing()).complete, statSync(path).mode & 0o777]).toEqual([
      expect.objectContaining({ file, bytes: statSync(path).size, state: 'completed' }),
      0o600,
    ]);
    const other = await createTestDatabase();
    const variables = { PATH: process.env.PATH, DATABASE_URL: other.url };
    expect(await runCommand(['restore', path, '--replace', '--yes'], variables)).toMatchObject({ code: 0 });
    const client = new pg.Client({ connectionString: other.url });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM teams WHERE id = $1', [teamId]);
    await client.end();
    await other.drop();
    expect(rows).toEqual([{ id: teamId }]);
  });

  it('takes longer than the limit of statements, where the role has one', async () => {
    const limited = new URL(app.testDatabase.url);
    limited.searchParams.set('options', '-c statement_timeout=200');
    const rival = new pg.Client({ connectionString: app.testDatabase.url });
    await rival.connect();
    await rival.query('BEGIN; LOCK TABLE teams IN ACCESS EXCLUSIVE MODE');
    const written = backUp(limited.href, createWriteStream('/dev/null'), () => undefined);
    const waits = `SELECT FROM pg_stat_activity WHERE application_name = 'qualm backup' AND datname = current_database()
                     AND wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '400 ms'`;
    const waited = until(async () => (await app.database.query(waits)).length === 1);
    await Promise.race([written, waited]).finally(() => rival.end());
    expect((await written).tables).not.toEqual([]);
  });

  it('is written by one of many workers', async () => {
    await ask('1 minute');
    await Promise.all(Array.from({ length: 8 }, () => runner.writeDue()));
    expect([files().length, await states()]).toEqual([1, ['completed', 'failed']]);
  });

  it('is asked for once, at the last time of the schedule, however many were missed', async () => {
    await app.database.execute('DELETE FROM backups');
    await Promise.all([runner.writeDue(), runner.writeDue()]);
    const { age, count } = await app.database.one<{ age: number; count: number }>(
      `SELECT extract(epoch FROM now() - min(due_at))::float8 AS age, count(*)::int AS count FROM backups`,
    );
    expect([count, age < 120]).toEqual([1, true]);
  });

  it('of which there are newer ones or that is old is removed, but never the newest complete one', async () => {
    for (const ago of ['20 days', '10 days', '4 days', '3 days', '2 days', '1 day']) {
      await ask(ago);
      await write();
    }
    expect(files()).toHaveLength(3);
    await app.database.execute(`UPDATE backups SET due_at = due_at - interval '1 year' WHERE state = 'completed'`);
    await ask('1 minute');
    await write();
    expect(files()).toHaveLength(1);
  });

  it('that was interrupted leaves its draft for a day at most', async () => {
    mkdirSync(join(folder, 'kept'));
    const drafts = ['qualm-2026-01-01T000000Z.backup.1.unfinished', 'qualm-2026-01-02T000000Z.backup.1.unfinished'];
    for (const draft of drafts) writeFileSync(join(folder, 'kept', draft), 'half');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(join(folder, 'kept', drafts[0]!), yesterday, yesterday);
    await ask('1 minute');
    await write();
    expect(files().filter((file) => file.endsWith('.unfinished'))).toEqual([drafts[1]]);
  });

  it('that fails leaves no file, is tried again, and is shown after three attempts', async () => {
    await ask('1 minute');
    writeFileSync(join(folder, 'kept'), 'a file in place of the folder');
    for (let attempt = 0; attempt < 3; attempt++) {
      await write();
      await app.database.execute(`UPDATE backups SET next_attempt_at = now() WHERE state = 'queued'`);
    }
    // Now it is the latest one.
    await app.database.execute(`UPDATE backups SET due_at = due_at + interval '2 years' WHERE attempts = 3`);
    expect([readFileSync(join(folder, 'kept'), 'utf8'), (await standing()).latest]).toEqual([
      'a file in place of the folder',
      expect.objectContaining({ state: 'failed', attempts: 3, failure: expect.stringContaining('EEXIST') }),
    ]);
    const [page, metrics] = await Promise.all(
      ['/ops', '/metrics'].map(async (path) => (await fetch(app.origin + path, { headers })).text()),
    );
    expect(page).toContain('EEXIST: file already exists');
    expect(metrics).toContain('\nqualm_backup_failed 1\n');
  });

  it('is overdue from the first time that no complete one has followed', async () => {
    const overdue = async () => {
      const text = await (await fetch(`${app.origin}/metrics`, { headers })).text();
      return Math.round(Number(/^qualm_backup_overdue_seconds ([\d.]+)/m.exec(text)?.[1]) / 60);
    };
    const insert = (ago: string, state: string) =>
      app.database.execute(
        `INSERT INTO backups (due_at, state, file, finished_at)
         VALUES (date_trunc('minute', now()) - interval '${ago}', $1, $2, now())`,
        [state, state === 'completed' ? 'a.backup' : null],
      );
    await insert('7 hours 30 minutes', 'failed');
    const never = await overdue();
    await insert('2 hours 30 minutes', 'completed');
    const since = await overdue();
    await app.database.execute(`UPDATE backups SET due_at = now() + interval '1 day' WHERE state = 'completed'`);
    expect([never, since, await overdue()].map((minutes) => Math.floor(minutes / 60))).toEqual([7, 2, 0]);
  });

  it('that is complete is named, however many have failed since', async () => {
    await app.database.execute(
      `INSERT INTO backups (due_at, state, file, finished_at)
       SELECT now() - make_interval(days => day), CASE day WHEN 9 THEN 'completed' ELSE 'failed' END, CASE day WHEN 9 THEN 'a.backup' END, now()
       FROM generate_series(1, 9) AS day`,
    );
    expect((await standing()).complete).toMatchObject({ file: 'a.backup' });
  });

  it('that would end with the container is announced by a warning', () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const start = (more: Partial<Env>) =>
      new ScheduledBackups(app.database, app.inWorker(BackupsQueries), {
        ...app.get<Env>(ENV),
        DATA_DIR: tmpdir(),
        ...more,
      });
    start({}).onApplicationBootstrap();
    start({ BACKUP_SCHEDULE: undefined, BACKUP_DIR: undefined }).onApplicationBootstrap();
    expect(warned).not.toHaveBeenCalled();
    start({ BACKUP_DIR: undefined }).onApplicationBootstrap();
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('set BACKUP_DIR to a volume'));
    warned.mockRestore();
  });

  it('whose worker died is written by the next one', async () => {
    await ask('1 minute');
    await app.database.execute(
      `UPDATE backups SET state = 'running', attempts = 1, lease_until = now() - interval '1 s' WHERE state = 'queued'`,
    );
    await write();
    expect([files().length, await states()]).toEqual([1, ['completed', 'failed']]);
  });
});

describe('without a schedule', () => {
  it('no backup is written', async () => {
    const app = await startTestApp({ worker: true });
    await app.inWorker(ScheduledBackups).writeDue();
    expect([await app.get(BackupsService).standing(), await app.database.query('SELECT FROM backups')]).toEqual([
      null,
      [],
    ]);
    await app.close();
  });
});
