import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { type ServiceProcess, startProcess } from '../../support/processes/service.process.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { until } from '../../support/until.js';

// Processes really start.
const MODEL_KEY = 'model-secret-0123';
const SAID = {
  choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: '## Email\n\nHow often?' } }],
};
/** The longest that tracing may delay the end of a process, with much room. */
const END_MS = 4_000;

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  service: string;
  attributes: Record<string, unknown>;
}

interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: (Omit<Span, 'attributes'> & { attributes: { key: string; value: object }[] })[] }[];
  }[];
}

/** The spans that a receiver has got. */
const spansOf = (receiver: StandIn): Span[] =>
  receiver.requests.flatMap(({ body }) =>
    (JSON.parse(body) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      return scopeSpans.flatMap(({ spans }) =>
        spans.map((span) => ({
          ...span,
          service,
          attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
        })),
      );
    }),
  );

interface WatchedApi extends ServiceProcess {
  /** The packages of OpenTelemetry that it has loaded. `prom-client` always loads the types and constants of `api`. */
  loaded(): Promise<Set<string>>;
}

const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
let app: TestApp;
let model: StandIn;
let receiver: StandIn;
let traced: WatchedApi;
/** The processes with traces that a test may still stop. To start one costs 4 CPU seconds. */
const running: ServiceProcess[] = [];

beforeAll(async () => {
  app = await startTestApp();
  model = await startStandIn(json(200, SAID));
  receiver = await startStandIn(json(200, {}));
  traced = await startWatchedApi({ ...withModel(), ...withTraces() });
  running.push(traced);
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await Promise.all([app.close(), model.close(), receiver.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const withModel = () => ({
  ...{ PITCH_ENGINE: 'llm', LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'small', LLM_API_KEY: MODEL_KEY },
});
const withTraces = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' });
const urlOf = ({ lines }: ServiceProcess) => lines.find(({ msg }) => msg === 'ready')?.url as string;

/** Starts an API process whose loaded packages can be read. */
async function startWatchedApi(variables: Record<string, string>): Promise<WatchedApi> {
  const file = join(folder, randomUUID());
  // The name appears when the file is whole. SIGUSR2 would end the process.
  const code = `import { createRequire } from 'node:module'; import { renameSync, writeFileSync } from 'node:fs';
    const { cache } = createRequire(process.cwd() + '/'); process.on('SIGCONT', () => {
    writeFileSync('${file}.draft', Object.keys(cache).join(';')); renameSync('${file}.draft', '${file}'); })`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const api = await startProcess(app, 'main', { ...variables, NODE_OPTIONS });
  return {
    ...api,
    async loaded() {
      api.process.kill('SIGCONT');
      const paths = await until(() => existsSync(file) && readFileSync(file, 'utf8'));
      const names = [...paths.matchAll(/@opentelemetry\/([\w-]+)/g)].map(([, name = '']) => name);
      return new Set(names.filter((name) => name !== 'api'));
    },
  };
}

async function buyPitch(api: ServiceProcess, key: string, query = '') {
  const id = await insertReviewOpportunity(app.database);
  const answer = await fetch(`${urlOf(api)}/api/v1/opportunities/${id}/generate-pitch${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, cookie: 'session=c00kie-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ features: 'f3atur3-secret' }),
  });
  return { status: answer.status, requestId: answer.headers.get('x-request-id'), id };
}

describe('the SDK of OpenTelemetry', () => {
  it('is loaded only if spans are sent', async () => {
    const plain = await startWatchedApi({});
    expect([...(await plain.loaded())]).toEqual([]);
    await plain.stop();
    expect([...(await traced.loaded())]).toContain('exporter-trace-otlp-http');
  });
});

describe('a service with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let processes: [ServiceProcess, ServiceProcess];
  let key: string;
  let bought: Awaited<ReturnType<typeof buyPitch>>;
  let trace: Span[];

  beforeAll(async () => {
    ({ key } = await createKey(app, { credits: 10, spendCap: 10 }));
    processes = [traced, await startProcess(app, 'worker', { ...withModel(), ...withTraces() })];
    await fetch(`${urlOf(traced)}/api/v1/health/ready`);
    bought = await buyPitch(traced, key, '?token=qu3ry-secret');
    trace = await until(() => {
      const spans = spansOf(receiver);
      const { traceId } = spans.find(({ attributes }) => attributes['request.id'] === bought.requestId) ?? {};
      const found = spans.filter((span) => span.traceId === traceId);
      const call = found.find(({ name }) => name === 'POST 127.0.0.1');
      return call !== undefined && found.some(({ spanId }) => spanId === call.parentSpanId) && found;
    });
  });
  afterAll(() => processes[1].stop());

  const named = (name: string): Span => trace.find((span) => span.name === name)!;

  it('sends one trace of the request, its job and the call of the language model', () => {
    const [request, job] = [named('POST /api/v1/opportunities/:id/generate-pitch'), named('generate_pitch')];
    const call = named('POST 127.0.0.1');
    expect(bought.status).toBe(200);
    expect([request.service, job.service, call.service]).toEqual(['qualm-api', 'qualm-worker', 'qualm-worker']);
    expect([request.parentSpanId, job.parentSpanId, call.parentSpanId]).toEqual([
      undefined,
      request.spanId,
      job.spanId,
    ]);
    expect(call.attributes).toMatchObject({ 'http.response.status_code': 200, 'server.address': '127.0.0.1' });
  });

  it('has the statements of both processes and their commands of Redis in the trace', () => {
    const systems = trace.map(({ service, attributes }) => `${service} ${String(attributes['db.system.name'])}`);
    for (const service of ['qualm-api', 'qualm-worker']) {
      expect(systems).toEqual(expect.arrayContaining([`${service} postgresql`, `${service} redis`]));
    }
  });

  it('has the id of the trace in every line that the request and its job log', async () => {
    const lines = await until(() => {
      const found = processes.map((each) => each.lines.filter(({ request_id: id }) => id === bought.requestId));
      return found[0]!.length > 0 && found.flat();
    });
    expect(new Set(lines.map(({ trace_id }) => trace_id))).toEqual(new Set([trace[0]?.traceId]));
  });

  it('does not trace probes', () => {
    expect(spansOf(receiver).filter(({ name }) => name.includes('health'))).toEqual([]);
  });

  it('sends no key, cookie, value of a query, body or parameter', () => {
    const sent = receiver.requests.map(({ body }) => body).join('\n');
    for (const secret of [key, 'c00kie-secret', 'qu3ry-secret', 'f3atur3-secret', MODEL_KEY, bought.id]) {
      expect(sent).not.toContain(secret);
    }
  });
});

describe('a receiver of traces', () => {
  const behaviours: [string, Parameters<StandIn['behave']>[0]][] = [
    ['hangs', () => undefined],
    ['refuses', json(503, {})],
    ['cuts the connection', (request) => void request.socket.destroy()],
  ];

  it.each(behaviours)('that %s delays neither answers nor the end of the process', async (_, behaviour) => {
    receiver.behave(behaviour);
    const api = running.pop() ?? (await startProcess(app, 'main', withTraces()));
    const ask = async () => (await fetch(`${urlOf(api)}/api/v1/products`)).status;
    const answers = [await ask(), await ask()];
    await until(() => receiver.requests.length > 0);
    answers.push(await ask(), await ask());
    expect(await api.stop()).toBeLessThan(END_MS);
    expect(answers).toEqual([200, 200, 200, 200]);
  });
});
