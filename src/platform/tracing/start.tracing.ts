import type { Env } from '#config/env.js';
import { useTracer } from './tracing.js';

/** Turns tracing on if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise nothing of the SDK of OpenTelemetry is loaded. `process` is `api` or `worker`. */
export async function startTracing(env: Env, process: string): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return;
  const [{ OtlpTracer }, { traceCalls }] = await Promise.all([import('./otlp.tracer.js'), import('./call.spans.js')]);
  useTracer(new OtlpTracer(env, process));
  traceCalls();
}
