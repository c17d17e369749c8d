import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { PostgresCluster } from '#embedded/services/postgres.cluster.js';
import { portForServer } from '../ports.js';
import { until } from '../until.js';
import { makeCertificates } from './certificates.js';

const DATABASE = 'app';
const BUILT = pathToFileURL(join(import.meta.dirname, '../../../dist')).href;

/** Calls a function of the build in Node itself: Jest finds neither the package of the binaries nor the migrations. */
function callBuilt(module: string, name: string, ...values: unknown[]): unknown {
  const script = `const { ${name} } = await import('${BUILT}/${module}.js');
    console.log(JSON.stringify(await ${name}(...${JSON.stringify(values)}, () => undefined)) ?? 'null')`;
  const options = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }));
}

/** One PostgreSQL of the embedded binaries. */
export class PostgresServer {
  readonly url: string;
  private process: ChildProcess | undefined;

  constructor(
    private readonly cluster: PostgresCluster,
    readonly directory: string,
    readonly port: number,
    private readonly settings: string[] = [],
  ) {
    this.url = `postgres://app:${cluster.password}@127.0.0.1:${port}/${DATABASE}`;
  }

  async start(): Promise<void> {
    const { binaries, account } = this.cluster;
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', ...this.settings];
    const options = ['-D', this.directory, '-p', String(this.port), ...settings.flatMap((each) => ['-c', each])];
    this.process = spawn(binaries.postgres, options, { ...account, cwd: this.directory, stdio: 'ignore' });
    await until(() => this.ask('SELECT', 'postgres').catch(() => null));
  }

  stop(): Promise<void> {
    return this.end('SIGINT');
  }

  /** Ends without writing anything, as a host that dies. */
  crash(): Promise<void> {
    return this.end('SIGQUIT');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    process.kill(signal);
    await once(process, 'exit');
  }

  /** Runs one statement on a connection of its own. */
  async ask(text: string, database = DATABASE): Promise<Record<string, unknown>[]> {
    const url = new URL(this.url);
    url.pathname = database;
    const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }
}

/** A PostgreSQL without tables that offers TLS. `folder` holds the certificates, and is removed at the end. */
export async function startEncryptedPostgres(): Promise<{
  server: PostgresServer;
  folder: string;
  authority: string;
  stop(): Promise<void>;
}> {
  const folder = newFolder();
  const cluster = openCluster(folder);
  const { authority, certificate, key } = makeCertificates(folder);
  // PostgreSQL refuses a key that others may read.
  chmodSync(key, 0o600);
  const { uid, gid } = cluster.account as { uid?: number; gid?: number };
  if (uid !== undefined) chownSync(key, uid, gid ?? uid);
  const settings = ['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`];
  const server = new PostgresServer(cluster, cluster.directory, await portForServer(), settings);
  await server.start();
  await server.ask(`CREATE DATABASE ${DATABASE}`, 'postgres');
  return {
    ...{ server, folder, authority },
    async stop() {
      await server.stop();
      for (const path of new Set([cluster.home, folder])) rmSync(path, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o755);
  return folder;
}

const openCluster = (folder: string): PostgresCluster =>
  callBuilt('embedded/services/postgres.cluster', 'openCluster', folder, false) as PostgresCluster;

/** A primary with the tables of the service, and a replica that streams its changes. */
export interface PostgresPair {
  primary: PostgresServer;
  replica: PostgresServer;
  /** Waits until the replica has all changes of the primary. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = newFolder();
  const cluster = openCluster(folder);
  const copy = join(cluster.home, 'replica');
  // A copy of a cluster that does not run needs no pg_basebackup, which the embedded binaries lack.
  execFileSync('cp', ['-a', cluster.directory, copy]);
  const primary = new PostgresServer(cluster, cluster.directory, await portForServer());
  const connection = new URL(primary.url);
  connection.pathname = '/postgres';
  writeFileSync(join(copy, 'standby.signal'), '');
  const settings = [
    `primary_conninfo=${connection.href}`,
    'hot_standby_feedback=on',
    'wal_retrieve_retry_interval=100',
  ];
  const replica = new PostgresServer(cluster, copy, await portForServer(), settings);
  await primary.start();
  await replica.start();
  await primary.ask(`CREATE DATABASE ${DATABASE}`, 'postgres');
  callBuilt('platform/database/migrate', 'migrate', primary.url);
  const caughtUp = async (): Promise<void> => {
    const [{ position } = {}] = await primary.ask('SELECT pg_current_wal_lsn()::text AS position');
    const passed = `SELECT pg_last_wal_replay_lsn() >= '${position as string}' AS is_there`;
    await until(async () => (await replica.ask(passed, 'postgres'))[0]?.is_there);
  };
  await caughtUp();
  return {
    primary,
    replica,
    caughtUp,
    async stop() {
      await Promise.all([primary.stop(), replica.stop()]);
      for (const path of new Set([cluster.home, folder])) rmSync(path, { recursive: true, force: true });
    },
  };
}
