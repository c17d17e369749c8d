import { parsedUrl } from '#platform/text/parsed.url.js';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { userAgentOf } from '#config/user-agent.js';
import { type EgressAnswer, EgressClient } from '#platform/egress/egress.client.js';
import { EgressError } from '#platform/egress/egress.error.js';
import { decodedText } from './answer.text.js';
import { BudgetsQueries } from './budgets.queries.js';
import { limitIn } from './limit.answer.js';
import { Limited, NotAllowed, Unreachable } from './outbound.errors.js';
import { OutboundMetrics } from './outbound.metrics.js';

/** How often a service may be asked. */
export interface Budget {
  /** The least milliseconds between two requests, on average. */
  intervalMs: number;
  /** The requests that may come at once after a pause. */
  burst?: number;
}

export interface PoliteRequest {
  url: string;
  budget: Budget;
  /** Names the credential of the request, which has a budget of its own. */
  credentialId?: string;
  headers?: Readonly<Record<string, string>>;
  /** What the service said about its last answer to this address. */
  known?: Validators | null;
  /** The most bytes of the text. Default: 8 MB. */
  maxBytes?: number;
  method?: 'GET' | 'POST';
  body?: string;
  /** Is called before each address of the request, the first one and those of redirects. It throws for one that must not be asked. */
  demand?: (url: string) => Promise<void>;
}

/** What a service says about an answer, so that it need not send the same one again. */
export interface Validators {
  url: string;
  etag: string | null;
  modified: string | null;
}

/** An answer below 500 that is not a refusal because of a limit. */
export interface PoliteAnswer {
  status: number;
  headers: EgressAnswer['headers'];
  text: string;
  /** Null if the service named none. */
  validators: Validators | null;
}

/** A turn that comes within this time is waited for. */
const PACE_MS = 5_000;
/** A request may leave up to three seconds after its turn. With so much more between turns, none of its minutes has too many. */
const SPARE = 1.05;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8_388_608;
const MAX_REDIRECTS = 3;
const WEB = new Set(['https:', 'http:']);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

const DECODERS = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;

/**
 * Asks services that we fetch from, through the guarded client: within a budget that all processes share, with our name, without
 * fetching what has not changed, and not at all while a service asks for a pause or keeps failing.
 */
@Injectable()
export class PoliteClient {
  private readonly userAgent: string;
  private readonly bases: ReadonlyMap<string, string>;

  constructor(
    @Inject(ENV) env: Env,
    private readonly egress: EgressClient,
    private readonly budgets: BudgetsQueries,
    private readonly metrics: OutboundMetrics,
  ) {
    this.userAgent = userAgentOf(env);
    this.bases = new Map(Object.entries(env.SOURCE_BASE_URLS));
  }

  /**
   * Sends one request and follows redirects, each with a turn of its host.
   * @throws Limited, Unreachable, NotAllowed, or as `demand` of the request
   */
  async ask(request: PoliteRequest): Promise<PoliteAnswer> {
    let { url } = request;
    for (let hop = 0; ; hop++) {
      await request.demand?.(url);
      const answer = await this.askOnce({ ...request, url });
      const target = REDIRECTS.has(answer.status) ? answer.headers.location : undefined;
      if (target === undefined) return answer;
      const next = parsedUrl(target, url);
      if (hop === MAX_REDIRECTS || next === null || !WEB.has(next.protocol))
        throw new NotAllowed('The service redirects too often, or to no address');
      // A credential is for the host that it was given for.
      if (request.credentialId !== undefined && next.host !== new URL(url).host)
        throw new NotAllowed(`The service redirects to ${next.host}, which the credential is not for`);
      url = next.href;
    }
  }

  private async askOnce(request: PoliteRequest): Promise<PoliteAnswer> {
    const { host } = new URL(request.url);
    const key = request.credentialId === undefined ? host : `${host} ${request.credentialId}`;
    await this.takeTurn(key, host, request.budget);
    const { status, headers, text } = await this.send(request, key, host);
    const { isRefused, pauseMs, quotaLeft } = limitIn({ host, status, headers, body: text });
    if (isRefused) {
      this.metrics.count(host, 'limited');
      throw new Limited(await this.budgets.block(key, pauseMs));
    }
    if (status >= 500) {
      await this.budgets.fail(key);
      this.metrics.count(host, 'failed');
      throw new Unreachable(`${host} answered ${status}`);
    }
    await this.budgets.succeed(key, quotaLeft);
    if (pauseMs !== null) await this.budgets.block(key, pauseMs);
    this.metrics.count(host, status === 304 ? 'unchanged' : status < 400 ? 'answered' : 'refused');
    return { status, headers, text, validators: validatorsOf(request.url, headers) };
  }

  private async takeTurn(key: string, host: string, { intervalMs, burst = 0 }: Budget): Promise<void> {
    const waitMs = await this.budgets.takeTurn(key, intervalMs * SPARE, burst, PACE_MS);
    if (waitMs === null) throw new Limited(await this.budgets.nextTurn(key));
    this.metrics.waited(host, Math.max(0, waitMs));
    if (waitMs <= 0) return;
    await wait(waitMs);
    // The service may have asked another caller for a pause meanwhile.
    const until = await this.budgets.pauseEnd(key);
    if (until) throw new Limited(until);
  }

  private async send(request: PoliteRequest, key: string, host: string) {
    const maxBytes = request.maxBytes ?? MAX_BYTES;
    try {
      const answer = await this.egress.send({
        ...{ url: this.addressOf(request.url), method: request.method ?? 'GET', timeoutMs: TIMEOUT_MS, maxBytes },
        headers: this.headersOf(request),
        ...(request.body !== undefined && { body: request.body }),
      });
      if (answer.isCut) throw new Unreachable(`The answer of ${host} is longer than ${maxBytes} bytes`);
      return { ...answer, text: await textOf(answer, maxBytes) };
    } catch (error) {
      if (error instanceof EgressError && error.fault === 'refused_address') throw new NotAllowed(error.message);
      await this.budgets.fail(key);
      this.metrics.count(host, 'failed');
      if (error instanceof Unreachable) throw error;
      throw new Unreachable(`${host} gave no usable answer: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The address at which a service is asked. Tests and installations with a proxy name another one. */
  private addressOf(url: string): string {
    const { origin } = new URL(url);
    const base = this.bases.get(origin);
    return base === undefined ? url : base + url.slice(origin.length);
  }

  private headersOf({ headers, known, url }: PoliteRequest): Record<string, string> {
    const isKnown = known?.url === url;
    return {
      'user-agent': this.userAgent,
      accept: '*/*',
      'accept-encoding': 'gzip',
      ...headers,
      ...(isKnown && known.etag !== null && { 'if-none-match': known.etag }),
      ...(isKnown && known.modified !== null && { 'if-modified-since': known.modified }),
    };
  }
}

/** The text of an answer, unpacked up to `maxBytes`. @throws Unreachable */
async function textOf({ headers, body }: EgressAnswer, maxBytes: number): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decode = DECODERS[encoding as keyof typeof DECODERS];
  if (body.length === 0 || encoding === 'identity') return decodedText(body, headers['content-type']);
  if (decode === undefined) throw new Unreachable(`The answer is packed as ${encoding}, which we did not ask for`);
  return decodedText(await decode(body, { maxOutputLength: maxBytes }), headers['content-type']);
}

function validatorsOf(url: string, headers: EgressAnswer['headers']): Validators | null {
  const [etag, modified] = [headers.etag ?? null, headers['last-modified'] ?? null];
  return etag === null && modified === null ? null : { url, etag, modified };
}
