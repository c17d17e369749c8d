import type { ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { InjectThrottlerOptions } from '@nestjs/throttler';
import { type ThrottlerRecord, RedisThrottlerStorage } from '#platform/cache/redis-throttler.storage.js';
import { type ApplicationError, internalError, rateLimited } from '#platform/errors/application-error.js';
import type { NamedThrottler, ThrottlerName } from './throttlers.js';

/** The options of the throttler module as this service gives them. */
export interface Throttlers {
  throttlers: NamedThrottler[];
  storage: RedisThrottlerStorage;
}

/** One count of a throttler: `tracker` says whose. `limit` replaces the throttler's own, as `@Throttle` does on a route. */
export interface Window {
  throttler: ThrottlerName;
  tracker: string;
  limit?: number;
}

/** A window after a hit: what the `X-RateLimit-*` headers say. */
export interface WindowState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  /** Whole seconds until the window resets, at least 1. */
  retryAfterSeconds: number;
  isExceeded: boolean;
}

/** Counts under the named throttlers; for the guard, and for places where no guard can stand. */
@Injectable()
export class ThrottlingService {
  private readonly log = new Logger(ThrottlingService.name);
  private readonly byName: ReadonlyMap<ThrottlerName, NamedThrottler>;

  constructor(
    @InjectThrottlerOptions() { throttlers }: Throttlers,
    private readonly storage: RedisThrottlerStorage,
  ) {
    this.byName = new Map(throttlers.map((throttler) => [throttler.name, throttler]));
  }

  /**
   * Counts one hit in each window, in one round trip. While Redis is away this process counts alone.
   * @throws 500 while Redis is away, where the hit `spends` credits
   */
  hit(windows: readonly Window[], { spends = false } = {}): Promise<WindowState[]> {
    return Promise.all(windows.map((window) => this.count(window, spends)));
  }

  /** Counts one hit in each window. @returns the whole seconds to wait, or 0 when the hit is within every limit. */
  async wait(...windows: Window[]): Promise<number> {
    const states = await this.hit(windows);
    return Math.max(...states.map(({ isExceeded, retryAfterSeconds }) => (isExceeded ? retryAfterSeconds : 0)));
  }

  /** Takes one hit back from each window: attempts are counted before their outcome is known. */
  async release(...windows: Window[]): Promise<void> {
    // A count that cannot be taken back while Redis is away only makes the limit a little stricter.
    await Promise.allSettled(windows.map((window) => this.storage.release(keyOf(window))));
  }

  private async count(window: Window, spends: boolean): Promise<WindowState> {
    const { ttl, limit: own } = this.byName.get(window.throttler) as NamedThrottler;
    const limit = window.limit ?? (own as number);
    const key = keyOf(window);
    try {
      return stateOf(await this.storage.increment(key, ttl, limit), limit);
    } catch (error) {
      if (!spends) return stateOf(this.storage.incrementLocally(key, ttl, limit), limit);
      this.log.error({ error }, 'rate limits cannot be checked; spending is refused');
      throw internalError('Spending is paused for a moment; no credit was charged');
    }
  }
}

/** The 429 for a window that is exceeded; sets `Retry-After` too. */
export function limitExceeded(
  state: WindowState,
  response: ServerResponse,
  what = 'Rate limit exceeded',
): ApplicationError {
  const { retryAfterSeconds: seconds, limit, remaining } = state;
  response.setHeader('Retry-After', seconds);
  return rateLimited({ retry_after_seconds: seconds, limit, remaining }, `${what}; try again in ${seconds} s`);
}

const keyOf = ({ throttler, tracker }: Window): string => `${throttler}:${tracker}`;

function stateOf({ totalHits, timeToExpire, isBlocked }: ThrottlerRecord, limit: number): WindowState {
  return {
    limit,
    remaining: Math.max(0, limit - totalHits),
    resetAt: Math.ceil((Date.now() + timeToExpire * 1_000) / 1_000),
    retryAfterSeconds: Math.max(1, Math.ceil(timeToExpire)),
    isExceeded: isBlocked,
  };
}
