import type { ServerResponse } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { InjectThrottlerOptions } from '@nestjs/throttler';
import { type ThrottlerRecord, RedisThrottlerStorage } from '#platform/cache/redis-throttler.storage.js';
import { type ApplicationError, internalError, tooMany } from '#platform/errors/application-error.js';
import type { NamedThrottler, ThrottlerName } from './throttlers.js';

/** The options of the throttler module. */
export interface Throttlers {
  throttlers: NamedThrottler[];
  storage: RedisThrottlerStorage;
}

/** The window of a throttler for one subject, the `tracker`. `limit` replaces the throttler's limit. */
export interface Window {
  throttler: ThrottlerName;
  tracker: string;
  limit?: number;
}

/** A window after a hit, for the headers about rate limits. */
export interface WindowState {
  throttler: ThrottlerName;
  windowSeconds: number;
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  /** Whole seconds until the window resets, at least 1. */
  retryAfterSeconds: number;
  isExceeded: boolean;
}

/** The names of windows in the headers; any other is `default`. */
const POLICIES: Partial<Record<ThrottlerName, string>> = {
  spending: 'spending',
  'team-spending': 'spending',
  checks: 'checks',
};

/** The name of a window in the headers. */
export const policyOf = (throttler: ThrottlerName): string => POLICIES[throttler] ?? 'default';

/** Counts hits under the named throttlers, for the guard and for code that cannot use a guard. */
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
   * Counts one hit in each window, in one round trip. While Redis is down, this process counts its own hits only.
   * @throws 500 while Redis is down, if the hit `spends` credits
   */
  hit(windows: readonly Window[], { spends = false } = {}): Promise<WindowState[]> {
    return Promise.all(windows.map((window) => this.count(window, spends)));
  }

  /** Counts one hit in each window. @returns the whole seconds to wait, or 0 if the hit is within every limit. */
  async wait(...windows: Window[]): Promise<number> {
    const states = await this.hit(windows);
    return Math.max(...states.map(({ isExceeded, retryAfterSeconds }) => (isExceeded ? retryAfterSeconds : 0)));
  }

  /** Reverts one hit in each window: attempts are counted before their outcome is known. */
  async release(...windows: Window[]): Promise<void> {
    // A hit that cannot be reverted while Redis is down only makes the limit slightly stricter.
    await Promise.allSettled(windows.map((window) => this.storage.release(keyOf(window))));
  }

  private async count(window: Window, spends: boolean): Promise<WindowState> {
    const { ttl, limit: own } = this.byName.get(window.throttler) as NamedThrottler;
    const counted = { throttler: window.throttler, ttl, limit: window.limit ?? (own as number) };
    const key = keyOf(window);
    try {
      return stateOf(await this.storage.increment(key, ttl, counted.limit), counted);
    } catch (error) {
      if (!spends) return stateOf(this.storage.incrementLocally(key, ttl, counted.limit), counted);
      this.log.error({ error }, 'rate limits cannot be checked; paid actions are refused');
      throw internalError('Spending is paused for a moment; no credit was charged');
    }
  }
}

/** Reports the window that limits the caller most in the headers. @returns its state */
export function announce(states: WindowState[], response: ServerResponse): WindowState {
  const state = tightestOf(states);
  response.setHeader('X-RateLimit-Limit', state.limit);
  response.setHeader('X-RateLimit-Remaining', state.remaining);
  response.setHeader('X-RateLimit-Reset', state.resetAt);
  const policy = policyOf(state.throttler);
  response.setHeader('RateLimit-Policy', `"${policy}";q=${state.limit};w=${state.windowSeconds}`);
  response.setHeader('RateLimit', `"${policy}";r=${state.remaining};t=${state.retryAfterSeconds}`);
  return state;
}

/** Creates the 429 of an exceeded window, and states it in the headers. */
export function limitExceeded(
  state: WindowState,
  response: ServerResponse,
  what = 'Rate limit exceeded',
): ApplicationError {
  announce([state], response);
  response.setHeader('Retry-After', state.retryAfterSeconds);
  return tooMany(what, state.retryAfterSeconds, state.limit, 's');
}

const keyOf = ({ throttler, tracker }: Window): string => `${throttler}:${tracker}`;

interface CountedWindow {
  throttler: ThrottlerName;
  /** Milliseconds. */
  ttl: number;
  limit: number;
}

/** One literal: two spread objects would make V8 keep 500 bytes for each request until a full garbage collection. */
function stateOf(
  { totalHits, timeToExpire, isBlocked }: ThrottlerRecord,
  { throttler, ttl, limit }: CountedWindow,
): WindowState {
  return {
    throttler,
    windowSeconds: ttl / 1_000,
    limit,
    remaining: Math.max(0, limit - totalHits),
    resetAt: Math.ceil((Date.now() + timeToExpire * 1_000) / 1_000),
    retryAfterSeconds: Math.max(1, Math.ceil(timeToExpire)),
    isExceeded: isBlocked,
  };
}

/** The window that limits the caller most: of those that are exceeded the one that ends last. */
const tightestOf = (states: WindowState[]): WindowState =>
  states.reduce((tightest, state) => (isTighter(state, tightest) ? state : tightest));

function isTighter(state: WindowState, than: WindowState): boolean {
  if (state.isExceeded && than.isExceeded) return state.retryAfterSeconds > than.retryAfterSeconds;
  return state.isExceeded || (!than.isExceeded && state.remaining < than.remaining);
}
