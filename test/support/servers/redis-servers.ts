import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { portForServer } from '../ports.js';
import { until } from '../until.js';
import { hasOpenssl, makeCertificates } from './certificates.js';

const PASSWORD = 'secret';
const SLOTS = 16_384;
/** How long a node may be silent before others promote its replica. */
const SILENCE_MS = 1_000;

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

/**
 * Like `describe`. Without redis-server, and outside `npm run drill:redis`, it skips the suite, with a note in its name: these tests take a
 * minute (docs/scale.md).
 */
export const describeWithRedis = (name: string, suite: () => void): void => {
  const why = isInstalled ? 'it runs with npm run drill:redis' : 'redis-server is not installed';
  if (isInstalled && process.env.DRILL === 'redis') describe(name, suite);
  else describe.skip(`${name} (skipped: ${why})`, suite);
};

/** Like `describe`. Without redis-server or openssl it skips the suite, with a note in its name. */
export const describeWithEncryptedRedis = (name: string, suite: () => void): void => {
  const missing = isInstalled ? (hasOpenssl ? null : 'openssl') : 'redis-server';
  if (missing === null) describe(name, suite);
  else describe.skip(`${name} (skipped: ${missing} is not installed)`, suite);
};

/** One redis-server with a connection to it. */
export interface RedisServer {
  port: number;
  process: ChildProcess;
  client: Redis;
}

/** Several redis-servers with one password. */
export interface RedisServers {
  /** For REDIS_URL. */
  url: string;
  servers: RedisServer[];
  /** Kills the first server, and waits until its replica, if it has one, is the primary. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/** A cluster of three primaries, each with a replica. The first primary is the one that `failOver` kills. */
export async function startRedisCluster(): Promise<RedisServers> {
  const group = new Group();
  const settings = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(SILENCE_MS)];
  const servers: RedisServer[] = [];
  for (let node = 1; node <= 6; node++) {
    servers.push(await group.start([...settings, '--cluster-port', String(await portForServer())]));
  }
  const [primaries, replicas] = [servers.slice(0, 3), servers.slice(3)];
  for (const [at, { client }] of primaries.entries()) {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', Math.ceil((at * SLOTS) / 3), Math.ceil(((at + 1) * SLOTS) / 3) - 1);
    await client.call('CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
  }
  const first = servers[0]!;
  for (const { port, client } of servers.slice(1)) {
    const [, bus = ''] = (await client.config('GET', 'cluster-port')) as string[];
    await first.client.call('CLUSTER', 'MEET', '127.0.0.1', port, bus);
  }
  const ids = await Promise.all(primaries.map(({ client }) => client.call('CLUSTER', 'MYID') as Promise<string>));
  for (const [at, { client }] of replicas.entries()) {
    await until(async () => ((await client.call('CLUSTER', 'NODES')) as string).includes(ids[at]!));
    await client.call('CLUSTER', 'REPLICATE', ids[at]!);
  }
  const isWhole = async ({ client }: RedisServer) =>
    ((await client.call('CLUSTER', 'INFO')) as string).includes('cluster_state:ok') &&
    ((await client.call('CLUSTER', 'NODES')) as string).match(/slave /g)?.length === 3;
  for (const server of servers) await until(() => isWhole(server));
  for (const { client } of replicas) await until(async () => (await client.info()).includes('master_link_status:up'));
  return {
    url: `redis://:${PASSWORD}@${primaries.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    servers,
    async failOver() {
      await group.kill(first);
      await until(async () => (await replicas[0]!.client.info('replication')).includes('role:master'));
    },
    stop: () => group.stop(),
  };
}

/** A primary and its replica, watched by three Sentinels, under the name `main`. */
export async function startSentinels(): Promise<RedisServers & { sentinels: RedisServer[] }> {
  const group = new Group();
  const primary = await group.start(['--masterauth', PASSWORD]);
  const replica = await group.start(['--masterauth', PASSWORD, '--replicaof', `127.0.0.1 ${primary.port}`]);
  await until(async () => (await replica.client.info()).includes('master_link_status:up'));
  const lines = [
    `sentinel monitor main 127.0.0.1 ${primary.port} 2`,
    `sentinel auth-pass main ${PASSWORD}`,
    `sentinel down-after-milliseconds main ${SILENCE_MS}`,
    'sentinel failover-timeout main 5000',
  ];
  const sentinels = await Promise.all([1, 2, 3].map(() => group.start([], lines)));
  for (const { client } of sentinels) {
    const knows = async () => JSON.stringify(await client.call('SENTINEL', 'MASTER', 'main'));
    await until(async () => /"num-slaves","1","num-other-sentinels","2"/.test(await knows()));
  }
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/main?sentinel_password=${PASSWORD}`,
    servers: [primary, replica],
    sentinels,
    async failOver() {
      await group.kill(primary);
      await until(async () => (await replica.client.info('replication')).includes('role:master'));
    },
    stop: () => group.stop(),
  };
}

/** One server that can be stopped and started again on its port, without stored data. */
export async function startRedis(): Promise<RedisServers & { restart(): Promise<void> }> {
  const group = new Group();
  const server = await group.start([]);
  return {
    url: `redis://:${PASSWORD}@127.0.0.1:${server.port}`,
    servers: [server],
    failOver: () => group.kill(server),
    async restart() {
      await group.kill(server);
      await group.start([], [], server.port);
    },
    stop: () => group.stop(),
  };
}

/** A server and a cluster of one node, both with TLS and a certificate for `localhost` alone. `other` has not signed it. */
export async function startEncryptedRedis() {
  const group = new Group();
  const { authority, certificate, key } = makeCertificates(group.folder);
  const { authority: other } = makeCertificates(group.folder, 'other');
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority];
  const [port, clusterPort] = [await portForServer(), await portForServer()];
  const settings = (tlsPort: number) => [...files, '--tls-auth-clients', 'no', '--tls-port', String(tlsPort)];
  await group.start(settings(port));
  const named = ['--cluster-announce-hostname', 'localhost', '--cluster-preferred-endpoint-type', 'hostname'];
  const node = await group.start([
    ...[...settings(clusterPort), '--cluster-enabled', 'yes', '--tls-cluster', 'yes', ...named],
    ...['--cluster-port', String(await portForServer())],
  ]);
  await node.client.call('CLUSTER', 'ADDSLOTSRANGE', 0, SLOTS - 1);
  await until(async () => ((await node.client.call('CLUSTER', 'INFO')) as string).includes('cluster_state:ok'));
  return {
    ...{ authority, other },
    serverUrl: (host: string) => `rediss://:${PASSWORD}@${host}:${port}`,
    clusterUrl: (host: string) => `rediss+cluster://:${PASSWORD}@${host}:${clusterPort}`,
    stop: () => group.stop(),
  };
}

class Group {
  readonly folder = mkdtempSync(join(tmpdir(), 'redis-'));
  private readonly servers: RedisServer[] = [];

  /** With `lines` of a configuration it is a Sentinel. */
  async start(settings: string[], lines: string[] = [], given?: number): Promise<RedisServer> {
    const port = given ?? (await portForServer());
    const file = join(this.folder, `${port}.conf`);
    const common = [`port ${port}`, 'bind 127.0.0.1', `requirepass ${PASSWORD}`, 'save ""'];
    const ofNode = lines.length > 0 ? [] : [`masterauth ${PASSWORD}`, `cluster-config-file ${port}.nodes`];
    writeFileSync(file, [...common, ...ofNode, `dir ${this.folder}`, ...lines, ''].join('\n'));
    const process = spawn('redis-server', [file, ...settings, ...(lines.length > 0 ? ['--sentinel'] : [])], {
      stdio: 'ignore',
    });
    const client = new Redis(port, '127.0.0.1', {
      ...{ password: PASSWORD, maxRetriesPerRequest: null, retryStrategy: () => 50, enableReadyCheck: false },
    });
    client.on('error', () => undefined);
    await client.ping();
    const server = { port, process, client };
    this.servers.push(server);
    return server;
  }

  async kill({ process }: RedisServer): Promise<void> {
    if (process.exitCode !== null || process.signalCode !== null) return;
    process.kill('SIGKILL');
    await once(process, 'exit');
  }

  async stop(): Promise<void> {
    for (const server of this.servers) {
      server.client.disconnect();
      await this.kill(server);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
