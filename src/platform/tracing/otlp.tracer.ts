import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Env } from '#config/env.js';
import {
  outsideSpans,
  type SpanAttributes,
  type SpanKind,
  type TraceIds,
  type Tracer,
  type TraceSpan,
} from './tracing.js';

const FLUSH_MS = 1_000;
const QUIET_MS = 60_000;
const KINDS: Record<SpanKind, Kind> = { server: Kind.SERVER, consumer: Kind.CONSUMER, client: Kind.CLIENT };

/** The ids of the next span: given ones, or random ones. */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private given: TraceIds | undefined;

  with<T>(ids: TraceIds, start: () => T): T {
    this.given = ids;
    try {
      return start();
    } finally {
      this.given = undefined;
    }
  }

  generateTraceId = (): string => this.given?.traceId ?? this.random.generateTraceId();
  generateSpanId = (): string => this.given?.spanId ?? this.random.generateSpanId();
}

class OtlpSpan implements TraceSpan {
  constructor(readonly span: Span) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  end({ name, attributes, fault }: Parameters<TraceSpan['end']>[0] = {}): void {
    if (name !== undefined) this.span.updateName(name);
    if (attributes) this.span.setAttributes(attributes);
    if (fault !== undefined) this.span.setAttribute('error.type', fault).setStatus({ code: SpanStatusCode.ERROR });
    // The SDK sends a full batch from here, and that request is no part of the trace.
    outsideSpans(() => this.span.end());
  }
}

/** Makes spans with the SDK of OpenTelemetry, which sends them to OTEL_EXPORTER_OTLP_ENDPOINT in the background and drops what it cannot send. */
export class OtlpTracer implements Tracer {
  private readonly ids = new GivenIds();
  private readonly provider: BasicTracerProvider;
  private readonly tracer: OtelTracer;

  /** `process` is `api` or `worker`. The SDK reads the other variables of OpenTelemetry from the environment. */
  constructor(
    env: Pick<Env, 'OTEL_TRACES_SAMPLER_ARG'>,
    process: string,
    exporter: SpanExporter = new OTLPTraceExporter(),
  ) {
    this.provider = new BasicTracerProvider({
      idGenerator: this.ids,
      // It decides by the id of the trace, so a request and its jobs are all sent or none.
      sampler: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG),
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': `qualm-${process}` }))
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(watched(exporter))],
    });
    this.tracer = this.provider.getTracer('qualm');
  }

  begin(name: string, attributes: SpanAttributes, ids: TraceIds): TraceSpan {
    return this.ids.with(ids, () => this.start(name, 'server', attributes, ROOT_CONTEXT));
  }

  follow(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    parent: TraceSpan | TraceIds | undefined,
  ): TraceSpan {
    return this.start(name, kind, attributes, contextOf(parent));
  }

  async flush(): Promise<void> {
    const sent = this.provider.forceFlush().catch(() => undefined);
    await Promise.race([sent, wait(FLUSH_MS, undefined, { ref: false })]);
  }

  private start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: Context): OtlpSpan {
    return new OtlpSpan(this.tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent));
  }
}

function contextOf(parent: TraceSpan | TraceIds | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  if (parent instanceof OtlpSpan) return trace.setSpan(ROOT_CONTEXT, parent.span);
  const ids = parent as TraceIds;
  return trace.setSpanContext(ROOT_CONTEXT, { ...ids, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

/** Says once a minute that spans are lost: the SDK itself would be silent. */
function watched(exporter: SpanExporter): SpanExporter {
  const log = new Logger('Tracing');
  let loggedAt = -Infinity;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - loggedAt > QUIET_MS) {
          loggedAt = performance.now();
          log.warn(`spans were lost: ${result.error.message}`);
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
