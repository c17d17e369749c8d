import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';

/** A finished request, for logs and metrics. */
export interface FinishedRequest {
  request: ApiRequest;
  /** The route's template, such as `/api/v1/products/:id`; `unmatched` if no route matched the request. */
  route: string;
  status: number;
  durationMs: number;
  /** The client disconnected before the response was complete. */
  aborted: boolean;
}

type Listener = (finished: FinishedRequest) => void;

/** Tracks the open requests of this process and notifies listeners of each finished request. */
@Injectable()
export class Requests {
  /**
   * Not a Set: its old tables refer to the new ones, which retains finished requests until a full garbage collection.
   */
  private readonly underWay: (ServerResponse | null)[] = [];
  private readonly freePlaces: number[] = [];
  private readonly listeners: Listener[] = [];
  private lastRequests = false;

  /** Calls `listener` with every request that finishes from now on. */
  onFinish(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** From now on every response, including those of open requests, closes its connection. */
  endConnections(): void {
    this.lastRequests = true;
    for (const response of this.underWay) if (response) response.shouldKeepAlive = false;
  }

  /** Tracks a request until its response is sent or its client has disconnected. */
  begin(request: ApiRequest, response: Response): void {
    const startedAt = performance.now();
    if (this.lastRequests) response.shouldKeepAlive = false;
    const place = this.freePlaces.pop() ?? this.underWay.length;
    this.underWay[place] = response;
    response.once('close', () => {
      this.underWay[place] = null;
      this.freePlaces.push(place);
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

/** The template of the route that matched a request, or `unmatched`. */
export function routeOf(request: ApiRequest): string {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? request.baseUrl + path : 'unmatched';
}
