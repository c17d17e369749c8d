import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import { parsedUrl } from '#platform/text/parsed.url.js';
import { NOT_MODIFIED } from './entity-tag.js';

const MAX_HEADER_BYTES = 16_384;
/** The longest delay between a timeout of `server-limits.ts` and its effect. */
const TIMEOUT_CHECK_MS = 1_000;

/** A path that no route has. Express answers a request without a readable path itself, before all middleware. */
const NOWHERE = '/%';

/** With a smaller buffer, an export waits for its client after every write. */
const SOCKET_BUFFER_BYTES = 262_144;

/**
 * Express at a third of its usual cost. Express changes the prototype of every request and response, which invalidates
 * V8's optimizations. With this adapter Node creates them with Express's prototypes, so no prototype changes.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  constructor(private readonly app: Express = express()) {
    super(app);
    app.disable('etag');
    app.disable('x-powered-by');
  }

  override initHttpServer(): void {
    class LeanRequest extends IncomingMessage {}
    class LeanResponse extends ServerResponse<IncomingMessage> {}
    Object.setPrototypeOf(LeanRequest.prototype, this.app.request as object);
    Object.setPrototypeOf(LeanResponse.prototype, this.app.response as object);
    Object.assign(this.app, { request: LeanRequest.prototype, response: LeanResponse.prototype });
    const options = {
      IncomingMessage: LeanRequest,
      ServerResponse: LeanResponse,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      highWaterMark: SOCKET_BUFFER_BYTES,
      // The front door refuses such requests with the failure envelope.
      requireHostHeader: false,
    };
    this.httpServer = createServer(options as object, this.app).prependListener('request', (request) => {
      const { url = '' } = request;
      if (!url.startsWith('/') && url !== '*' && parsedUrl(url) === null) request.url = NOWHERE;
    });
  }

  /**
   * Sends a Buffer as the finished body, and 304 instead of a body that the client has; Express sends any other
   * value.
   */
  override reply(response: express.Response, body: unknown, statusCode?: number): void {
    if (body === NOT_MODIFIED) {
      response.statusCode = 304;
      return void response.end();
    }
    // A stream has sent its answer itself.
    if (response.headersSent) return;
    if (!Buffer.isBuffer(body)) return void super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.statusCode = statusCode;
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}
