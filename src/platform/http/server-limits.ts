import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '#config/env.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { failureEnvelope, JSON_TYPE } from './envelope.js';

const FAULTS: Record<string, [reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time'],
};

/** Bounds what a connection may cost, and answers in the envelope even where no request could be made out. */
export function limitServer(server: Server, env: Env): void {
  server.keepAliveTimeout = env.HTTP_KEEP_ALIVE_SECONDS * 1_000;
  server.headersTimeout = env.HTTP_HEADERS_TIMEOUT_SECONDS * 1_000;
  server.requestTimeout = env.HTTP_REQUEST_TIMEOUT_SECONDS * 1_000;
  server.on('clientError', refuse);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = failure('unsupported_expectation', 'The Expect header is not supported');
    response.writeHead(400, headersOf(body)).end(body);
  });
}

/** What reached us is not HTTP, or not all of it: say so and close. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [reason, message] = FAULTS[error.code ?? ''] ?? ['malformed_http', 'The request is not valid HTTP'];
  const body = failure(reason, message);
  const headers = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
  socket.end(['HTTP/1.1 400 Bad Request', ...headers, '', body].join('\r\n'));
}

const headersOf = (body: string) => ({
  'Content-Type': JSON_TYPE,
  'Content-Length': Buffer.byteLength(body),
  'X-Request-Id': randomUUID(),
  Connection: 'close',
});

const failure = (reason: string, message: string): string =>
  JSON.stringify(failureEnvelope(new ApplicationError('invalid_request', message, { reason })));
