import { z } from 'zod';
import { retryAfterMs } from '#platform/egress/answer.reader.js';

/** An answer as far as its limits go. Header names are in lower case. */
export interface LimitAnswer {
  host: string;
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** What an answer says about limits. */
export interface LimitFound {
  /** Whether the service refused this request because of a limit. */
  isRefused: boolean;
  /** How long no request may follow, in milliseconds. Null: a refusal without a time, or no pause. */
  pauseMs: number | null;
  quotaLeft: number | null;
}

/** GitHub states a secondary limit in the text alone. */
const IN_WORDS = /secondary rate limit|abuse detection|rate.?limit exceeded|too many requests|throttle/i;
/** Stack Exchange states limits in the wrapper of its answers. The text of another host may hold the same words. */
const STACK_EXCHANGE = 'api.stackexchange.com';
const wrapper = z.object({ backoff: z.number().nonnegative().optional(), error_id: z.number().optional() });
/** `error_id` for a caller that is throttled. */
const THROTTLED_ERROR = 502;
const LOOKED_AT = 4_096;
const MAX_PAUSE_MS = 86_400_000;
/** Epochs in seconds have ten digits until 2286, those in milliseconds thirteen. */
const EPOCH_SECONDS = 1e9;
const EPOCH_MILLISECONDS = 1e12;

/** Reads what an answer says about limits, in every form that is known: headers, statuses, and texts. `now` is in milliseconds. */
export function limitIn(answer: LimitAnswer, now = Date.now()): LimitFound {
  const header = (name: string): string | null => {
    const value = answer.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };
  const quotaLeft = quotaIn(header);
  const body = answer.body.slice(0, LOOKED_AT);
  const asked = retryAfterMs(header('retry-after'), timeOf(header('date')) ?? now);
  const { backoff, error_id: error } = answer.host === STACK_EXCHANGE ? wrapperOf(answer.body) : {};
  const isRefused = isRefusal(answer.status, body, { asked, quotaLeft, error });
  if (!isRefused) {
    // The last request of a quota was answered: the next one waits for the reset.
    const reset = quotaLeft === 0 ? resetMs(header, now) : null;
    const pauses = [backoff === undefined ? null : backoff * 1_000, reset].filter((each) => each !== null);
    return { isRefused, pauseMs: pauses.length === 0 ? null : capped(Math.max(...pauses)), quotaLeft };
  }
  const seconds = /more requests available in (\d{1,6}) seconds/.exec(body)?.[1];
  const inBody = seconds ?? backoff;
  const pause =
    asked ??
    (inBody === undefined ? null : Number(inBody) * 1_000) ??
    (quotaLeft === null || quotaLeft < 1 ? resetMs(header, now) : null);
  return { isRefused, pauseMs: pause === null ? null : capped(pause), quotaLeft };
}

interface Signs {
  asked: number | null;
  quotaLeft: number | null;
  error: number | undefined;
}

function isRefusal(status: number, body: string, found: Signs): boolean {
  if (status === 429) return true;
  if (status === 503) return found.asked !== null;
  if (status === 403) return found.asked !== null || found.quotaLeft === 0 || IN_WORDS.test(body);
  return status === 400 && found.error === THROTTLED_ERROR;
}

function wrapperOf(body: string): Partial<z.infer<typeof wrapper>> {
  try {
    return wrapper.parse(JSON.parse(body));
  } catch {
    return {};
  }
}

/** The requests that are left, from any header that says so. Some services write decimals. */
function quotaIn(header: (name: string) => string | null): number | null {
  const remaining = header('x-ratelimit-remaining') ?? header('ratelimit-remaining');
  const hourly = /user-hour-rem:(\d+)/.exec(header('x-rate-limit') ?? '')?.[1];
  const number = Number(remaining ?? hourly ?? NaN);
  return Number.isFinite(number) ? Math.max(0, Math.floor(number)) : null;
}

/** The time until a quota is full again. The header holds an epoch, a date, or the seconds that are left. */
function resetMs(header: (name: string) => string | null, now: number): number | null {
  const text = header('x-ratelimit-reset') ?? header('ratelimit-reset');
  if (text === null || text.trim() === '') return null;
  const number = Number(text);
  if (Number.isNaN(number)) {
    const date = timeOf(text);
    return date === null ? null : Math.max(0, date - now);
  }
  if (number >= EPOCH_MILLISECONDS) return Math.max(0, number - now);
  if (number >= EPOCH_SECONDS) return Math.max(0, number * 1_000 - now);
  return Math.max(0, number * 1_000);
}

function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : time;
}

const capped = (ms: number): number => Math.min(ms, MAX_PAUSE_MS);
