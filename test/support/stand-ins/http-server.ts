import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Handles one request to a stand-in. `body` is the body of the request. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A local server that stands in for a third party and records its requests. */
export interface StandIn {
  url: string;
  requests: { url: URL; headers: IncomingMessage['headers']; body: string }[];
  /** Sets the handler of the next requests. */
  behave(handler: Handler): void;
  close(): Promise<void>;
}

/** Starts a stand-in on a random port. Close it in `afterAll`. */
export async function startStandIn(handler: Handler): Promise<StandIn> {
  let current = handler;
  const requests: StandIn['requests'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      requests.push({ url: new URL(request.url ?? '/', 'http://stand-in'), headers: request.headers, body });
      current(request, response, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave: (next) => {
      current = next;
      requests.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A handler that responds with JSON. */
export const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
