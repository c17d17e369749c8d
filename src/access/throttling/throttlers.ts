import type { ExecutionContext } from '@nestjs/common';
import type { ThrottlerOptions } from '@nestjs/throttler';
import type { Env } from '#config/env.js';
import { subjectOf, type TeamCaller } from '#platform/caller/caller.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { rateLimitSubject } from '#platform/http/client-ip.js';

export type ThrottlerName =
  | 'anonymous'
  | 'plan'
  | 'checks'
  | 'browser'
  | 'spending'
  | 'team-spending'
  | 'sign-in'
  | 'sign-in-burst'
  | 'account-mail'
  | 'operator'
  | 'feed'
  | 'progress'
  | 'test-reset'
  | 'test-events'
  | 'export'
  | 'source-preview'
  | 'oauth';

/** A limit of the service; `ttl` is the length of its window in milliseconds. */
export interface NamedThrottler extends ThrottlerOptions {
  name: ThrottlerName;
  ttl: number;
}

/** A throttler of the guard. Its functions are synchronous, so that a request waits only for Redis. */
export interface LaneThrottler extends NamedThrottler {
  limit: number | ((context: ExecutionContext) => number);
  skipIf: (context: ExecutionContext) => boolean;
  getTracker: (request: object, context: ExecutionContext) => string;
}

/** The part of a request that the throttlers of the guard need, on any surface. */
export type Throttled = Pick<ApiRequest, 'caller' | 'operation' | 'giveBackHit' | 'giveBackSpending'>;

const OPERATOR_GUESSES = 10;
const OPERATOR_WINDOW_MS = 60_000;
/** The first pages of sources that one team has read in a minute. */
const SOURCE_PREVIEWS = 10;
/** The reads of Atom feeds from one address. */
const FEED_READS = 60;
const FEED_WINDOW_MS = 60_000;
/** The reads of the progress of reports from one address. An open page reads it 40 times a minute. */
const PROGRESS_READS = 240;
const PROGRESS_WINDOW_MS = 60_000;
const ACCOUNT_MAIL_WINDOW_MS = 3_600_000;
const BURST_WINDOW_MS = 10_000;
const CREDENTIALS_AT_FULL_SPEED = 3;
const CHECKS_PER_REQUEST = 5;

/** Every limit of the service: those of the lanes for `LaneThrottlerGuard`, the others only for `ThrottlingService`. */
export function throttlersOf(env: Env): (LaneThrottler | NamedThrottler)[] {
  return [
    ...laneThrottlersOf(env),
    { name: 'browser', ttl: env.RATE_LIMIT_WINDOW_SECONDS * 1_000, limit: env.RATE_LIMIT_BROWSER },
    { name: 'sign-in', ttl: env.SIGN_IN_WINDOW_SECONDS * 1_000, limit: env.SIGN_IN_ATTEMPTS_PER_ADDRESS },
    { name: 'sign-in-burst', ttl: BURST_WINDOW_MS, limit: env.SIGN_IN_BURST_PER_ADDRESS },
    { name: 'account-mail', ttl: ACCOUNT_MAIL_WINDOW_MS, limit: env.ACCOUNT_MAILS_PER_ADDRESS },
    { name: 'feed', ttl: FEED_WINDOW_MS, limit: FEED_READS },
    { name: 'progress', ttl: PROGRESS_WINDOW_MS, limit: PROGRESS_READS },
    { name: 'operator', ttl: OPERATOR_WINDOW_MS, limit: OPERATOR_GUESSES },
    { name: 'test-reset', ttl: 3_600_000, limit: env.TEST_RESETS_PER_HOUR },
    { name: 'test-events', ttl: 60_000, limit: env.TEST_EVENTS_PER_MINUTE },
    { name: 'source-preview', ttl: 60_000, limit: SOURCE_PREVIEWS },
    // Each plan has its own limit.
    { name: 'export', ttl: 3_600_000, limit: 0 },
    { name: 'oauth', ttl: env.OAUTH_LIMIT_WINDOW_SECONDS * 1_000, limit: env.OAUTH_AUTHORIZATIONS_PER_ADDRESS },
  ];
}

/** Whether a throttler belongs to the guard. */
export const isLaneThrottler = (throttler: NamedThrottler): throttler is LaneThrottler => 'getTracker' in throttler;

/** Whether a request may cost credits. */
export const isSpending = ({ operation }: Throttled): boolean => operation?.spends === true;

function laneThrottlersOf(env: Env): LaneThrottler[] {
  const ttl = env.RATE_LIMIT_WINDOW_SECONDS * 1_000;
  return [
    {
      name: 'anonymous',
      ttl,
      limit: env.RATE_LIMIT_ANONYMOUS,
      skipIf: (context) => !isAnonymous(context),
      getTracker: (_, context) => rateLimitSubject(requestOf(context).caller.clientIp),
    },
    {
      name: 'plan',
      ttl,
      limit: (context) => env.plans[callerOf(context).team.tier].requestsPerMinute,
      skipIf: isAnonymous,
      getTracker: credentialOf,
    },
    {
      // A 304 reverts its hit on the plan's window, and counts only here.
      name: 'checks',
      ttl,
      limit: (context) => CHECKS_PER_REQUEST * env.plans[callerOf(context).team.tier].requestsPerMinute,
      skipIf: (context) => isAnonymous(context) || callerOf(context).lane !== 'key',
      getTracker: credentialOf,
    },
    {
      name: 'spending',
      ttl,
      limit: (context) => spendingLimit(env, callerOf(context)),
      skipIf: (context) => isAnonymous(context) || !isSpending(requestOf(context)),
      getTracker: credentialOf,
    },
    {
      // More keys do not raise the rate at which a team can spend.
      name: 'team-spending',
      ttl,
      limit: (context) =>
        env.RATE_LIMIT_TEAM_SPENDING ?? CREDENTIALS_AT_FULL_SPEED * spendingLimit(env, callerOf(context)),
      skipIf: (context) => isAnonymous(context) || !isSpending(requestOf(context)),
      getTracker: (_, context) => callerOf(context).team.id,
    },
  ];
}

/** Test mode has a higher limit, because test suites buy one thing after another. */
const spendingLimit = (env: Env, { team }: TeamCaller): number =>
  isTestTeam(team.id) ? env.RATE_LIMIT_TEST_SPENDING : env.RATE_LIMIT_SPENDING;

const requestOf = (context: ExecutionContext): Throttled => context.getArgByIndex<Throttled>(0);

/**
 * A key that is refused at this address counts against the address, so that a stranger cannot use up the key's limit.
 */
const isAnonymous = (context: ExecutionContext): boolean => {
  const { caller } = requestOf(context);
  return caller.lane === 'anonymous' || caller.isRefusedAddress === true;
};

/** The caller of a request that is not anonymous. */
const callerOf = (context: ExecutionContext): TeamCaller => requestOf(context).caller as TeamCaller;

const credentialOf = (_: object, context: ExecutionContext): string => subjectOf(callerOf(context));
