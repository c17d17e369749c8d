import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

const ROOT = join(import.meta.dirname, '../../..');
const DIST = join(ROOT, 'dist');

describe('a process with an invalid environment', () => {
  it.each(['main', 'worker', 'start'])('%s exits with one line that names the variable', (entry) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, `${entry}.js`)], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: 'postgres://localhost/nowhere',
        REDIS_URL: 'redis://localhost',
        RATE_LIMIT_ANONYMOUS: 'many',
      },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Configuration: RATE_LIMIT_ANONYMOUS is invalid: [^\n]+\n$/);
  });
});

describe('a command whose PostgreSQL does not answer', () => {
  it('exits with one line that says so', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, 'cli.js'), 'user', 'list'], {
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://localhost:1/nowhere', REDIS_URL: 'redis://localhost' },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^PostgreSQL does not answer: connect ECONNREFUSED [^\n]+\n$/);
  });
});

describe('a process whose keys do not open the ciphertexts of the database', () => {
  let database: TestDatabase;
  const start = (entry: string) =>
    spawnSync(process.execPath, [join(DIST, entry), 'user', 'list'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        REDIS_URL: 'redis://localhost',
        ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      },
      encoding: 'utf8',
      timeout: 25_000,
    });

  beforeAll(async () => {
    database = await createTestDatabase();
    // The first process stores the check value of its key.
    start('cli.js');
  });
  afterAll(() => database.drop());

  it.each(['main.js', 'worker.js', 'cli.js'])('%s exits with one line', (entry) => {
    const { status, stdout, stderr } = start(entry);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^ENCRYPTION_KEYS does not open the ciphertexts of this database: [^\n]+\n$/);
  });
});

describe('one server URL without the other', () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'data');

  it.each([
    ['npm start', ['start.js']],
    ['a command', ['cli.js', 'credits', 'verify']],
  ])('ends %s with one line, and starts no embedded services', (_what, [entry = '', ...words]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, entry), ...words], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: 'postgres://localhost/nowhere' },
      encoding: 'utf8',
      timeout: 25_000,
    });
    expect([status, stdout, stderr]).toEqual([1, '', 'Configuration: REDIS_URL is required if DATABASE_URL is set\n']);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('npm run start:api in production', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qualm-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const startApi = () =>
    spawnSync(process.execPath, [join(folder, 'scripts/start.mjs'), 'main'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 25_000,
    });

  beforeAll(() => {
    cpSync(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  });

  it('demands a build', () => {
    expect(startApi()).toMatchObject({ status: 1, stderr: 'The service is not built: run npm run build first.\n' });
  });

  it('starts the API without installing or building anything', () => {
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/main.js'), `console.log('the API')`);
    expect(startApi()).toMatchObject({ status: 0, stdout: 'the API\n', stderr: '' });
  });
});
