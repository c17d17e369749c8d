import { createClient, createConfig } from './generated/client/index.js';
import { BY_REASON } from './generated/errors.gen.js';
import { QualmApi } from './generated/sdk.gen.js';
import { QualmError } from './qualm.error.js';
import { retryingFetch } from './retries.js';

export interface QualmOptions {
  /** The address of the API, such as `https://api.example.com/api/v1`. */
  baseUrl: string;
  /** An API key. Without one, searches, competitors and the taste of a report work. */
  apiKey?: string;
  /** How often a request is sent again after 429, 5xx or a lost connection. */
  retries?: number;
  /** Milliseconds until an attempt is given up. */
  timeoutMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * The Qualm API: a method for each operation, which returns the envelope (`data` and `meta`).
 * Methods throw a `QualmError` if the API refuses the request.
 */
export class Qualm extends QualmApi {
  constructor({ baseUrl, apiKey, retries = 3, timeoutMs = 60_000, fetch = globalThis.fetch }: QualmOptions) {
    const client = createClient(
      createConfig({ baseUrl, auth: apiKey, throwOnError: true, fetch: retryingFetch({ retries, timeoutMs, fetch }) }),
    );
    // The generated client takes `application/jsonl` for JSON.
    client.interceptors.response.use((response, _, options) => {
      const isLines = response.headers.get('content-type')?.startsWith('application/jsonl');
      if (isLines && options.parseAs === 'auto') options.parseAs = 'text';
      return response;
    });
    client.interceptors.error.use((error, response) => (response ? refusalOf(error, response) : error));
    super({ client });
  }
}

/** The refusal in the body of a response. A body of another server, such as a proxy, becomes a plain QualmError. */
function refusalOf(body: unknown, response: Response): QualmError {
  const { status, headers } = response;
  const { error } = Object(body) as { error?: { code?: string; message?: string; details?: Record<string, unknown> } };
  const {
    code = 'unknown',
    message = `The server answered ${status}`,
    details = {},
  } = Object(error) as NonNullable<typeof error>;
  const reason = typeof details.reason === 'string' ? details.reason : code;
  const RefusalClass = BY_REASON[reason] ?? QualmError;
  return new RefusalClass(message, { status, code, reason, details, requestId: headers.get('x-request-id') });
}
