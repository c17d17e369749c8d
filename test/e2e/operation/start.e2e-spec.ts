import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runningEmbeddedServices } from '#embedded/services/embedded-services.js';
import { until } from '../../support/until.js';
import { portForServer } from '../../support/ports.js';

// All processes really start and the sample is imported, which takes time on a busy machine.
const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
chmodSync(dataDir, 0o711);
const launchers: ChildProcess[] = [];

afterAll(async () => {
  for (const launcher of launchers) launcher.kill('SIGKILL');
  await until(async () => (await runningEmbeddedServices(dataDir)) === null);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the launcher of `npm start` and returns when the launcher prints that the service is ready. */
async function start(variables: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env;
  const launcher = spawn(process.execPath, [join(import.meta.dirname, '../../../dist/start.js')], {
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launchers.push(launcher);
  const printed = { output: '' };
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (data: Buffer) => (printed.output += data.toString()));
  const ended = once(launcher, 'close') as Promise<[number | null]>;
  await until(() => printed.output.includes('Try:') || launcher.exitCode !== null);
  return { launcher, printed, ended };
}

const demo = () =>
  JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    base_url: string;
    user: { email: string };
    api_keys: { spending: string; reading: string };
  };

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

const lane = async (key: string) => {
  const response = await fetch(`${demo().base_url}/ping`, { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { data: { lane: string } }).data.lane;
};

/** The database roles of the API and the worker. */
async function rolesOfService(): Promise<unknown> {
  const client = new pg.Client({ connectionString: (await runningEmbeddedServices(dataDir))?.databaseUrl });
  await client.connect();
  const sql = `SELECT DISTINCT usename AS role FROM pg_stat_activity WHERE application_name = 'qualm'`;
  const { rows } = await client.query<object>(sql);
  await client.end();
  return rows;
}

describe('npm start', () => {
  let firstKeys: unknown;

  it('starts a service that is ready when its demo keys work, and leaves no process behind after a kill', async () => {
    const port = await portForServer();
    const starting = start({ PORT: String(port) });
    await until(async () => isReady(`http://127.0.0.1:${port}/api/v1/health/ready`));
    expect(existsSync(join(dataDir, 'sample.unfinished'))).toBe(false);
    const { base_url, api_keys } = demo();
    firstKeys = api_keys;
    expect(await Promise.all([lane(api_keys.spending), lane(api_keys.reading)])).toEqual(['key', 'key']);
    const modes = ['demo.json', 'encryption.key'].map((file) => statSync(join(dataDir, file)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600]);
    expect(await rolesOfService()).toEqual([{ role: 'service' }]);
    const { launcher } = await starting;
    launcher.kill('SIGKILL');
    await until(async () => !(await answers(base_url)) && (await runningEmbeddedServices(dataDir)) === null);
  });

  it('starts again with the same secrets after that, and stops cleanly on Ctrl-C', async () => {
    const { launcher, ended } = await start();
    const { base_url, api_keys } = demo();
    expect(api_keys).toEqual(firstKeys);
    expect(await lane(api_keys.reading)).toBe('key');
    launcher.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await answers(base_url)).toBe(false);
    expect(await runningEmbeddedServices(dataDir)).toBeNull();
  });

  it('names an invalid variable in one line and starts no process', async () => {
    const { ended, printed } = await start({ PORT: 'many' });
    expect((await ended)[0]).toBe(1);
    expect(printed.output).toMatch(/^Configuration: PORT .*\n$/);
  });
});
