import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { isLaneThrottler, isSpending, type LaneThrottler, type Throttled } from '#access/throttling/throttlers.js';
import {
  limitExceeded,
  type Throttlers,
  ThrottlingService,
  type WindowState,
} from '#access/throttling/throttling.service.js';

/**
 * First check of every operation on every surface: counts the request and says in four headers how matters stand. All
 * windows of a request are counted in one round trip, so the throttlers are not asked one after the other.
 */
@Injectable()
export class LaneThrottlerGuard extends ThrottlerGuard {
  private readonly lanes: readonly LaneThrottler[];

  constructor(
    @InjectThrottlerOptions() options: Throttlers,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly throttling: ThrottlingService,
  ) {
    super(options, storage, reflector);
    this.lanes = options.throttlers.filter(isLaneThrottler);
  }

  /** Counts a REST route's operation; a route without one is not limited here. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return context.getArgByIndex<Throttled>(0).operation ? this.countIn(context) : Promise.resolve(true);
  }

  /** Counts a request of a tool or a page, whose operation only its handler knows. @throws 429, 500 */
  async count(request: Throttled, response: Response): Promise<void> {
    await this.countIn(new ExecutionContextHost([request, response]));
  }

  private async countIn(context: ExecutionContext): Promise<true> {
    const request = context.getArgByIndex<Throttled>(0);
    const windows = this.lanes
      .filter(({ skipIf }) => !skipIf(context))
      .map(({ name, limit, getTracker }) => ({
        throttler: name,
        tracker: getTracker(request, context),
        limit: typeof limit === 'function' ? limit(context) : limit,
      }));
    const state = tightestOf(await this.throttling.hit(windows, { spends: isSpending(request) }));
    const response = context.getArgByIndex<Response>(1);
    response.setHeader('X-RateLimit-Limit', state.limit);
    response.setHeader('X-RateLimit-Remaining', state.remaining);
    response.setHeader('X-RateLimit-Reset', state.resetAt);
    if (state.isExceeded) throw limitExceeded(state, response);
    return true;
  }
}

/** The window that binds the caller most. */
const tightestOf = (states: WindowState[]): WindowState =>
  states.reduce((tightest, state) => (state.remaining < tightest.remaining || state.isExceeded ? state : tightest));
