import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { runCommand, spawnCommand } from '../../support/command-line.js';
import { startTestFeature } from '../../support/feature.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { portForServer } from '../../support/ports.js';

const POSTGRES = ['15', '16', '17', '18'];
const REDIS = ['redis-server', 'valkey-server'];

const folder = mkdtempSync(join(tmpdir(), 'versions-'));
const started: ChildProcess[] = [];

/** PostgreSQL refuses to run as root. */
const account = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

const binariesOf = (version: string) => `/usr/lib/postgresql/${version}/bin`;

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const environment = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PASSWORD_MEMORY_KB: '1024',
  ...variables,
});

const qualm = async (words: string[], variables: NodeJS.ProcessEnv): Promise<unknown> =>
  JSON.parse((await runCommand([...words, '--json'], environment(variables))).stdout);

/** Tries until `attempt` succeeds; the limit is the time of the test. */
async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await wait(50);
    }
  }
}

afterAll(async () => {
  for (const server of started) {
    server.kill('SIGINT');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('the service', () => {
  /** Starts a new cluster on a free port and returns its URL. */
  const startPostgres = async (version: string): Promise<string> => {
    chmodSync(folder, 0o777);
    const directory = join(folder, version);
    const options = { ...account(), cwd: '/' };
    execFileSync(
      join(binariesOf(version), 'initdb'),
      ['-D', directory, '-U', 'app', '-E', 'UTF8', '--locale=C', '-A', 'trust'],
      {
        ...options,
        stdio: 'ignore',
      },
    );
    const port = await portForServer();
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=`, 'fsync=off'].flatMap((each) => [
      '-c',
      each,
    ]);
    started.push(
      spawn(join(binariesOf(version), 'postgres'), ['-D', directory, '-p', String(port), ...settings], {
        ...options,
        stdio: 'ignore',
      }),
    );
    return `postgres://app@127.0.0.1:${port}/postgres`;
  };

  for (const version of POSTGRES) {
    const test = existsSync(join(binariesOf(version), 'postgres')) ? it : it.skip;
    const reason = test === it ? '' : ` (skipped: ${binariesOf(version)} is not installed)`;
    test(`migrates, sells and moves its data on PostgreSQL ${version}${reason}`, async () => {
      const url = await startPostgres(version);
      await until(async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect().finally(() => client.end());
      });
      const variables = { DATABASE_URL: url, REDIS_URL: process.env.TEST_SHARED_REDIS_URL };
      expect(await spawnCommand(['migrate'], environment(variables))).toMatchObject({ code: 0 });
      const { team_id: team } = (await qualm(['team', 'create', '--name', 'A', '--plan', 'growth'], variables)) as {
        team_id: string;
      };
      expect(
        await qualm(['key', 'create', '--team', team, '--name', 'ci', '--spend-cap', '1'], variables),
      ).toHaveProperty('key');
      const file = join(folder, `${version}.backup`);
      await qualm(['backup', file], variables);
      await qualm(['restore', file, '--replace', '--yes'], variables);
      expect(await qualm(['team', 'list'], variables)).toMatchObject({ teams: [{ id: team, credits_balance: 500 }] });
    });
  }

  for (const program of REDIS) {
    const test = isInstalled(program) ? it : it.skip;
    const reason = test === it ? '' : ' (skipped: the program is not installed)';
    test(`enqueues on ${program}${reason}`, async () => {
      const port = await portForServer();
      started.push(
        spawn(program, ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore', cwd: folder }),
      );
      const redis = new Redis(port, '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => undefined);
      await until(() => redis.connect());
      const feature = await startTestFeature();
      const id = await createReviewedProduct(feature.database);
      const variables = { DATABASE_URL: feature.url, REDIS_URL: `redis://127.0.0.1:${port}` };
      expect(await qualm(['report', 'generate', id], variables)).toMatchObject({ product_id: id, up_to_date: false });
      const queues = await redis.keys('qualm-queues:*:meta');
      redis.disconnect();
      await feature.close();
      expect(queues).not.toEqual([]);
    });
  }
});
