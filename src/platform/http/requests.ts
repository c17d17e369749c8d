import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

/** A request that is over, as logs and metrics see it. */
export interface FinishedRequest {
  request: ApiRequest;
  /** The route's template, such as `/api/v1/products/:id`; `unmatched` where no route took the request. */
  route: string;
  status: number;
  durationMs: number;
  /** The client went away before the answer was complete. */
  aborted: boolean;
}

type Listener = (finished: FinishedRequest) => void;

/** Every request of this process: those under way, and news of each that ends. */
@Injectable()
export class Requests {
  private readonly underWay = new Set<ServerResponse>();
  private readonly listeners: Listener[] = [];
  private lastRequests = false;

  /** Calls `listener` with every request that ends from now on. */
  onFinish(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** From now on every answer, those under way included, is the last one on its connection. */
  endConnections(): void {
    this.lastRequests = true;
    for (const response of this.underWay) response.shouldKeepAlive = false;
  }

  /** Takes a request in: it is under way until its answer is out or its client has gone. */
  begin(request: ApiRequest, response: Response): void {
    const startedAt = performance.now();
    if (this.lastRequests) response.shouldKeepAlive = false;
    this.underWay.add(response);
    response.once('close', () => {
      this.underWay.delete(response);
      const finished: FinishedRequest = {
        request,
        route: routeOf(request),
        status: response.statusCode,
        durationMs: performance.now() - startedAt,
        aborted: !response.writableFinished,
      };
      for (const listener of this.listeners) listener(finished);
    });
  }
}

function routeOf(request: ApiRequest): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? request.baseUrl + path : 'unmatched';
}
