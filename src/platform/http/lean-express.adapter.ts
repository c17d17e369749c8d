import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express } from 'express';
import type { ApiRequest } from './api-request.js';
import { envelope } from './envelope.js';
import { RenderedJson } from './rendered-json.js';

const MAX_HEADER_BYTES = 16_384;
/** How late a timeout of `server-limits.ts` may strike. */
const TIMEOUT_CHECK_MS = 1_000;

/**
 * Express at a third of its usual price. Express gives every request and response a new prototype, which costs V8 the
 * shapes it has learnt; here node creates them with Express's prototypes from the start, so there is nothing to change.
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
    };
    this.httpServer = createServer(options as object, this.app);
  }

  /** What an operation answers gets its envelope here; routes without an operation keep their own shape. */
  override reply(response: express.Response, answer: unknown, statusCode?: number): void {
    const body = (response.req as ApiRequest).operation ? envelope(answer) : answer;
    const plain = body instanceof RenderedJson || (typeof body === 'object' && body?.constructor === Object);
    if (!plain || response.hasHeader('Content-Type')) return void super.reply(response, body, statusCode);
    const bytes = body instanceof RenderedJson ? body.bytes : Buffer.from(JSON.stringify(body));
    response.statusCode = statusCode ?? response.statusCode;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
  }
}
