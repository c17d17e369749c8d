import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { type EmbeddedServices, runningEmbeddedServices } from '#embedded/services/embedded-services.js';
import { startEmbeddedServices } from '../../support/embedded.js';
import { until } from '../../support/until.js';

interface Report {
  databaseUrl: string;
  redisUrl: string;
  supervisorPid: number;
  uid: number;
}

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const place = mkdtempSync(join(tmpdir(), 'embedded-'));
// The account of PostgreSQL must be able to pass through this folder.
chmodSync(place, 0o711);

const parents: ChildProcess[] = [];
const running: EmbeddedServices[] = [];

afterAll(async () => {
  for (const parent of parents) parent.kill('SIGKILL');
  await Promise.all(running.map((services) => services.stop()));
  rmSync(place, { recursive: true, force: true });
});

async function start(name: string): Promise<EmbeddedServices> {
  const services = await startEmbeddedServices({ dataDir: join(place, name) });
  running.push(services);
  return services;
}

async function startInParent(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const parent = fork(join(import.meta.dirname, '../../support/embedded-parent.mjs'), [dataDir], {
    ...account,
    cwd: '/',
    execArgv: [],
  });
  parents.push(parent);
  const [report] = (await once(parent, 'message')) as [Report];
  return { parent, ...report };
}

async function sql(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function ping(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    return await redis.ping();
  } finally {
    redis.disconnect();
  }
}

const serverPid = (home: string) => Number.parseInt(readFileSync(join(home, 'pg/postmaster.pid'), 'utf8'), 10);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readState(pid) !== 'Z';
  } catch {
    return false;
  }
}

/** The state of a process. A killed process stays a zombie until its parent reaps it; a zombie counts as ended. */
function readState(pid: number): string {
  return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim()[0] ?? '';
}

describe('the embedded services', () => {
  let first: EmbeddedServices;
  let server: number;

  beforeAll(async () => {
    first = await start('first');
    server = serverPid(join(place, 'first'));
  });

  it('respond on both URLs', async () => {
    expect(await sql(first.databaseUrl, 'SELECT current_user AS name')).toEqual([{ name: 'app' }]);
    expect(await ping(first.redisUrl)).toBe('PONG');
  });

  it('refuse a connection without the password', async () => {
    const openDatabase = first.databaseUrl.replace(/:[0-9a-f]{48}@/, ':guess@');
    await expect(sql(openDatabase, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const redis = new Redis(first.redisUrl.replace(/:[0-9a-f]{48}@/, '@'), { enableReadyCheck: false });
    await expect(redis.get('anything')).rejects.toThrow('NOAUTH');
    redis.disconnect();
  });

  it('store their passwords readable by the owner only', () => {
    const passwords = [first.databaseUrl, first.redisUrl].map((url) => new URL(url).password);
    const commandLines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(passwords.filter((password) => commandLines.includes(password))).toEqual([]);
    const modes = ['services.json', 'postgres.password', 'postgres.log'].map(
      (file) => statSync(join(place, 'first', file)).mode & 0o777,
    );
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('can be found by other processes with the same data directory', async () => {
    const { databaseUrl, redisUrl } = first;
    expect(await runningEmbeddedServices(join(place, 'first'))).toEqual({ databaseUrl, redisUrl });
  });

  it('refuse to start twice on one data directory', async () => {
    await expect(startEmbeddedServices({ dataDir: join(place, 'first') })).rejects.toThrow('already running');
  });

  it('run alongside the services of another data directory', async () => {
    const second = await start('second');
    expect(await ping(second.redisUrl)).toBe('PONG');
    expect(await ping(first.redisUrl)).toBe('PONG');
    expect(await sql(second.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  it('restart a killed PostgreSQL on the same URL', async () => {
    process.kill(server, 'SIGKILL');
    await until(() => sql(first.databaseUrl, 'SELECT 1').then(Boolean, () => false));
    expect(serverPid(join(place, 'first'))).not.toBe(server);
  });

  it('leave no process and no services.json behind when they stop', async () => {
    const pid = serverPid(join(place, 'first'));
    await first.stop();
    expect([pid, first.supervisorPid].filter(isAlive)).toEqual([]);
    expect(existsSync(join(place, 'first/services.json'))).toBe(false);
  });
});

describe('after a kill -9', () => {
  const dataDir = join(place, 'first');

  it('of the process that started them, the services stop', async () => {
    const { parent, supervisorPid } = await startInParent(dataDir);
    const pids = [supervisorPid, serverPid(dataDir)];
    parent.kill('SIGKILL');
    await until(() => !pids.some(isAlive));
    expect(await runningEmbeddedServices(dataDir)).toBeNull();
  });

  it('of the process that started them, a simultaneous start waits and then succeeds', async () => {
    const { parent } = await startInParent(dataDir);
    parent.kill('SIGKILL');
    const next = await start('first');
    expect(await ping(next.redisUrl)).toBe('PONG');
    await next.stop();
  });

  it('of everything except PostgreSQL, the next start stops the orphan and keeps the data', async () => {
    const before = await startInParent(dataDir);
    await sql(before.databaseUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const orphan = serverPid(dataDir);
    process.kill(before.supervisorPid, 'SIGKILL');
    before.parent.kill('SIGKILL');
    await until(() => !isAlive(before.supervisorPid));
    expect(await runningEmbeddedServices(dataDir)).toBeNull();

    const after = await start('first');
    expect(isAlive(orphan)).toBe(false);
    expect(await sql(after.databaseUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await after.stop();
  });
});

describe('the account of the services', () => {
  const forRoot = isRoot ? it : it.skip;
  const needed = [join(import.meta.dirname, '../../../package.json'), process.execPath];
  const forRootInPublic = isRoot && needed.every(readableByOthers) ? it : it.skip;

  forRootInPublic(
    'may be an ordinary user (skipped if that user cannot read the project or Node, or if the tests already run as one)',
    async () => {
      const dataDir = join(place, 'ordinary');
      mkdirSync(dataDir);
      chownSync(dataDir, NOBODY, NOBODY);
      const { parent, uid, databaseUrl, redisUrl, supervisorPid } = await startInParent(dataDir, {
        uid: NOBODY,
        gid: NOBODY,
      });
      expect(uid).toBe(NOBODY);
      expect(await sql(databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(await ping(redisUrl)).toBe('PONG');
      const pids = [supervisorPid, serverPid(dataDir)];
      parent.kill('SIGKILL');
      await until(() => !pids.some(isAlive));
    },
  );

  forRoot('is not root for PostgreSQL, also in a folder only root can enter (skipped for other users)', async () => {
    const dataDir = join(place, 'private');
    mkdirSync(dataDir, { mode: 0o700 });
    const services = await startEmbeddedServices({ dataDir: join(dataDir, 'data'), ephemeral: true });
    running.push(services);
    const [row] = await sql(services.databaseUrl, "SELECT current_setting('data_directory') AS home");
    const { home } = row as { home: string };
    expect(home).toMatch(/^\/var\/lib\/embedded-services-/);
    expect(statSync(`/proc/${serverPid(dirname(home))}`).uid).not.toBe(0);
    await services.stop();
    expect(existsSync(home)).toBe(false);
  });
});

function readableByOthers(path: string): boolean {
  accessSync(path, constants.R_OK);
  for (let at = path; ; at = join(at, '..')) {
    if ((statSync(at).mode & (at === path ? 0o4 : 0o1)) === 0) return false;
    if (at === '/') return true;
  }
}
