import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '#config/env.js';
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
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(failureEnvelope(unsupportedExpectation()));
    response.writeHead(400, headersOf(body)).end(body);
  });
}

/** Responds to bytes that are not a complete HTTP request, and closes the connection. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const fault = FAULTS[error.code ?? ''] ?? malformedHttp;
  const body = JSON.stringify(failureEnvelope(fault()));
  const headers = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...headers, '', body].join('\r\n'));
}

const headersOf = (body: string) => ({
  'Content-Type': JSON_TYPE,
  'Content-Length': Buffer.byteLength(body),
  'X-Request-Id': randomUUID(),
  Connection: 'close',
});
