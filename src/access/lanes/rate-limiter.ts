import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { RateLimitStore, type WindowState } from '#platform/cache/rate-limit.store.js';
import type { Caller } from '#platform/caller/caller.js';
import {
  type ApplicationError,
  internalError,
  rateLimited as limitExceeded,
} from '#platform/errors/application-error.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';

/** The state of the window that binds a caller most: what the `X-RateLimit-*` headers say. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  /** Whole seconds until the window resets, at least 1. */
  retryAfterSeconds: number;
  exceeded: boolean;
}

interface Window {
  key: string;
  limit: number;
}

/** Counts requests by client address or credential; REST and tools share the counters. */
@Injectable()
export class RateLimiter {
  private readonly log = new Logger(RateLimiter.name);
  private readonly windowMs: number;

  constructor(
    private readonly store: RateLimitStore,
    @Inject(ENV) private readonly env: Env,
  ) {
    this.windowMs = env.RATE_LIMIT_WINDOW_SECONDS * 1_000;
  }

  /**
   * Counts one request. While Redis is away a read goes on under a limit of this process alone.
   * @throws 500 when Redis is away and the request would spend credits.
   */
  async hit(caller: Caller, spends: boolean): Promise<RateLimitState> {
    const windows = this.windowsOf(caller, spends);
    const states = await Promise.all(windows.map((window) => this.count(window, spends)));
    return states.reduce((tightest, state) =>
      state.remaining < tightest.remaining || state.exceeded ? state : tightest,
    );
  }

  private windowsOf(caller: Caller, spends: boolean): Window[] {
    if (caller.lane === 'anonymous') {
      return [{ key: `ip:${rateLimitSubject(caller.clientIp)}`, limit: this.env.RATE_LIMIT_ANONYMOUS }];
    }
    const own = { key: `credential:${caller.credentialId}`, limit: this.env.plans[caller.team.tier].requestsPerMinute };
    return spends ? [own, { key: `spending:${caller.credentialId}`, limit: this.env.RATE_LIMIT_SPENDING }] : [own];
  }

  private async count({ key, limit }: Window, spends: boolean): Promise<RateLimitState> {
    let state: WindowState;
    try {
      state = await this.store.hit(key, this.windowMs);
    } catch (error) {
      if (spends) {
        this.log.error({ error }, 'rate limits cannot be checked; spending is refused');
        throw internalError('Spending is paused for a moment; no credit was charged');
      }
      state = this.store.hitLocally(key, this.windowMs);
    }
    const resetAtMs = Date.now() + state.resetInMs;
    return {
      limit,
      remaining: Math.max(0, limit - state.hits),
      resetAt: Math.ceil(resetAtMs / 1_000),
      retryAfterSeconds: Math.max(1, Math.ceil(state.resetInMs / 1_000)),
      exceeded: state.hits > limit,
    };
  }
}

/** 429 with what a client needs to come back at the right time. */
export const rateLimited = ({ retryAfterSeconds, limit, remaining }: RateLimitState): ApplicationError =>
  limitExceeded({ retry_after_seconds: retryAfterSeconds, limit, remaining });
