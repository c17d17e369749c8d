import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';

/** Sends raw bytes and returns everything received until the server closes the connection. */
async function raw(app: TestApp, ...chunks: (string | Buffer)[]): Promise<string> {
  const socket = connect(app);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk)).on('error', () => undefined);
  for (const chunk of chunks) socket.write(chunk);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

const connect = (app: TestApp): Socket => createConnection(Number(new URL(app.origin).port), '127.0.0.1');
const envelopeIn = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

describe('the web layer', () => {
  let app: TestApp;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    app = await startTestApp({
      env: { HTTP_HEADERS_TIMEOUT_SECONDS: '1', HTTP_REQUEST_TIMEOUT_SECONDS: '1', HTTP_KEEP_ALIVE_SECONDS: '1' },
      logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    });
  });
  afterAll(() => app.close());

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['bytes of a TLS handshake', Buffer.from('16030100a5010000a1', 'hex')],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n'],
    ['two lengths', 'POST /api/v1/ping HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n'],
    ['no Host', 'GET /api/v1/ping HTTP/1.1\r\n\r\n'],
    ['an unknown method', 'BREW /api/v1/ping HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('answers 400 in the envelope to %s', async (_, bytes) => {
    const answer = await raw(app, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(envelopeIn(answer)).toMatchObject({ success: false, error: { code: 'invalid_request' } });
  });

  it('answers 400 to headers over the limit', async () => {
    const answer = await raw(app, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(envelopeIn(answer)).toMatchObject({ error: { details: { reason: 'headers_too_large' } } });
  });

  it('closes the connection if a client sends its headers too slowly', async () => {
    const answer = await raw(app, 'GET /api/v1/ping HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect(envelopeIn(answer)).toMatchObject({ error: { details: { reason: 'request_timeout' } } });
  });

  it('closes the connection if a client sends its body too slowly', async () => {
    const { key } = await createKey(app);
    const answer = await raw(
      app,
      `POST /api/v1/ping HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('refuses an unknown expectation', async () => {
    const answer = await raw(app, 'GET /api/v1/ping HTTP/1.1\r\nHost: a\r\nExpect: the-unexpected\r\n\r\n');
    expect(envelopeIn(answer)).toMatchObject({ error: { details: { reason: 'unsupported_expectation' } } });
  });

  it('answers HEAD like GET, without the body', async () => {
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) =>
        fetch(`${app.baseUrl}/ping`, { method, headers: { 'x-request-id': 'same', connection: 'close' } }),
      ),
    );
    expect([head?.status, head?.headers.get('content-length'), await head?.text()]).toEqual([
      200,
      get?.headers.get('content-length'),
      '',
    ]);
  });

  it.each(['/nothing.ico', '/api', '/api/v2/products', '/%', '/%00', '/a/../../etc/passwd', '/api/v1/%ff'])(
    'answers %s with a failure in the envelope',
    async (path) => {
      const answer = await raw(app, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(envelopeIn(answer)).toMatchObject({ success: false, error: { code: expect.any(String) } });
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    },
  );

  it.each([
    ['GET', '/opportunities/%ff', 404],
    ['GET', '/products/%zz/pain-points?query=%ff', 404],
    ['DELETE', '/watchlist/%ff', 400],
  ])('checks an id that cannot be decoded like any other: %s %s', async (method, path, status) => {
    const { key } = await createKey(app);
    const answer = await call(app, method, path, { key });
    expect([answer.status, (await call(app, 'GET', '/opportunities/%ff')).status]).toEqual([status, 401]);
    expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it('answers 404 in the envelope to a whole address that cannot be parsed', async () => {
    const answer = await raw(app, 'GET http://[ HTTP/1.1\r\nHost: qualm.example\r\nConnection: close\r\n\r\n');
    expect([answer.slice(0, 12), envelopeIn(answer)]).toMatchObject(['HTTP/1.1 404', { error: { code: 'not_found' } }]);
  });

  it('sends the headers of an API response and does not reveal the server software', async () => {
    const { headers } = await call(app, 'GET', '/ping', { headers: { origin: 'https://elsewhere.example' } });
    const names = [...headers.keys()].filter((name) => !['connection', 'date', 'keep-alive'].includes(name));
    expect(names.sort()).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
      'api-version',
      'content-length',
      'content-security-policy',
      'content-type',
      'ratelimit',
      'ratelimit-policy',
      'vary',
      'x-content-type-options',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-request-id',
    ]);
  });

  it('logs one line for a request, with everything an operator needs', async () => {
    const { key, keyId, teamId } = await createKey(app);
    await call(app, 'GET', '/ping?token=t0k3n', { key, headers: { 'x-request-id': 'logged-1', cookie: 'a=s3ss10n' } });
    await call(app, 'GET', '/ping', { headers: { 'x-request-id': 'logged-2' } });
    const mine = lines.filter((line) => line.request_id === 'logged-1');
    expect(mine).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        process: 'api',
        context: 'Http',
        request_id: 'logged-1',
        lane: 'key',
        team_id: teamId,
        credential_id: keyId,
        method: 'GET',
        route: '/api/v1/ping',
        status: 200,
        duration_ms: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`t0k3n|s3ss10n|${key}`));
  });

  it('logs probes at debug level only', async () => {
    await call(app, 'GET', '/health', { headers: { 'x-request-id': 'probe-1' } });
    await call(app, 'GET', '/ping');
    expect(lines.filter((line) => line.request_id === 'probe-1')).toMatchObject([{ level: 'debug' }]);
  });
});
