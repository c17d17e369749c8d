import { createHash } from 'node:crypto';
import { ContextVariable } from '#platform/context/context.variable.js';

/** What a span says. Never a secret: no header, no path with values, no parameter of a statement. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** `server`: a request to us. `consumer`: a job. `client`: a call to a server. */
export type SpanKind = 'server' | 'consumer' | 'client';

/** The ids of the request that a trace begins with. */
export interface TraceIds {
  traceId: string;
  spanId: string;
}

/** One step of a trace, which is not over. */
export interface TraceSpan {
  readonly traceId: string;
  /** Ends it, with what became known meanwhile. `fault` says in a word why it failed. */
  end(result?: { name?: string; attributes?: SpanAttributes; fault?: string }): void;
}

/** Makes spans and sends them away. */
export interface Tracer {
  /** Begins the trace of a request with given ids. */
  begin(name: string, attributes: SpanAttributes, ids: TraceIds): TraceSpan;
  /** Continues the trace of a span, or of the request with these ids. Begins a trace without either. */
  follow(name: string, kind: SpanKind, attributes: SpanAttributes, parent: TraceSpan | TraceIds | undefined): TraceSpan;
  /** Sends what is not yet sent, within a second. */
  flush(): Promise<void>;
}

const current = new ContextVariable<TraceSpan>();
let tracer: Tracer | undefined;

/** Turns tracing on, or off without a tracer. */
export const useTracer = (used: Tracer | undefined): void => void (tracer = used);

/** Whether tracing is on. */
export const isTracing = (): boolean => tracer !== undefined;

/** Sends the spans that are not yet sent. Takes a second at most, and nothing if tracing is off. */
export const flushSpans = async (): Promise<void> => tracer?.flush();

/**
 * The ids of the trace of a request. They follow from its id, which rows and jobs keep, so that each work of a request is found in its trace
 * without a column of its own.
 */
export function idsOf(requestId: string): TraceIds {
  const hash = createHash('sha256').update(requestId).digest('hex');
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) };
}

/** The id of the trace that a log line belongs to, if tracing is on. */
export const traceIdOf = (requestId: string | undefined): string | undefined => {
  if (!tracer) return undefined;
  return requestId === undefined ? current.get()?.traceId : idsOf(requestId).traceId;
};

/** Begins the span of a request, or nothing if tracing is off. */
export const beginRequestSpan = (requestId: string, method: string): TraceSpan | undefined =>
  tracer?.begin(method, { 'http.request.method': method }, idsOf(requestId));

/** Begins the span of a call that the work in progress makes, or nothing if this work is not traced. */
export function beginCallSpan(name: string, attributes: SpanAttributes): TraceSpan | undefined {
  const parent = current.get();
  return parent && tracer?.follow(name, 'client', attributes, parent);
}

/** Runs `work`, whose calls belong to this span. */
export const inSpan = <T>(span: TraceSpan | undefined, work: () => T): T => (span ? current.run(span, work) : work());

/** Runs the work of a job in a span, which belongs to the trace of the request that caused it. */
export async function inJobSpan<T>(name: string, requestId: string | undefined, work: () => Promise<T>): Promise<T> {
  const span = tracer?.follow(name, 'consumer', {}, requestId === undefined ? undefined : idsOf(requestId));
  try {
    const result = await inSpan(span, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end({ fault: faultOf(error) });
    throw error;
  }
}

/** A word for an error: its code or its class. Messages may contain values. */
export function faultOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}

/** Runs `work` outside every span. */
export const outsideSpans = <T>(work: () => T): T => current.run(undefined, work);
