import { setTimeout as wait } from 'node:timers/promises';

/** Where the language model is reached: any HTTP endpoint that speaks OpenAI's chat completions. */
export interface LlmSettings {
  /** With or without a trailing slash; `/chat/completions` is added. */
  baseUrl: string;
  model: string;
  apiKey?: string;
  /** For one completion, its retries included, where the request names no other. */
  timeoutMs: number;
}

/** One question. Texts of others belong in `user`, never in `system`. */
export interface CompletionRequest {
  system: string;
  user: string;
  maxTokens: number;
  /** Asks for a JSON object; the answer still has to be parsed and checked. */
  json?: boolean;
  /** For this completion, its retries included. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Answers one question with the model's text. */
export interface TextCompleter {
  complete(request: CompletionRequest): Promise<string>;
}

/**
 * `timeout`: no answer in time. `refused`: the endpoint or the model said no; asking again is of no use.
 * `unavailable`: not reached, overloaded or failing, after all attempts. `malformed`: an answer of another shape, or cut short.
 */
export type LlmFailure = 'timeout' | 'refused' | 'unavailable' | 'malformed';

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
const MOST_ANSWER_BYTES = 2_000_000;
const TRY_AGAIN = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Speaks chat completions over HTTP, with a deadline, up to three attempts, pauses that double, and `Retry-After` kept where it fits the deadline. */
export class LlmClient implements TextCompleter {
  /** The model's name, as the endpoint knows it. */
  readonly model: string;
  private readonly url: string;

  constructor(
    private readonly settings: LlmSettings,
    private readonly firstPauseMs = FIRST_PAUSE_MS,
  ) {
    this.model = settings.model;
    this.url = `${settings.baseUrl.replace(/\/+$/, '')}/chat/completions`;
  }

  /** @throws LlmFailed for every failure but the caller's own abort, which rejects with its reason. */
  async complete(request: CompletionRequest): Promise<string> {
    const timeoutMs = request.timeoutMs ?? this.settings.timeoutMs;
    const deadline = performance.now() + timeoutMs;
    const expiry = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([expiry, request.signal]) : expiry;
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await this.attempt(request, signal);
        if ('text' in outcome) return outcome.text;
        const pauseMs = outcome.retryAfterMs ?? this.firstPauseMs * 2 ** (attempt - 1);
        if (attempt === ATTEMPTS || performance.now() + pauseMs >= deadline) throw outcome.failure;
        await wait(pauseMs, undefined, { signal });
      }
    } catch (error) {
      if (error instanceof LlmFailed) throw error;
      if (request.signal?.aborted) throw request.signal.reason;
      if (expiry.aborted) {
        throw new LlmFailed('timeout', `The language model gave no answer in ${timeoutMs} ms`, { cause: error });
      }
      throw error;
    }
  }

  private async attempt(
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<{ text: string } | { failure: LlmFailed; retryAfterMs?: number }> {
    let response: Response;
    let body: string;
    try {
      response = await fetch(this.url, { ...this.toHttp(request), signal, redirect: 'error' });
      body = await readCapped(response);
    } catch (error) {
      if (signal.aborted || error instanceof LlmFailed) throw error;
      return { failure: new LlmFailed('unavailable', 'The language model was not reached', { cause: error }) };
    }
    if (response.ok) return { text: textOf(body) };
    const message = `The language model answered ${response.status}`;
    if (!TRY_AGAIN.has(response.status)) throw new LlmFailed('refused', message);
    return { failure: new LlmFailed('unavailable', message), retryAfterMs: retryAfter(response) };
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

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    if (size > MOST_ANSWER_BYTES) throw new LlmFailed('malformed', "The language model's answer is too large");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface ChatAnswer {
  choices?: { finish_reason?: string; message?: { content?: unknown; refusal?: unknown } }[];
}

function textOf(body: string): string {
  let answer: ChatAnswer | null;
  try {
    answer = JSON.parse(body) as ChatAnswer | null;
  } catch (error) {
    throw new LlmFailed('malformed', "The language model's answer is not JSON", { cause: error });
  }
  const choice = answer?.choices?.[0];
  if (choice?.finish_reason === 'content_filter' || typeof choice?.message?.refusal === 'string')
    throw new LlmFailed('refused', 'The language model refused to answer');
  if (choice?.finish_reason === 'length') throw new LlmFailed('malformed', "The language model's answer was cut short");
  const content = choice?.message?.content;
  if (typeof content !== 'string' || !content.trim())
    throw new LlmFailed('malformed', "The language model's answer has no text");
  return content;
}

/** Milliseconds to wait as the endpoint asks, in seconds or as a date. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(pauseMs) ? undefined : Math.max(0, pauseMs);
}
