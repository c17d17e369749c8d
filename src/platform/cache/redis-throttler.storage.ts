import { Inject, Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import DataLoader from 'dataloader';
import { Cluster } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RoundTrip } from '#platform/context/round-trip.js';
import type { RedisConnection } from './redis.connection.js';
import { REDIS } from './redis.token.js';

/**
 * One window after a hit, as throttlers expect it. Times are in fractional seconds; a window blocks until it resets.
 */
export interface ThrottlerRecord {
  totalHits: number;
  timeToExpire: number;
  isBlocked: boolean;
  timeToBlockExpire: number;
}

/** So that clients with many addresses cannot fill the memory. */
const MAX_LOCAL_WINDOWS = 10_000;

interface WindowState {
  hits: number;
  resetInMs: number;
}

/**
 * Adds ARGV[i + 1] hits to each key. The first hit of a window makes it expire after ARGV[1] milliseconds. Returns a
 * flat list of the hits and the remaining milliseconds of each key.
 */
const HIT_SCRIPT = `
local answer = {}
for i, key in ipairs(KEYS) do
  local new = tonumber(ARGV[i + 1])
  local hits = redis.call('INCRBY', key, new)
  local left = hits > new and redis.call('PTTL', key) or -1
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', key, left)
  end
  answer[#answer + 1] = hits
  answer[#answer + 1] = left
end
return answer`;

/** Takes a hit back only if the window exists: DECR alone would create a key that never expires. */
const RELEASE_SCRIPT = `
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end`;

type ScriptedRedis = RedisConnection & {
  rateLimitHit(count: number, ...keysWindowAndHits: (string | number)[]): Promise<number[]>;
  rateLimitRelease(key: string): Promise<null>;
};

/**
 * Fixed windows on Redis, shared by all processes. Hits that arrive during a round trip share the next one.
 * While Redis is down, `increment` rejects, and `incrementLocally` counts for this process only.
 */
@Injectable()
export class RedisThrottlerStorage implements ThrottlerStorage {
  private readonly redis: ScriptedRedis;
  private readonly loaders = new Map<number, DataLoader<string, WindowState>>();
  private readonly roundTrip = new RoundTrip();
  private readonly local = new LRUCache<string, { hits: number; resetsAt: number }>({ max: MAX_LOCAL_WINDOWS });

  constructor(@Inject(REDIS) redis: RedisConnection) {
    redis.defineCommand('rateLimitHit', { lua: HIT_SCRIPT });
    redis.defineCommand('rateLimitRelease', { lua: RELEASE_SCRIPT, numberOfKeys: 1 });
    this.redis = redis as ScriptedRedis;
  }

  /** Counts one hit on `key` within a window of `ttl` milliseconds. @throws if Redis is down. */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    return recordOf(await this.loaderOf(ttl).load(key), limit);
  }

  /** Takes one hit back, for limits on failures: a hit is counted before its outcome is known. */
  async release(key: string): Promise<void> {
    await this.redis.rateLimitRelease(`rate:${key}`);
  }

  /** Counts one hit in this process only, for reads while Redis is down. Only the latest 10,000 keys are kept. */
  incrementLocally(key: string, ttl: number, limit: number): ThrottlerRecord {
    const now = Date.now();
    let window = this.local.get(key);
    if (!window || window.resetsAt <= now) {
      window = { hits: 0, resetsAt: now + ttl };
      this.local.set(key, window);
    }
    window.hits++;
    return recordOf({ hits: window.hits, resetInMs: window.resetsAt - now }, limit);
  }

  private loaderOf(windowMs: number): DataLoader<string, WindowState> {
    let loader = this.loaders.get(windowMs);
    if (!loader) {
      loader = new DataLoader((keys) => this.roundTrip.track(this.hitAll(keys, windowMs)), {
        cache: false,
        batchScheduleFn: this.roundTrip.schedule,
      });
      this.loaders.set(windowMs, loader);
    }
    return loader;
  }

  /**
   * Sends all hits at once. Hits on the same key are added up, and each gets its own position in the count. A key whose node of a
   * cluster is down has an error instead.
   */
  private async hitAll(keys: readonly string[], windowMs: number): Promise<(WindowState | Error)[]> {
    const added = new Map<string, number>();
    for (const key of keys) added.set(key, (added.get(key) ?? 0) + 1);
    const hits = [...added];
    // The keys of a script are on one node.
    const parts = this.redis instanceof Cluster ? hits.map((hit) => [hit]) : [hits];
    const states = new Map<string, WindowState | Error>();
    await Promise.all(
      parts.map((part) =>
        this.hitTogether(part, windowMs).then(
          (found) => part.forEach(([key], at) => states.set(key, found[at] as WindowState)),
          (error: Error) => part.forEach(([key]) => states.set(key, error)),
        ),
      ),
    );
    return keys.map((key) => {
      const state = states.get(key) as WindowState | Error;
      if (state instanceof Error) return state;
      state.hits++;
      return { ...state };
    });
  }

  /** Sends one command for the hits of these keys. @returns the windows before the hits, in the order of the keys */
  private async hitTogether(hits: readonly [key: string, added: number][], windowMs: number): Promise<WindowState[]> {
    const names = hits.map(([key]) => `rate:${key}`);
    const flat = await this.redis.rateLimitHit(names.length, ...names, windowMs, ...hits.map(([, added]) => added));
    return hits.map(([, added], at) => ({
      hits: (flat[at * 2] ?? 0) - added,
      resetInMs: flat[at * 2 + 1] ?? windowMs,
    }));
  }
}

function recordOf({ hits, resetInMs }: WindowState, limit: number): ThrottlerRecord {
  const seconds = resetInMs / 1_000;
  return { totalHits: hits, timeToExpire: seconds, isBlocked: hits > limit, timeToBlockExpire: seconds };
}
