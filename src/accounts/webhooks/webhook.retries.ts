const JITTER = 0.1;
const LONGEST_RETRY_AFTER_SECONDS = 86_400;
/** The statuses whose `Retry-After` counts. */
const WAITING_STATUSES = [429, 502, 503, 504];

interface Failed {
  responseStatus: number | null;
  retryAfter: string | null;
}

/**
 * The seconds until the next attempt, or null after the last one. `delays` are the seconds before each attempt, each
 * varied by a tenth so that the retries of an outage do not come together.
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
  return isAsked ? Math.max(varied, secondsOf(retryAfter, now)) : varied;
}

/** `Retry-After` as seconds, from a number or an HTTP date; 0 for any other text. At most a day. */
function secondsOf(retryAfter: string, now: Date): number {
  const text = retryAfter.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), LONGEST_RETRY_AFTER_SECONDS);
}
