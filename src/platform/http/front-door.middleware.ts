import { randomUUID } from 'node:crypto';
import compression from 'compression';
import type { NextFunction, RequestHandler, Response } from 'express';
import type { Env } from '#config/env.js';
import { API_VERSION } from '#config/version.js';
import { withOrigin } from '#platform/caller/origin.js';
import { withLogFields } from '#platform/logging/log.fields.js';
import { inSpan } from '#platform/tracing/tracing.js';
import type { ApiRequest } from './api-request.js';
import { clientIp } from './client-ip.js';
import { failureEnvelope, JSON_TYPE } from './envelope.js';
import { malformedHttp, overloaded } from './http.failures.js';
import { watchForProxy } from './proxies/proxy.warning.js';
import type { Overload } from './overload.js';
import { RequestSpans } from './request-spans.js';
import type { Requests } from './requests.js';
import { securityHeaders } from './security-headers.js';
import { refuseRequest } from './server-limits.js';

const VALID_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const COMPRESS_FROM_BYTES = 1_024;
const API_PATH = '/api/';
/** Probes and operators must get through. */
const NEVER_SHED = /^\/(?:api\/v1\/health|metrics|ops)(?:[/?]|$)/;
const SERVICE_UNAVAILABLE = 503;
const MAX_RETRY_SECONDS = 5;

/**
 * The first middleware of every request. It sets the request id (a valid id from the client is kept) and the security
 * headers, and compresses the response if the client supports compression. One middleware is faster than three.
 */
export function frontDoor(requests: Requests, overload: Overload, env: Env): RequestHandler {
  const compress = compression({ threshold: COMPRESS_FROM_BYTES, filter: isCompressible });
  const safe = securityHeaders(env);
  const watch = watchForProxy(env.TRUSTED_PROXY_HOPS);
  const spans = new RequestSpans(requests);
  return ((request: ApiRequest, response: Response, next: NextFunction) => {
    if (lacksHost(request)) return refuseRequest(response, malformedHttp());
    request.url = decodable(request.url);
    const sent = request.headers['x-request-id'];
    request.requestId = typeof sent === 'string' && VALID_ID.test(sent) ? sent : randomUUID();
    response.setHeader('X-Request-Id', request.requestId);
    for (const [name, value] of safe) response.setHeader(name, value);
    if (request.url.startsWith(API_PATH)) response.setHeader('Api-Version', API_VERSION);
    watch(request);
    requests.begin(request, response);
    if (!NEVER_SHED.test(request.url) && !overload.admits(response)) return shed(response, request.requestId);
    const proceed = (): void => {
      if (request.headers['accept-encoding'] === undefined) next();
      else compress(request, response, next);
    };
    const handle = (): void => {
      if (changesNothing(request)) return proceed();
      const { requestId, headers } = request;
      const ip = clientIp(request, env.TRUSTED_PROXY_HOPS);
      withOrigin({ requestId, ip, userAgent: headers['user-agent'] ?? null, actor: null }, proceed);
    };
    const fields = { request_id: request.requestId };
    inSpan(spans.begin(request), () => withLogFields(fields, handle));
  }) as RequestHandler;
}

/** Refuses a request before anything is done for it. The clients come back at different times. */
function shed(response: Response, requestId: string): void {
  response.statusCode = SERVICE_UNAVAILABLE;
  response.setHeader('Retry-After', 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS));
  response.setHeader('Content-Type', JSON_TYPE);
  response.end(JSON.stringify(failureEnvelope(overloaded(), requestId)));
}

/** HTTP/1.1 requires a Host header. */
const lacksHost = ({ headers, httpVersion }: ApiRequest): boolean =>
  headers.host === undefined && httpVersion === '1.1';

/**
 * A URL with a path that the router can decode. The percent signs of any other path are taken literally, so that it is
 * refused in the usual order of checks: as an id or a path that does not exist.
 */
function decodable(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** JSON Lines are not in the list of types that the library knows. */
const isCompressible: compression.CompressionFilter = (request, response) =>
  response.getHeader('Content-Type') === 'application/jsonl' || compression.filter(request, response);

/** A read of the API makes no change whose origin is recorded. */
const changesNothing = ({ method, url }: ApiRequest): boolean => method === 'GET' && url.startsWith(API_PATH);
