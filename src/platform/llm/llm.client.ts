import { setTimeout as wait } from 'node:timers/promises';
import { readUpTo, retryAfterMs } from '#platform/egress/answer.reader.js';

/** The address of the language model: any HTTP endpoint with OpenAI's chat completions API. */
export interface LlmSettings {
  /** With or without a trailing slash; `/chat/completions` is added. */
  baseUrl: string;
  model: string;
  apiKey?: string;
  /** Deadline of one completion including its retries, unless the request sets its own. */
  timeoutMs: number;
}

/** One request. Untrusted texts belong in `user`, never in `system`. */
export interface CompletionRequest {
  system: string;
  user: string;
  maxTokens: number;
  /** Requests a JSON object. The caller still has to parse and validate the text. */
  json?: boolean;
  /** Deadline of this completion, including its retries; of one attempt if `retryUntil` is set. */
  timeoutMs?: number;
  /** Without it, there are three attempts. With it, attempts are repeated until then, with growing pauses. */
  retryUntil?: Date;
  signal?: AbortSignal;
}

/** Completes a request with the model's text. */
export interface TextCompleter {
  complete(request: CompletionRequest): Promise<string>;
}

/**
 * `timeout`: no response before the deadline. `refused`: the endpoint or the model refused; a retry would not help.
 * `unavailable`: not reachable, overloaded or failing after all attempts. `malformed`: invalid or truncated response.
 */
export type LlmFailure = 'timeout' | 'refused' | 'unavailable' | 'malformed';

/** A completion failed. */
export class LlmFailed extends Error {
  override readonly name = 'LlmFailed';

  constructor(
    readonly failure: LlmFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
const MAX_RESPONSE_BYTES = 2_000_000;
const RETRYABLE_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/**
 * A client of the chat completions API, with a deadline and up to three attempts, or attempts until a time. Pauses
 * double, or follow `Retry-After`; no pause exceeds the deadline.
 */
export class LlmClient implements TextCompleter {
  /** The model's name at the endpoint. */
  readonly model: string;
  private readonly url: string;

  constructor(
    private readonly settings: LlmSettings,
    private readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {
    this.model = settings.model;
    this.url = `${settings.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  }

  /**
   * Returns the model's text. @throws LlmFailed for every failure, except an abort by the caller, which rejects with
   * the reason of the abort.
   */
  async complete(request: CompletionRequest): Promise<string> {
    const { signal, retryUntil } = request;
    const timeoutMs = request.timeoutMs ?? this.settings.timeoutMs;
    const deadline = performance.now() + (retryUntil ? retryUntil.getTime() - Date.now() : timeoutMs);
    for (let attempt = 1; ; attempt++) {
      const leftMs = Math.max(1, Math.ceil(deadline - performance.now()));
      const outcome = await this.attempt(request, Math.min(timeoutMs, leftMs));
      if ('text' in outcome) return outcome.text;
      const pauseMs = pauseAfter(attempt, outcome.retryAfterMs, this.firstPauseMs);
      const isLast = retryUntil === undefined && attempt === ATTEMPTS;
      if (isLast || performance.now() + pauseMs >= deadline) throw outcome.failure;
      await wait(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** One HTTP request. @returns the text, or a failure after which a retry may help */
  private async attempt(
    request: CompletionRequest,
    timeoutMs: number,
  ): Promise<{ text: string } | { failure: LlmFailed; retryAfterMs: number | null }> {
    const expiry = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([expiry, request.signal]) : expiry;
    let response: Response;
    let body: string;
    try {
      response = await fetch(this.url, { ...this.toHttp(request), signal, redirect: 'error' });
      body = await textBodyOf(response);
    } catch (error) {
      if (error instanceof LlmFailed) throw error;
      request.signal?.throwIfAborted();
      return { failure: failureOf(error, expiry.aborted ? timeoutMs : null), retryAfterMs: null };
    }
    if (response.ok) return { text: textOf(body) };
    const message = `The language model responded with status ${response.status}`;
    if (!RETRYABLE_STATUSES.has(response.status)) throw new LlmFailed('refused', message);
    const failure = new LlmFailed('unavailable', message);
    return { failure, retryAfterMs: retryAfterMs(response.headers.get('retry-after')) };
  }

  private toHttp({ system, user, maxTokens, json }: CompletionRequest): RequestInit {
    const { model, apiKey } = this.settings;
    const body = {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      max_tokens: maxTokens,
      temperature: 0,
      ...(json ? { response_format: { type: 'json_object' } } : {}),
    };
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
      body: JSON.stringify(body),
    };
  }
}

/** The failure of a request without a response. `timeoutMs` is null if the request did not time out. */
const failureOf = (cause: unknown, timeoutMs: number | null): LlmFailed =>
  timeoutMs === null
    ? new LlmFailed('unavailable', 'The language model could not be reached', { cause })
    : new LlmFailed('timeout', `The language model did not respond within ${timeoutMs} ms`, { cause });

async function textBodyOf(response: Response): Promise<string> {
  const { body, isCut } = await readUpTo(MAX_RESPONSE_BYTES, response.body);
  if (isCut) throw new LlmFailed('malformed', "The language model's response is too large");
  return body.toString();
}

interface ChatCompletion {
  choices?: { finish_reason?: string; message?: { content?: unknown; refusal?: unknown } }[];
}

function textOf(body: string): string {
  let completion: ChatCompletion | null;
  try {
    completion = JSON.parse(body) as ChatCompletion | null;
  } catch (error) {
    throw new LlmFailed('malformed', "The language model's response is not JSON", { cause: error });
  }
  const choice = completion?.choices?.[0];
  if (choice?.finish_reason === 'content_filter' || typeof choice?.message?.refusal === 'string')
    throw new LlmFailed('refused', 'The language model refused the request');
  if (choice?.finish_reason === 'length')
    throw new LlmFailed('malformed', "The language model's response was truncated");
  const content = choice?.message?.content;
  if (typeof content !== 'string' || !content.trim())
    throw new LlmFailed('malformed', "The language model's response has no text");
  return content;
}

/** The pause after an attempt, in milliseconds: what the service asks for, and at least the first pause. */
const pauseAfter = (attempt: number, askedMs: number | null, firstMs: number): number =>
  askedMs === null ? Math.min(MAX_PAUSE_MS, firstMs * 2 ** (attempt - 1)) : Math.max(askedMs, firstMs);
