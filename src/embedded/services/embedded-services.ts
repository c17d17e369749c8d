import { type ChildProcess, fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { isGiven } from '#config/secret.files.js';
import { namesServers } from '#config/service-urls.js';
import { encryptionKey } from './data-dir.secrets.js';
import { readServicesFile } from './services.file.js';
import { type SupervisorMessage, type SupervisorOrder } from './supervisor.messages.js';

const SUPERVISOR = join(import.meta.dirname, 'supervisor.js');
const STOP_MS = 20_000;
const PROBE_MS = 2_000;

export interface ServiceUrls {
  /** The owner of the tables. */
  databaseUrl: string;
  redisUrl: string;
}

export interface EmbeddedServices extends ServiceUrls {
  supervisorPid: number;
  /** Resolves with the supervisor's exit code when the supervisor has ended for any reason. */
  ended: Promise<number | null>;
  /** Stops both services and returns when all their processes have ended. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and Valkey under a supervisor process, with their data in `dataDir`.
 * The services stop when this process ends. `ephemeral` trades durability for speed and removes
 * `dataDir` at the end.
 * @throws an Error with a message for the operator when the services cannot run or already run
 */
export async function startEmbeddedServices(options: {
  dataDir: string;
  ephemeral?: boolean;
}): Promise<EmbeddedServices> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const log = openSync(join(dataDir, 'supervisor.log'), 'a', 0o600);
  const supervisor = fork(SUPERVISOR, options.ephemeral ? [dataDir, '--ephemeral'] : [dataDir], {
    detached: true,
    env: plainEnvironment(),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const ended = new Promise<number | null>((settle) => supervisor.once('exit', settle));
  const message = await firstMessage(supervisor, ended);
  if (message.kind === 'failed') {
    await ended;
    throw new Error(message.message);
  }
  return {
    databaseUrl: message.databaseUrl,
    redisUrl: message.redisUrl,
    supervisorPid: supervisor.pid!,
    ended,
    stop: () => stop(supervisor, ended),
  };
}

/** The services that run on `dataDir` now, or null when they do not respond. */
export async function runningEmbeddedServices(dataDir: string): Promise<ServiceUrls | null> {
  const file = await readServicesFile(resolve(dataDir));
  if (!file) return null;
  const responses = await Promise.all([postgresResponds(file.database_url), redisResponds(file.redis_url)]);
  return responses.every(Boolean) ? { databaseUrl: file.database_url, redisUrl: file.redis_url } : null;
}

/**
 * Sets the variables of the services running on DATA_DIR in `environment`, if both URLs are missing there.
 * Changes nothing when no services are running: the check of the configuration then names the missing variables.
 * @throws EnvError when one of the two is set without the other
 */
export async function useRunningServices(environment: NodeJS.ProcessEnv): Promise<void> {
  if (namesServers(environment)) return;
  const dataDir = environment.DATA_DIR || '.data';
  const running = await runningEmbeddedServices(dataDir);
  if (running) Object.assign(environment, variablesOf(running, environment));
}

/** The variables of a process that uses these services. Keys of the environment precede the one of DATA_DIR. */
export function variablesOf(services: ServiceUrls, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: serviceUrlOf(services.databaseUrl),
    DATABASE_OWNER_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    ...(!isGiven(environment, 'ENCRYPTION_KEYS') && {
      ENCRYPTION_KEYS: encryptionKey(environment.DATA_DIR || '.data'),
    }),
  };
}

/** The URL of the role that may only read and write rows. Its password follows from the one of the owner. */
function serviceUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', url.password).update('service').digest('hex');
  url.username = 'service';
  return url.href;
}

/** The environment of the servers, without secrets, PG* variables and locale settings of this process. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const allowed = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'].map((name) => [name, process.env[name]]);
  return { ...(Object.fromEntries(allowed) as NodeJS.ProcessEnv), LC_ALL: 'C' };
}

async function firstMessage(supervisor: ChildProcess, ended: Promise<number | null>): Promise<SupervisorMessage> {
  const message = once(supervisor, 'message').then(([value]) => value as SupervisorMessage);
  const exit = ended.then((code) => ({ kind: 'failed', message: `The supervisor exited with code ${code}.` }) as const);
  return Promise.race([message, exit]);
}

async function stop(supervisor: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (supervisor.connected) supervisor.send({ kind: 'stop' } satisfies SupervisorOrder, () => undefined);
  const deadline = setTimeout(() => supervisor.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(deadline);
}

async function postgresResponds(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function redisResponds(url: string): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: PROBE_MS,
    commandTimeout: PROBE_MS,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
