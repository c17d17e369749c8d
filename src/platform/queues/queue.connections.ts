import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Logger } from '@nestjs/common';
import {
  createIORedisClient,
  type Processor,
  Queue,
  type QueueBase,
  type QueueOptions,
  RedisConnection,
  Worker,
  type WorkerOptions,
} from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { ENV, type Env } from '#config/env.js';
import { redisAddressOf } from '#config/redis.address.js';
import { connectRedis } from '#platform/cache/redis.connection.js';

const QUIET_MS = 30_000;

/**
 * Logs once that queues have lost Redis and once that all of them have reconnected, and any other error at most every
 * 30 s. BullMQ prints each error of a queue that has no listener.
 */
class QueueConnections {
  private readonly log = new Logger('Queues');
  private readonly lost = new Set<QueueBase>();
  private readonly loggedAt = new Map<string, number>();

  watch(queue: QueueBase): void {
    queue.on('error', (error: Error) => this.lose(queue, error));
    const backend = queue.getBackend();
    backend.on('ready', () => this.regain(queue));
    backend.on('close', () => queue.closing && this.lost.delete(queue));
  }

  private lose(queue: QueueBase, error: Error): void {
    if (!isLoss(error)) return this.logOnce(queue.name, error);
    if (queue.closing) return;
    if (this.lost.size === 0) this.log.warn(`The queues have lost Redis: ${error.message || String(error)}`);
    this.lost.add(queue);
  }

  private regain(queue: QueueBase): void {
    if (this.lost.delete(queue) && this.lost.size === 0) this.log.log('The queues have reconnected to Redis');
  }

  private logOnce(queue: string, error: Error): void {
    const now = Date.now();
    if (now - (this.loggedAt.get(queue) ?? 0) < QUIET_MS) return;
    this.loggedAt.set(queue, now);
    this.log.warn(`Queue ${queue}: ${error.message || String(error)}`);
  }
}

/** Errors of the system have a code in words, errors of Redis and of BullMQ's scripts have no code. */
const isLoss = (error: Error): boolean =>
  'syscall' in error || 'errors' in error || error.message === 'Connection is closed.';

const connections = new QueueConnections();

class WatchedQueue extends Queue {
  constructor(name: string, options: QueueOptions) {
    super(name, options);
    connections.watch(this);
  }
}

class WatchedWorker extends Worker {
  constructor(name: string, processor: Processor, options: WorkerOptions) {
    super(name, processor, options);
    connections.watch(this);
  }
}

// Listeners that a module adds at its initialization would miss earlier errors.
BullModule.queueClass = WatchedQueue;
BullModule.workerClass = WatchedWorker;

// BullMQ itself reads only the URL of one server.
RedisConnection.clientFactory = (options) => {
  const { url, ...others } = options as RedisOptions & { url: string };
  return createIORedisClient(connectRedis(url, others));
};

/**
 * The waiting times of a BullMQ worker. A new job ends the wait at once, so an idle worker need not ask Redis often whether there is
 * one. The seconds limit how long a job waits whose notification was lost.
 */
export const WAITING = { drainDelay: 20 };

/** Whether this worker takes jobs of a queue: all workers do, unless WORKER_QUEUES names others. */
export const serves = ({ WORKER_QUEUES: named }: Pick<Env, 'WORKER_QUEUES'>, queue: string): boolean =>
  named.length === 0 || named.includes(queue);

type QueueSettings = Pick<Env, 'REDIS_URL' | 'REDIS_KEY_PREFIX'>;

/** The key prefix of a queue. In a cluster all keys of one queue are in one slot, and the queues are spread over the nodes. */
export const queuePrefix = ({ REDIS_URL, REDIS_KEY_PREFIX }: QueueSettings, name: string): string =>
  redisAddressOf(REDIS_URL)?.kind === 'cluster' ? `{${REDIS_KEY_PREFIX}-queues-${name}}` : `${REDIS_KEY_PREFIX}-queues`;

/** The connection and the key prefix of a queue. */
const queueOptions = (env: QueueSettings, name: string): QueueOptions => ({
  connection: {
    ...{ url: env.REDIS_URL, maxRetriesPerRequest: null, connectTimeout: 2_000 },
    // BullMQ would wait up to 20 s, and with it a worker that stops.
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  },
  prefix: queuePrefix(env, name),
});

/** The module with a queue, whose connection is logged. */
export const registerQueue = (name: string): DynamicModule =>
  BullModule.registerQueueAsync({ name, inject: [ENV], useFactory: (env: Env) => queueOptions(env, name) });

/** A queue without a module, whose connection is logged. */
export const queueOf = (name: string, env: Env): Queue => new WatchedQueue(name, queueOptions(env, name));

/** A worker of a queue, which does not run yet. Its connection is logged. */
export const workerOf = (
  { name, opts: { connection, prefix } }: Queue,
  process: Processor,
  options: Partial<WorkerOptions>,
): Worker => new WatchedWorker(name, process, { connection, prefix, autorun: false, ...options });

/**
 * Runs a worker. If it stops with an error while the process goes on, the process exits with 1. Otherwise it would stay, and look healthy,
 * without doing this work.
 */
export function runOrExit(worker: Pick<Worker, 'name' | 'closing' | 'run'>, log: Logger): void {
  worker.run().catch((error: unknown) => {
    if (worker.closing) return;
    log.fatal({ error }, `the work of ${worker.name} stopped`);
    process.exit(1);
  });
}
