import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.js';
import { type PostgresCluster, SUPERUSER } from './postgres.cluster.js';

const HOST = '127.0.0.1';
const DATABASE = 'app';
const ATTEMPTS = 8;
const READY_MS = 60_000;
/** After this time a fast shutdown becomes an immediate one. */
const FAST_STOP_MS = 10_000;

/** Settings of an ephemeral cluster, which trades durability for speed. */
const EPHEMERAL = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum_naptime=10min'];

export interface PostgresProcess {
  /** `postgres://` URL on 127.0.0.1 with the password of this cluster. */
  url: string;
  /** Aborts open statements, writes a checkpoint, and returns when the process has exited. */
  stop(): Promise<void>;
}

/**
 * Runs the cluster on a free port. If the server exits, it is restarted on the same port.
 * `onLost` is called when the restart fails. The log of the server goes to `logFile`.
 */
export async function startPostgres(
  cluster: PostgresCluster,
  options: { durable: boolean; logFile: string; onLost: (error: unknown) => void },
): Promise<PostgresProcess> {
  await stopOrphan(cluster.directory);
  let stopping = false;
  let current: ChildProcess | undefined;
  let port = 0;

  const launch = async (choosePort: boolean): Promise<void> => {
    for (let attempt = 1; !stopping; attempt++) {
      if (choosePort) port = await freePort();
      const child = (current = spawnServer(cluster, port, options));
      try {
        await untilReady(child, cluster, port);
        child.once('exit', () => {
          if (!stopping) launch(false).catch(options.onLost);
        });
        return;
      } catch (error) {
        await stopServer(child);
        if (attempt === ATTEMPTS) throw error;
        await wait(100 * attempt);
      }
    }
  };

  await launch(true);
  await createDatabase(cluster, port);
  return {
    url: `postgres://${SUPERUSER}:${cluster.password}@${HOST}:${port}/${DATABASE}`,
    stop: async () => {
      stopping = true;
      if (current) await stopServer(current);
    },
  };
}

function spawnServer(
  cluster: PostgresCluster,
  port: number,
  { durable, logFile }: { durable: boolean; logFile: string },
): ChildProcess {
  // Random reads are cheap on SSDs, and short statements gain nothing from the JIT compiler or from parallel workers.
  const planner = ['random_page_cost=1.1', 'jit=off', 'max_parallel_workers_per_gather=0'];
  const settings = [
    `listen_addresses=${HOST}`,
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    ...planner,
  ];
  settings.push('log_timezone=UTC', ...(durable ? [] : EPHEMERAL));
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.directory, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...cluster.account, cwd: cluster.directory, detached: true, stdio: ['ignore', log, log] },
  );
  child.once('error', () => undefined);
  closeSync(log);
  return child;
}

const client = (cluster: PostgresCluster, port: number, database: string) =>
  new pg.Client({
    host: HOST,
    port,
    user: SUPERUSER,
    password: cluster.password,
    database,
    connectionTimeoutMillis: 5_000,
  });

async function untilReady(child: ChildProcess, cluster: PostgresCluster, port: number): Promise<void> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
      throw new Error('PostgreSQL exited while it was starting (see postgres.log)');
    const probe = client(cluster, port, 'postgres');
    probe.on('error', () => undefined);
    try {
      await probe.connect();
      return await probe.end();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(25);
    }
  }
}

async function createDatabase(cluster: PostgresCluster, port: number): Promise<void> {
  const connection = client(cluster, port, 'postgres');
  await connection.connect();
  try {
    const found = await connection.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await connection.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await connection.end();
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const deadline = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_MS);
  await exited;
  clearTimeout(deadline);
}

/** Stops the server that a killed supervisor has left running on the cluster. */
async function stopOrphan(directory: string): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const isRunning = () => commandLine(pid).includes(directory);
  if (!isRunning()) return;
  process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + FAST_STOP_MS; isRunning(); await wait(25))
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
}

/** The command line of a process, or an empty string when the process has ended. */
function commandLine(pid: number): string {
  try {
    if (platform() === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (platform() === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
