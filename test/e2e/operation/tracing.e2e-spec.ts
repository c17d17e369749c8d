import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { type ServiceProcess, startProcess } from '../../support/processes/service.process.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { until } from '../../support/until.js';

// Processes really start.
jest.setTimeout(120_000);

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

let app: TestApp;
let model: StandIn;
let receiver: StandIn;

beforeAll(async () => {
  app = await startTestApp();
  model = await startStandIn(json(200, SAID));
  receiver = await startStandIn(json(200, {}));
});
afterAll(async () => {
  await Promise.all([app.close(), model.close(), receiver.close()]);
});

const withModel = () => ({
  ...{ PITCH_ENGINE: 'llm', LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'small', LLM_API_KEY: MODEL_KEY },
});
const withTraces = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '100' });
const urlOf = ({ lines }: ServiceProcess) => lines.find(({ msg }) => msg === 'ready')?.url as string;

async function buyPitch(api: ServiceProcess, key: string, query = '') {
  const id = await insertReviewOpportunity(app.database);
  const answer = await fetch(`${urlOf(api)}/api/v1/opportunities/${id}/generate-pitch${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, cookie: 'session=c00kie-secret', 'content-type': 'application/json' },
    body: JSON.stringify({ features: 'f3atur3-secret' }),
  });
  return { status: answer.status, requestId: answer.headers.get('x-request-id'), id };
}

describe('a service with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let processes: [ServiceProcess, ServiceProcess];
  let key: string;
  let bought: Awaited<ReturnType<typeof buyPitch>>;
  let trace: Span[];

  beforeAll(async () => {
    ({ key } = await createKey(app, { credits: 10, spendCap: 10 }));
    const variables = { ...withModel(), ...withTraces() };
    processes = await Promise.all([startProcess(app, 'main', variables), startProcess(app, 'worker', variables)]);
    await fetch(`${urlOf(processes[0])}/api/v1/health/ready`);
    bought = await buyPitch(processes[0], key, '?token=qu3ry-secret');
    trace = await until(() => {
      const spans = spansOf(receiver);
      const { traceId } = spans.find(({ attributes }) => attributes['request.id'] === bought.requestId) ?? {};
      const found = spans.filter((span) => span.traceId === traceId);
      const call = found.find(({ name }) => name === 'POST 127.0.0.1');
      return call !== undefined && found.some(({ spanId }) => spanId === call.parentSpanId) && found;
    });
  });
  afterAll(() => Promise.all(processes.map((each) => each.stop())));

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
    const api = await startProcess(app, 'main', withTraces());
    const ask = async () => (await fetch(`${urlOf(api)}/api/v1/products`)).status;
    const answers = [await ask(), await ask()];
    await until(() => receiver.requests.length > 0);
    answers.push(await ask(), await ask());
    expect(await api.stop()).toBeLessThan(END_MS);
    expect(answers).toEqual([200, 200, 200, 200]);
  });
});

describe('the SDK of OpenTelemetry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loaded-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The packages of OpenTelemetry that an API process has loaded. `prom-client` always loads the types and constants of `api`. */
  async function loadedWith(variables: Record<string, string>): Promise<Set<string>> {
    const file = join(folder, randomUUID());
    // The name appears when the file is whole.
    const code = `import { createRequire } from 'node:module'; import { renameSync, writeFileSync } from 'node:fs';
      const { cache } = createRequire(process.cwd() + '/'); process.on('SIGUSR2', () => {
      writeFileSync('${file}.draft', Object.keys(cache).join(';')); renameSync('${file}.draft', '${file}'); })`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
    const api = await startProcess(app, 'main', { ...variables, NODE_OPTIONS });
    api.process.kill('SIGUSR2');
    const paths = await until(() => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return null;
      }
    });
    await api.stop();
    const names = [...paths.matchAll(/@opentelemetry\/([\w-]+)/g)].map(([, name = '']) => name);
    return new Set(names.filter((name) => name !== 'api'));
  }

  it('is loaded only if spans are sent', async () => {
    expect([...(await loadedWith({}))]).toEqual([]);
    expect([...(await loadedWith(withTraces()))]).toContain('exporter-trace-otlp-http');
  });
});
