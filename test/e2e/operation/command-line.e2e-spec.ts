import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { CLI, type Ended, runCommand, spawnCommand } from '../../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

describe('the command line', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const variables = (): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    REDIS_URL: database.redisUrl,
    REDIS_KEY_PREFIX: database.redisKeyPrefix,
  });
  const qualm = (...words: string[]): Promise<Ended> => runCommand(words, variables());
  const qualmReading = (input: string, ...words: string[]): Promise<Ended> => runCommand(words, variables(), input);

  const teamWith = async (plan: string, ...options: string[]): Promise<string> => {
    const { stdout } = await qualm('team', 'create', '--name', 'Acme', '--plan', plan, '--json', ...options);
    return (JSON.parse(stdout) as { team_id: string }).team_id;
  };

  it('creates a team with the credits of its plan', async () => {
    const team = await teamWith('starter');
    const { stdout } = await qualm('credits', 'grant', team, '1', '--reason', 'thanks', '--json');
    expect(JSON.parse(stdout)).toEqual({ team_id: team, credits_balance: 101 });
  });

  it('prints a new key once, as the only JSON object on standard output', async () => {
    const team = await teamWith('growth', '--credits', '3');
    const made = await qualm('key', 'create', '--team', team, '--name', 'ci', '--spend-cap', '2', '--json');
    expect(JSON.parse(made.stdout)).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^qualm_live_[0-9a-f]{64}$/),
    });
  });

  it('never prints a key again', async () => {
    const team = await teamWith('growth');
    const made = await qualm('key', 'create', '--team', team, '--name', 'ci', '--json');
    const { key } = JSON.parse(made.stdout) as { key: string };
    expect((await qualm('key', 'list', '--team', team, '--json')).stdout).not.toContain(key.slice(-64));
  });

  it('refuses a key to a free team with exit code 1', async () => {
    const made = await qualm('key', 'create', '--team', await teamWith('free'), '--name', 'ci');
    expect(made).toEqual({ code: 1, stdout: '', stderr: 'API keys come with a paid plan\n' });
  });

  it.each([
    ['an unknown command', ['frobnicate']],
    ['an unknown option', ['migrate', '--fast']],
    ['an id that is not a UUID', ['key', 'revoke', '7']],
    ['neither an event nor --all', ['events', 'retry']],
    ['a mapping without a column', ['import', 'reviews', 'x.csv', '--map', 'text']],
    ['a mapping to an unknown field', ['import', 'products', 'sample/products.jsonl', '--map', 'title=name']],
    ['a person without an address', ['suppress', 'add', 'Jane']],
    ['an unknown plan', ['team', 'create', '--name', 'A', '--plan', 'gold']],
    [
      'an owner without a password',
      ['team', 'create', '--name', 'A', '--plan', 'free', '--owner-email', 'a@b.example'],
    ],
    [
      'an owner with two addresses',
      [
        'team',
        'create',
        '--name',
        'A',
        '--plan',
        'free',
        '--owner-email',
        'a,b@b.example',
        '--owner-password',
        'x'.repeat(12),
      ],
    ],
  ])('exits with 2 and an empty standard output for %s', async (_what, words) => {
    expect(await qualm(...words)).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints its usage without loading the application', async () => {
    const report = `import module from 'node:module';
      process.on('exit', () => process.stderr.write(Object.keys(module._cache).join()));`;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(report)}`,
      CLI,
      '--help',
    ]);
    expect(stdout).toMatch(/^Usage: qualm /);
    expect(
      ['commander', 'typeorm', 'bullmq', 'pg'].filter((name) => stderr.includes(`/node_modules/${name}/`)),
    ).toEqual(['commander']);
  });

  it('verifies the ledger', async () => {
    await teamWith('scale');
    expect(await qualm('credits', 'verify', '--json')).toMatchObject({ code: 0, stdout: '{"ok":true,"broken":[]}\n' });
  });

  it('lists parked event deliveries and retries them', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ event_id: string }>(
      `WITH event AS (INSERT INTO events (id, name, payload, relayed_at) VALUES (gen_random_uuid(), 'posts.imported', '{}', now()) RETURNING id)
       INSERT INTO event_deliveries (event_id, subscriber, attempts, failed_at, failure)
       SELECT id, 'detection', 10, now(), 'no luck' FROM event RETURNING event_id`,
    );
    await client.end();
    const listed = await qualm('events', 'list', '--failed');
    expect(listed.stdout).toMatch(new RegExp(`^${rows[0]?.event_id}  posts.imported for detection, .*: no luck\\n$`));
    expect((await qualm('events', 'retry', '--all', '--json')).stdout).toBe('{"retried":1}\n');
    expect((await qualm('events', 'list', '--failed', '--json')).stdout).toBe('{"failed":[]}\n');
  });

  it.each([
    ['an event that is not parked', ['event', 'retry', '7b6f7c1e-9a53-4a53-8e0b-000000000000']],
    ['a billing event that has not failed', ['billing', 'retry', 'evt_unknown']],
  ])('says that %s cannot be retried, with exit code 1', async (_what, words) => {
    expect(await qualm(...words)).toMatchObject({ code: 1, stdout: '' });
  });

  it('refuses a grant beyond the most credits of a team', async () => {
    const team = await teamWith('scale');
    await qualm('credits', 'grant', team, '999000000', '--reason', 'test');
    const granted = await qualm('credits', 'grant', team, '999999', '--reason', 'test');
    expect(granted).toMatchObject({ code: 1, stderr: expect.stringContaining('at most 1000000000 credits') as string });
  });

  it('imports a file and prints its rejected lines on request', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'products.jsonl');
    writeFileSync(path, '{"name": "From a file"}\nnonsense\n');
    const { code, stdout } = await qualm('import', 'products', path, '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        import_id: expect.any(Number),
        dropped: {},
        read: 2,
        inserted: 1,
        updated: 0,
        unchanged: 0,
        rejected: 1,
        rejects: [{ line: 2, reason: 'the line is not valid JSON' }],
      },
    ]);
  });

  it('imports standard input, and writes every reject to a file', async () => {
    const rejects = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'rejects.jsonl');
    const lines = `name,website\nFrom a pipe,pipe.example\n${',x.example\n'.repeat(150)}`;
    const words = ['import', 'products', '-', '--rejects', rejects, '--json'];
    const { code, stdout } = await spawnCommand(words, variables(), lines);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { read: 151, inserted: 1, rejected: 150 }]);
    const written = readFileSync(rejects, 'utf8').trim().split('\n');
    expect(written).toHaveLength(150);
    expect(JSON.parse(written[149] ?? '')).toEqual({
      ...{ line: 152, reason: 'name is required', record: { website: 'x.example' } },
    });
  });

  it('exits with 1 and prints a remedy if every line is rejected', async () => {
    const { code, stdout, stderr } = await qualmReading('{"text":"x"}\n', 'import', 'products', '-', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { inserted: 0, rejected: 1 }]);
    expect(stderr).toMatch(/^Nothing was imported: .*name is required.* --dry-run .* --map FIELD=COLUMN/);
  });

  it('prints the mapped lines of a dry run', async () => {
    const words = ['import', 'products', '-', '--dry-run', '--map', 'name=Produkt'];
    const { code, stdout } = await qualmReading('Produkt;Tags\nDry;a, b\n', ...words);
    const line = '{"name":"Dry","categories":["a","b"]}';
    expect([code, stdout]).toEqual([0, `${line}\n1 line read, nothing stored: 0 rejected\n`]);
  });

  it('reports the embedded server that does not answer', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'qualm-'));
    const urls = { database_url: 'postgres://app:x@127.0.0.1:1/app', redis_url: 'redis://127.0.0.1:1' };
    writeFileSync(join(DATA_DIR, 'services.json'), JSON.stringify(urls));
    const { code, stdout } = await runCommand(['status', '--json'], { DATA_DIR });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { ok: false, postgres: { state: 'down' }, redis: { state: 'down' } },
    ]);
  });

  it('reports that no service runs, with a remedy', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'qualm-'));
    const { code, stderr } = await runCommand(['status'], { DATA_DIR });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No service runs on .* Run npm start, or set/)]);
  });

  it('names the option for a file in another encoding', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'products.csv');
    writeFileSync(file, 'name,maker\nBüro,Acme\n', 'latin1');
    const { stderr } = await qualm('import', 'products', file, '--dry-run');
    expect(stderr).toContain('--encoding windows-1252');
  });

  it('says so if a file looks like another kind of records', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'posts.jsonl');
    writeFileSync(file, '{"external_id":"k-1","source":"forum","text":"Which tool is good?"}\n');
    const { code, stderr } = await qualm('import', 'reviews', file);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`The file looks like posts: qualm import posts ${file}\n`),
    ]);
  });

  it('imports nothing if the file for the rejects cannot be written', async () => {
    const path = '/nowhere/rejects.jsonl';
    const file = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'products.jsonl');
    writeFileSync(file, '{"name":"Unwritten"}\n');
    const { code, stderr } = await qualm('import', 'products', file, '--rejects', path);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^\/nowhere\/rejects.jsonl cannot be written: [^\n]+\n$/),
    ]);
    const { stdout } = await qualm('products', 'list', '--query', 'Unwritten', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ products: [] });
  });

  (existsSync('/dev/full') ? it : it.skip)('exits with 1 if the file for the rejects is not complete', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'products.jsonl');
    writeFileSync(file, '{"name":"Full disk"}\n{}\n');
    const { code, stderr } = await qualm('import', 'products', file, '--rejects', '/dev/full');
    expect([code, stderr]).toEqual([1, expect.stringContaining('/dev/full cannot be written: ENOSPC')]);
  });

  it('never overwrites the imported file with the rejects', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'products.jsonl');
    writeFileSync(file, '{"name":"Kept"}\n');
    const { code } = await qualm('import', 'products', file, '--rejects', file);
    expect([code, readFileSync(file, 'utf8')]).toEqual([2, '{"name":"Kept"}\n']);
  });

  it('reports in one line that a file cannot be read', async () => {
    const { code, stdout, stderr } = await qualm('import', 'contacts', '/nowhere/contacts.jsonl', '--json');
    expect([code, stdout, stderr]).toEqual([1, '', 'There is no file /nowhere/contacts.jsonl\n']);
  });

  it('suppresses a person', async () => {
    const { stdout } = await qualm('suppress', 'add', 'Jane@Acme.example', '--json');
    expect(JSON.parse(stdout)).toEqual({ suppressed: 'jane@acme.example', added: true });
  });

  it('migrates with only DATABASE_URL', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'data');
    const { stdout } = await spawnCommand(['migrate', '--json'], {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
    expect([stdout, existsSync(dataDir)]).toEqual(['{"migrations":[]}\n', false]);
  });

  it('names an invalid variable in one line', async () => {
    const wrong = await runCommand(['credits', 'verify'], { ...variables(), PORT: 'many' });
    expect(wrong.stderr).toMatch(/^Configuration: PORT is invalid: [^\n]+\n$/);
  });
});
