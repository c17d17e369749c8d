import { beginRequestSpan, isTracing, type TraceSpan } from '#platform/tracing/tracing.js';
import type { ApiRequest } from './api-request.js';
import type { FinishedRequest, Requests } from './requests.js';

/** Probes and metrics are read every few seconds. */
const NEVER_TRACED = /^\/(?:api\/v1\/health|metrics)(?:[/?]|$)/;
const FIRST_FAULT = 500;

/** The spans of requests. They name the route and never the URL, which may contain secrets. */
export class RequestSpans {
  private readonly open = new WeakMap<ApiRequest, TraceSpan>();

  constructor(requests: Requests) {
    requests.onFinish((finished) => this.end(finished));
  }

  /** The span of a request, which ends with it. Nothing if tracing is off. */
  begin(request: ApiRequest): TraceSpan | undefined {
    if (!isTracing() || NEVER_TRACED.test(request.url)) return undefined;
    const span = beginRequestSpan(request.requestId, request.method);
    if (span) this.open.set(request, span);
    return span;
  }

  private end({ request, route, status, aborted }: FinishedRequest): void {
    const fault = aborted ? 'aborted' : status >= FIRST_FAULT ? String(status) : undefined;
    this.open.get(request)?.end({
      name: `${request.method} ${route}`,
      attributes: {
        'http.route': route,
        'http.response.status_code': status,
        'request.id': request.requestId,
        ...(request.tool !== undefined && { 'mcp.tool.name': request.tool }),
      },
      ...(fault !== undefined && { fault }),
    });
  }
}
