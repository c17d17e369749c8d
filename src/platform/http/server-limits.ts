import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '#config/env.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import { failureEnvelope, JSON_TYPE } from './envelope.js';
import { headersTooLarge, malformedHttp, requestTimeout, unsupportedExpectation } from './http.failures.js';

const FAULTS: Record<string, typeof malformedHttp> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};

/** Limits the time of a connection, and sends the failure envelope even if the request could not be parsed. */
export function limitServer(server: Server, env: Env): void {
  server.keepAliveTimeout = env.HTTP_KEEP_ALIVE_SECONDS * 1_000;
  server.headersTimeout = env.HTTP_HEADERS_TIMEOUT_SECONDS * 1_000;
  server.requestTimeout = env.HTTP_REQUEST_TIMEOUT_SECONDS * 1_000;
  server.on('clientError', refuse);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuseRequest(response, unsupportedExpectation()),
  );
}

/** Responds with 400 to a request that breaks the rules of HTTP, and closes the connection. */
export function refuseRequest(response: ServerResponse, failure: ApplicationError): void {
  const { headers, body } = responseOf(failure);
  response.writeHead(400, headers).end(body);
}

/** Responds to bytes that are not a complete HTTP request, and closes the connection. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const fault = FAULTS[error.code ?? ''] ?? malformedHttp;
  const { headers, body } = responseOf(fault());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...lines, '', body].join('\r\n'));
}

function responseOf(failure: ApplicationError) {
  const requestId = randomUUID();
  const body = JSON.stringify(failureEnvelope(failure, requestId));
  const headers = {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { headers, body };
}
