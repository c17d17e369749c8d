import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { retryAfterMs } from '#platform/egress/answer.reader.js';
import { EgressClient, type EgressAnswer } from '#platform/egress/egress.client.js';
import { EgressError } from '#platform/egress/egress.error.js';
import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import type { AttemptResult, NewsFailure } from './destination.types.js';

const MAX_ANSWER_BYTES = 1_048_576;
const MAX_DETAIL = 280;
/** The pause for which each limit of HubSpot asks, in seconds, if it names none itself. */
const LIMIT_SECONDS: Record<string, number> = { DAILY: 3_600, TEN_SECONDLY_ROLLING: 10, SECONDLY: 1 };
/** The record is busy, or the account is being moved. */
const BUSY_STATUSES = [423, 477];

/** An object of the CRM. */
export interface HubspotObject {
  id: string;
  properties: Record<string, string | null>;
  propertiesWithHistory?: Record<string, { value: string; timestamp: string }[]>;
}

interface HubspotError {
  message?: string;
  category?: string;
  policyName?: string;
  errors?: { message?: string; context?: Record<string, string[]> }[];
}

/** HubSpot did not do what was asked. `conflict` is the id of the object that exists already. */
export class HubspotFailed extends Error {
  constructor(
    readonly result: AttemptResult,
    readonly conflict: string | null = null,
  ) {
    super(result.detail ?? result.end);
  }
}

/** Requests to the CRM of HubSpot, with the token of a private app. */
@Injectable()
export class HubspotClient {
  constructor(
    private readonly egress: EgressClient,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @returns the answer, or null for 404. @throws HubspotFailed */
  async get<Answer>(token: string, path: string): Promise<Answer | null> {
    return this.ask<Answer>(token, 'GET', path);
  }

  /** @throws HubspotFailed */
  async post<Answer>(token: string, path: string, body: object): Promise<Answer> {
    const answer = await this.ask<Answer>(token, 'POST', path, body);
    if (answer === null) throw failed({ failure: 'invalid_request', detail: `HubSpot has no ${path}`, status: 404 });
    return answer;
  }

  /** @returns false for 404. @throws HubspotFailed */
  async put(token: string, path: string): Promise<boolean> {
    return (await this.ask(token, 'PUT', path)) !== null;
  }

  private async ask<Answer>(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const text = body && JSON.stringify(body);
    const answer = await this.send({
      url: `${this.env.HUBSPOT_BASE_URL}${path}`,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': 'Qualm-HubSpot/1',
        'content-length': String(Buffer.byteLength(text ?? '')),
        ...(text && { 'content-type': 'application/json' }),
      },
      ...(text && { body: text }),
    });
    if (answer.status === 404) return null;
    const read = jsonOf(answer) as (Answer & HubspotError) | null;
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, read ?? {});
    if (read === null)
      throw failed({ failure: 'service_error', detail: 'HubSpot gave no usable answer', status: answer.status });
    return read;
  }

  private async send(
    request: Omit<Parameters<EgressClient['send']>[0], 'timeoutMs' | 'maxBytes'>,
  ): Promise<EgressAnswer> {
    try {
      return await this.egress.send({
        ...request,
        ...{ timeoutMs: this.env.DESTINATION_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES },
      });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      throw failed({ failure: error.fault, detail: `HubSpot gave no answer: ${error.fault.replaceAll('_', ' ')}` });
    }
  }
}

interface Failing {
  failure: NewsFailure;
  detail: string;
  status?: number;
  end?: AttemptResult['end'];
  waitSeconds?: number | null;
}

/** By default the attempt is repeated: each step looks for what it may have made. */
const failed = ({ failure, detail, status = undefined, end = 'retry', waitSeconds = null }: Failing): HubspotFailed =>
  new HubspotFailed({ end, failure, detail, responseStatus: status ?? null, waitSeconds });

function jsonOf({ body }: EgressAnswer): object | null {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** What a refusal of HubSpot means, in words for people. */
function refusalOf({ status, headers }: EgressAnswer, error: HubspotError): HubspotFailed {
  const detail = `HubSpot: ${wordsOf(error) || `status ${status}`}`;
  if (status === 401) {
    return failed({
      ...{ status, end: 'refused', failure: 'access_refused' },
      detail: 'HubSpot no longer accepts the token',
    });
  }
  if (status === 403) {
    const scopes = error.errors?.flatMap(({ context }) => context?.requiredGranularScopes ?? []) ?? [];
    const missing = scopes.length > 0 ? `The private app needs the scopes ${scopes.join(', ')}` : detail;
    return failed({ ...{ status, end: 'refused', failure: 'access_refused' }, detail: clipped(missing, MAX_DETAIL) });
  }
  if (status === 429) {
    const asked = retryAfterMs(headers['retry-after'] ?? null);
    const waitSeconds = asked === null ? (LIMIT_SECONDS[error.policyName ?? ''] ?? 10) : asked / 1_000;
    const limit = error.policyName ? ` (${inOneLine(error.policyName)})` : '';
    return failed({
      status,
      failure: 'rate_limited',
      detail: clipped(`The limit of HubSpot is reached${limit}`, MAX_DETAIL),
      waitSeconds,
    });
  }
  if (status >= 500 || BUSY_STATUSES.includes(status)) return failed({ status, failure: 'service_error', detail });
  const { result } = failed({ status, end: 'failed', failure: 'invalid_request', detail });
  const conflict = status === 409 ? (/Existing ID: (\d+)/.exec(error.message ?? '')?.[1] ?? null) : null;
  return new HubspotFailed(result, conflict);
}

/** The faults of an error, the first ones in one line. */
export function wordsOf({ message, errors }: HubspotError): string {
  const faults = errors?.flatMap((each) => each.message ?? []) ?? [];
  return clipped(
    inOneLine((faults.length > 0 ? faults.join('; ') : (message ?? '')).replaceAll('\0', ' ')),
    MAX_DETAIL,
  );
}
