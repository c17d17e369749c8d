export interface RetryOptions {
  /** How often a request is sent again. */
  retries: number;
  /** Milliseconds until an attempt is given up. */
  timeoutMs: number;
  fetch: typeof fetch;
}

const CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const RETRIED = new Set([429, 500, 502, 503, 504]);
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;

/**
 * A `fetch` that sends a request again after 429, 5xx and lost connections. It waits for the time in `Retry-After`, at most
 * a minute, else half a second, one, two and so on. A request that changes something gets an Idempotency-Key, so that a
 * repetition has no second effect.
 */
export function retryingFetch({ retries, timeoutMs, fetch }: RetryOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (CHANGING.has(request.method) && !request.headers.has('idempotency-key')) {
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    }
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= retries;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      const outcome = await fetch(request.clone(), { signal }).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error;
        return null;
      });
      const pauseMs = pauseAfter(outcome, attempt);
      if (outcome && (isLast || !RETRIED.has(outcome.status) || pauseMs > MAX_PAUSE_MS)) return outcome;
      await outcome?.body?.cancel();
      await pause(pauseMs, request.signal);
    }
  };
}

/** Milliseconds before the next attempt. A part of it is left to chance, so that many clients do not come at once. */
function pauseAfter(response: Response | null, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? NaN);
  return seconds >= 0 ? seconds * 1_000 : FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
}

/** @throws the reason of the signal if it aborts */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
