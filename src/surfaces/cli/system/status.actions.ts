import { Queue } from 'bullmq';
import pg from 'pg';
// Its features declare the queues.
import '#worker.module.js';
import { declaredActions } from '#accounts/runs/paid-action.js';
import { type Env, EnvError, parseEnv } from '#config/env.js';
import { VERSION } from '#config/version.js';
import { namesServers } from '#config/service-urls.js';
import { useAddresses } from '#embedded/services/addresses.file.js';
import { variablesOf } from '#embedded/services/embedded-services.js';
import { readServicesFile } from '#embedded/services/services.file.js';
import { findMigrations } from '#platform/database/backup/backup.tables.js';
import { BUILD_MIGRATIONS } from '#platform/database/released-database.js';
import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { connectRedis } from '#platform/cache/redis.connection.js';
import { PlatformModule } from '#platform/platform.module.js';
import { notifiedNames, PERIODIC_QUEUE } from '#platform/queues/due-work.js';
import { countsOf, type QueueCounts } from '#platform/queues/queue.counts.js';
import { queuePrefix } from '#platform/queues/queue.connections.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { inContext, readVariables } from '../command.context.js';

const TIMEOUT_MS = 3_000;

type State = 'up' | 'down';

interface QueueState extends Omit<QueueCounts, 'prioritized'> {
  queue: string;
}

/**
 * The running and waiting work. Of a server that does not answer, the versions are missing. Without Redis, `workers` is null and `queues`
 * is empty. `backlog` is null unless PostgreSQL and Redis are up and no migration is pending.
 */
export interface Status {
  /** True if PostgreSQL, Redis, the API and a worker of each queue are up and no migration is pending. */
  ok: boolean;
  qualm: string;
  node: string;
  postgres: { state: State; version?: string; pending_migrations?: number };
  redis: { state: State; version?: string };
  api: { state: State; url: string; version?: string };
  workers: number | null;
  queues: QueueState[];
  backlog: { texts_waiting: number; parked_deliveries: number } | null;
}

/**
 * Reads the state of the servers that the environment names, or of the running embedded services. Starts nothing.
 * @throws EnvError when the environment names no servers and no embedded services are running
 */
export async function readStatus(): Promise<Status> {
  const variables = readVariables();
  if (!namesServers(variables)) await useRecorded(variables);
  const env = parseEnv(variables);
  const [postgres, [redis, workers, queues], api] = await Promise.all([
    readPostgres(env),
    readRedis(env),
    readApi(env),
  ]);
  const isReadable = postgres.state === 'up' && postgres.pending_migrations === 0 && redis.state === 'up';
  const ok = isReadable && api.state === 'up' && queues.every((queue) => queue.workers > 0);
  const backlog = isReadable ? await readBacklog() : null;
  return { ok, qualm: VERSION, node: process.versions.node, postgres, redis, api, workers, queues, backlog };
}

/**
 * Sets the embedded services of DATA_DIR in `variables`, even if they do not respond. @throws EnvError when there are
 * no services
 */
async function useRecorded(variables: NodeJS.ProcessEnv): Promise<void> {
  const dataDir = variables.DATA_DIR || '.data';
  const recorded = await readServicesFile(dataDir);
  if (!recorded) throw new EnvError(`No service runs on ${dataDir}. Run npm start, or set DATABASE_URL and REDIS_URL.`);
  useAddresses(variables);
  const { database_url: databaseUrl, redis_url: redisUrl } = recorded;
  Object.assign(variables, variablesOf({ databaseUrl, redisUrl }, variables));
}

async function readPostgres({ DATABASE_URL }: Env): Promise<Status['postgres']> {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = new pg.Client({ connectionString: DATABASE_URL, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const ran = await findMigrations(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows);
    const pending = BUILD_MIGRATIONS.filter((name) => !ran.includes(name)).length;
    return { state: 'up', version: rows[0]?.server_version.split(' ')[0], pending_migrations: pending };
  } catch {
    return { state: 'down' };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readRedis(env: Env): Promise<[Status['redis'], Status['workers'], QueueState[]]> {
  const limits = { connectTimeout: TIMEOUT_MS, commandTimeout: TIMEOUT_MS, maxRetriesPerRequest: null };
  const redis = connectRedis(env.REDIS_URL, { lazyConnect: true, retryStrategy: () => null, ...limits });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = await redis.info('server');
    // Valkey also reports the version of Redis with which it is compatible.
    const version = (/^valkey_version:(.+?)\r?$/m.exec(info) ?? /^redis_version:(.+?)\r?$/m.exec(info))?.[1];
    const queues = queueNames().map((name) => new Queue(name, { connection: redis, prefix: queuePrefix(env, name) }));
    const counts = await Promise.all(queues.map(stateOf));
    return [{ state: 'up', version }, Math.max(0, ...counts.map(({ workers }) => workers)), counts];
  } catch {
    return [{ state: 'down' }, null, []];
  } finally {
    redis.disconnect();
  }
}

/** The names of all queues of a worker, in order. */
const queueNames = (): string[] =>
  [...new Set([PERIODIC_QUEUE, ...notifiedNames(), ...declaredActions().map(({ queue }) => queue)])].sort();

async function stateOf(queue: Queue): Promise<QueueState> {
  const { prioritized, ...counts } = await countsOf(queue);
  return { queue: queue.name, ...counts, waiting: counts.waiting + prioritized };
}

/**
 * Checks the API at PUBLIC_URL, like its clients, or else on this machine: a container may not reach its own public
 * URL.
 */
async function readApi({ PUBLIC_URL, PORT }: Env): Promise<Status['api']> {
  const version = (await versionAt(PUBLIC_URL)) ?? (await versionAt(`http://127.0.0.1:${PORT}`));
  return version === null ? { state: 'down', url: PUBLIC_URL } : { state: 'up', url: PUBLIC_URL, version };
}

async function versionAt(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = (await answer.json()) as { data: { version: string } };
    return data.version;
  } catch {
    return null;
  }
}

const readBacklog = (): Promise<Status['backlog']> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), OpportunitiesModule],
    async (context) => {
      const waiting = await context.get(DetectionProgressService).waiting();
      const parked = await context.get(FailedDeliveries).count();
      return { texts_waiting: waiting, parked_deliveries: parked.reduce((sum, { failed }) => sum + failed, 0) };
    },
  );
