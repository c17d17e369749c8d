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
import type { ApplicationError } from '#platform/errors/application-error.js';
import { isLaneThrottler, isSpending, type LaneThrottler, type Throttled } from '#access/throttling/throttlers.js';
import {
  announce,
  limitExceeded,
  policyOf,
  type Throttlers,
  ThrottlingService,
  type Window,
  type WindowState,
} from '#access/throttling/throttling.service.js';

/**
 * The first check of every operation on every surface. It counts the request and reports the limit in the headers of
 * old clients and of the draft `RateLimit` standard. All windows of a request are counted in one round trip, instead of
 * one for each throttler.
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

  /** Counts a request for the operation of a REST route. Routes without an operation are not limited here. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    return context.getArgByIndex<Throttled>(0).operation ? this.countIn(context) : Promise.resolve(true);
  }

  /** Counts a request for a tool or a page, whose operation is only known to the handler. @throws 429, 500 */
  async count(request: Throttled, response: Response): Promise<void> {
    await this.countIn(new ExecutionContextHost([request, response]));
  }

  /** Reverts the hit on the spending windows of a request that has bought nothing. */
  async giveBackSpending(request: Throttled): Promise<void> {
    const windows = this.windowsOf(new ExecutionContextHost([request]));
    await this.throttling.release(...windows.filter(limitsSpending));
  }

  private windowsOf(context: ExecutionContext): Window[] {
    const request = context.getArgByIndex<Throttled>(0);
    return this.lanes
      .filter(({ skipIf }) => !skipIf(context))
      .map(({ name, limit, getTracker }) => ({
        throttler: name,
        tracker: getTracker(request, context),
        limit: typeof limit === 'function' ? limit(context) : limit,
      }));
  }

  private async countIn(context: ExecutionContext): Promise<true> {
    const request = context.getArgByIndex<Throttled>(0);
    const windows = this.windowsOf(context);
    const states = await this.throttling.hit(windows, { spends: isSpending(request) });
    const response = context.getArgByIndex<Response>(1);
    const state = announce(states, response);
    if (state.isExceeded) throw limitExceeded(state, response);
    if (isSpending(request)) {
      request.giveBackSpending = async (refusal): Promise<void> => {
        await this.giveBackSpending(request);
        announce(
          refusal?.code === 'rate_limited' ? forced(states, refusal) : withoutHits(states, limitsSpending),
          response,
        );
      };
    }
    const counted = windows.find(countsPlan);
    if (counted && request.caller.lane === 'key') {
      request.giveBackHit = (): void => {
        void this.throttling.release(counted);
        announce(withoutHits(states, countsPlan), response);
      };
    }
    return true;
  }
}

type Named = Pick<Window, 'throttler'>;

const limitsSpending = ({ throttler }: Named): boolean => policyOf(throttler) === 'spending';
const countsPlan = ({ throttler }: Named): boolean => throttler === 'plan';

/** The windows after a hit was reverted in some of them. */
const withoutHits = (states: WindowState[], isTakenBack: (state: Named) => boolean): WindowState[] =>
  states.map((state) =>
    isTakenBack(state) ? { ...state, remaining: Math.min(state.limit, state.remaining + 1) } : state,
  );

/** The spending window as the 429 states it that a magic id of test mode forces. */
const forced = (states: WindowState[], { details }: ApplicationError): WindowState[] => {
  const { limit, remaining, retry_after_seconds } = details as {
    limit: number;
    remaining: number;
    retry_after_seconds: number;
  };
  const resetAt = Math.ceil(Date.now() / 1_000) + retry_after_seconds;
  return states
    .filter(({ throttler }) => throttler === 'spending')
    .map((state) => ({ ...state, limit, remaining, resetAt, retryAfterSeconds: retry_after_seconds }));
};
