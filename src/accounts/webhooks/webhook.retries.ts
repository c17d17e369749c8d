import { retryAfterMs } from '#platform/egress/answer.reader.js';

const JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 86_400;
/** The statuses whose `Retry-After` is respected. */
const WAITING_STATUSES = [429, 502, 503, 504];

interface Failed {
  responseStatus: number | null;
  retryAfter: string | null;
}

/**
 * The seconds until the next attempt, or null after the last one. `delays` are the seconds before each attempt, each
 * varied by a tenth so that the retries after an outage are spread.
 */
export function retryDelay(
  attemptsMade: number,
  delays: readonly number[],
  { responseStatus, retryAfter }: Failed,
  now = new Date(),
  chance = Math.random(),
): number | null {
  const delay = delays[attemptsMade];
  if (delay === undefined) return null;
  const varied = delay * (1 + JITTER * (2 * chance - 1));
  const isAsked = retryAfter !== null && responseStatus !== null && WAITING_STATUSES.includes(responseStatus);
  if (!isAsked) return varied;
  const askedSeconds = (retryAfterMs(retryAfter, now.getTime()) ?? 0) / 1_000;
  return Math.max(varied, Math.min(askedSeconds, MAX_RETRY_AFTER_SECONDS));
}
