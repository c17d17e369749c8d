import { AsyncResource } from 'node:async_hooks';
import { subscribe, type ChannelListener } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import pg from 'pg';
import { parsedUrl } from '#platform/text/parsed.url.js';
import { beginCallSpan, faultOf, type TraceSpan } from './tracing.js';

const MAX_STATEMENT = 1_000;
/** A server error, and what we should not have asked. */
const FIRST_FAULT = 400;

/**
 * From now on, the calls of traced work have spans: HTTP requests by `fetch` and `node:http`, statements of PostgreSQL and commands of Redis. Paths,
 * queries, headers and values are left out: an address may be a secret, as that of a Slack webhook is.
 */
export function traceCalls(): void {
  traceFetch();
  traceHttp();
  traceRedis();
  traceStatements();
}

const listen = <T>(name: string, listener: (message: T) => void): void => subscribe(name, listener as ChannelListener);

const outcomeOf = (status: number) => ({
  attributes: { 'http.response.status_code': status },
  ...(status >= FIRST_FAULT && { fault: String(status) }),
});

function beginHttp(method: string, origin: string): TraceSpan | undefined {
  const url = parsedUrl(origin);
  if (url === null) return undefined;
  const { hostname, port, protocol } = url;
  return beginCallSpan(`${method} ${hostname}`, {
    'http.request.method': method,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'url.scheme': protocol.slice(0, -1),
  });
}

function traceFetch(): void {
  const open = new WeakMap<object, { span: TraceSpan; status: number }>();
  listen<{ request: { origin: string | URL; method: string } }>('undici:request:create', ({ request }) => {
    const span = beginHttp(request.method, String(request.origin));
    if (span) open.set(request, { span, status: 0 });
  });
  listen<{ request: object; response: { statusCode: number } }>('undici:request:headers', ({ request, response }) => {
    const call = open.get(request);
    if (call) call.status = response.statusCode;
  });
  listen<{ request: object }>('undici:request:trailers', ({ request }) => {
    const call = open.get(request);
    call?.span.end(outcomeOf(call.status));
  });
  listen<{ request: object; error: unknown }>('undici:request:error', ({ request, error }) => {
    open.get(request)?.span.end({ fault: faultOf(error) });
  });
}

function traceHttp(): void {
  listen<{ request: ClientRequest & { res?: IncomingMessage } }>('http.client.request.start', ({ request }) => {
    const span = beginHttp(request.method, `${request.protocol}//${String(request.getHeader('host') ?? request.host)}`);
    if (!span) return;
    // The channel tells of an answer before its body.
    request.once('close', () => {
      const { res, errored } = request;
      span.end(res?.statusCode === undefined ? { fault: faultOf(errored) } : outcomeOf(res.statusCode));
    });
  });
}

function traceRedis(): void {
  const open = new WeakMap<object, TraceSpan>();
  listen<{ command: string }>('tracing:ioredis:command:start', (call) => {
    const name = call.command.toUpperCase();
    const span = beginCallSpan(name, { 'db.system.name': 'redis', 'db.operation.name': name });
    if (span) open.set(call, span);
  });
  listen<object>('tracing:ioredis:command:asyncEnd', (call) => {
    const { error } = call as { error?: unknown };
    open.get(call)?.end(error === undefined ? {} : { fault: faultOf(error) });
  });
}

type Query = (this: pg.Client, ...input: unknown[]) => unknown;
type Connect = (this: pg.Pool, done?: (...found: unknown[]) => void) => unknown;
type Done = (error: unknown, result: unknown) => void;

/** The driver has no channel, so its two methods are replaced. */
function traceStatements(): void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function (...input) {
    const span = beginStatement(input[0]);
    if (!span) return query.apply(this, input);
    const end = (error: unknown): void => span.end(error ? { fault: faultOf(error) } : {});
    const done = input.at(-1);
    if (typeof done === 'function') {
      const ended: Done = (error, result) => (end(error), (done as Done)(error, result));
      return query.apply(this, [...input.slice(0, -1), ended]);
    }
    const result = query.apply(this, input) as Promise<unknown>;
    result.then(() => end(null), end);
    return result;
  };
  const pool = pg.Pool.prototype as unknown as { connect: Connect };
  const { connect } = pool;
  // A statement that waits for a connection would go on in the span of the work that gave it back.
  pool.connect = function (done) {
    return connect.call(this, done && AsyncResource.bind(done));
  };
}

function beginStatement(statement: unknown): TraceSpan | undefined {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string' || typeof (statement as { submit?: unknown }).submit === 'function') return undefined;
  const [word = ''] = /\w+/.exec(text) ?? [];
  const name = word.toUpperCase();
  return beginCallSpan(name, {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'db.query.text': text.replace(/'(?:[^']|'')*'/g, "'?'").slice(0, MAX_STATEMENT),
  });
}
