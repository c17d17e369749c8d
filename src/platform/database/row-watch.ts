import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { connectRedis, type RedisConnection } from '#platform/cache/redis.connection.js';
import { REDIS } from '#platform/cache/redis.token.js';

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 250;

/** A wait for one row, shared by all callers in this process that wait for the row. */
interface Watch {
  outcome: Promise<unknown>;
  wake: () => void;
}

/**
 * Waits for work that another request or process does on a row. A notification ends the pause between two polls;
 * polling covers lost notifications. All callers in this process that wait for the same row share one poll.
 */
@Injectable()
export class RowWatch implements OnApplicationShutdown {
  private readonly watches = new Map<string, Watch>();
  private readonly channel: string;
  private subscriber: RedisConnection | undefined;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(REDIS) private readonly redis: RedisConnection,
  ) {
    this.channel = `${env.REDIS_KEY_PREFIX}:rows`;
  }

  /**
   * Calls `look` until it returns a value, for at most `timeoutMs`. `look` returns null while the work is running.
   * @returns the value, or null after the timeout.
   */
  async until<T>(row: string, timeoutMs: number, look: () => Promise<T | null>): Promise<T | null> {
    this.subscribe();
    const deadline = Date.now() + timeoutMs;
    let outcome: T | null = null;
    while (outcome === null && Date.now() < deadline) {
      outcome = await ((this.watches.get(row)?.outcome as Promise<T | null> | undefined) ??
        this.start(row, deadline, look));
    }
    return outcome;
  }

  /**
   * Makes every process that waits for the row look at it. Never rejects: without Redis the other processes poll.
   */
  async notify(row: string): Promise<void> {
    this.watches.get(row)?.wake();
    await this.redis.publish(this.channel, row).catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.subscriber?.disconnect();
  }

  private start<T>(row: string, deadline: number, look: () => Promise<T | null>): Promise<T | null> {
    const pauses = new Pauses();
    const outcome = poll(look, deadline, pauses).finally(() => this.watches.delete(row));
    this.watches.set(row, { outcome, wake: () => pauses.wake() });
    return outcome;
  }

  /** Opens a separate connection on first use: a Redis connection that subscribes can do nothing else. */
  private subscribe(): void {
    if (this.subscriber) return;
    this.subscriber = connectRedis(this.env.REDIS_URL, {
      keyPrefix: `${this.env.REDIS_KEY_PREFIX}:`,
      maxRetriesPerRequest: null,
      connectTimeout: 2_000,
      retryStrategy: (times) => Math.min(times * 100, 1_000),
    });
    this.subscriber.on('error', () => undefined);
    this.subscriber.on('message', (_channel, row) => this.watches.get(row)?.wake());
    this.subscriber.subscribe(this.channel).catch(() => undefined);
  }
}

/** Pauses that `wake` ends early. A wake between two pauses ends the next one. */
class Pauses {
  private woken = false;
  private end: (() => void) | undefined;

  async pause(ms: number): Promise<void> {
    if (!this.woken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.woken = false;
    this.end = undefined;
  }

  wake(): void {
    this.woken = true;
    this.end?.();
  }
}

async function poll<T>(look: () => Promise<T | null>, deadline: number, pauses: Pauses): Promise<T | null> {
  for (let ms = FIRST_PAUSE_MS; Date.now() < deadline; ms = Math.min(ms * 2, MAX_PAUSE_MS)) {
    await pauses.pause(Math.min(ms, Math.max(1, deadline - Date.now())));
    const outcome = await look();
    if (outcome !== null) return outcome;
  }
  return null;
}
