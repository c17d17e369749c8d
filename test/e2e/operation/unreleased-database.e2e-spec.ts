import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const DIST = join(import.meta.dirname, '../../../dist');

describe('on a database that a build before the first release made', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `INSERT INTO migrations (timestamp, name) VALUES (1795200000000, 'CreateAccounts1795200000000')`,
    );
    await client.end();
  });
  afterAll(() => database.drop());

  it.each(['main', 'worker', 'cli migrate', 'cli team create --name Acme --plan free'])(
    '%s stops with one line that contains a remedy',
    (words) => {
      const [entry, ...args] = words.split(' ');
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, `${entry}.js`), ...args], {
        env: { PATH: process.env.PATH, DATABASE_URL: database.url, REDIS_URL: database.redisUrl },
        encoding: 'utf8',
        timeout: 25_000,
      });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^[^\n]*build before the first release[^\n]*set DATABASE_URL to an empty database[^\n]*\n$/,
      );
    },
  );
});

describe('on a database whose migrations have not all run', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations)');
    await client.end();
  });
  afterAll(() => database.drop());

  it.each(['main', 'worker'])('%s says first that it waits for them', async (entry) => {
    const child = spawn(process.execPath, [join(DIST, `${entry}.js`)], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, REDIS_URL: database.redisUrl, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [written] = (await once(child.stdout, 'data')) as [Buffer];
    child.kill('SIGKILL');
    const [line = ''] = written.toString().split('\n');
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', msg: expect.stringContaining('lacks migrations') });
  });
});
