import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION } from '#config/version.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import type { ChangelogEntry } from '#surfaces/reference/changelog.operations.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';

describe('the system endpoints', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('report that the service is alive', async () => {
    const { status, body } = await call(app, 'GET', '/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { status: 'ok', version: expect.any(String), uptime_seconds: expect.any(Number) },
    });
  });

  it('report that every dependency is up', async () => {
    const { status, body } = await call(app, 'GET', '/health/ready');
    expect([status, body.data]).toEqual([200, { status: 'ready', dependencies: { postgres: 'up', redis: 'up' } }]);
  });

  it('list the changes of the API, newest first, whose date every answer has', async () => {
    const { headers, body } = await call(app, 'GET', '/changelog?page_size=100');
    const changes = body.data as ChangelogEntry[];
    expect([headers.get('api-version'), changes[0]?.date]).toEqual([API_VERSION, API_VERSION]);
    expect(changes.map(({ date }) => date)).toEqual(
      changes
        .map(({ date }) => date)
        .toSorted()
        .reverse(),
    );
    const read: string[] = [];
    for (let cursor: string | null = 'start'; cursor;) {
      const page = await call(app, 'GET', `/changelog?page_size=2&cursor=${cursor}`);
      read.push(...(page.body.data as ChangelogEntry[]).map(({ id }) => id));
      cursor = (page.body.meta as { pagination: { next_cursor: string | null } }).pagination.next_cursor;
    }
    expect(read).toEqual([...new Set(changes.map(({ id }) => id))]);
    const declared = app.get(RouteRegistry).operationRoutes();
    const unknown = changes.flatMap(({ operations }) =>
      operations.filter((id) => !declared.some(({ operation }) => operation.id === id)),
    );
    expect(unknown).toEqual([]);
    expect((await call(app, 'GET', '/nothing')).headers.get('api-version')).toBe(API_VERSION);
  });

  it('name in the changelog every operation that the first version did not have', async () => {
    const first = [
      ...['search_products', 'get_pain_points', 'get_competitors', 'generate_report', 'list_opportunities'],
      ...['get_opportunity', 'update_opportunity', 'generate_pitch', 'unlock_contact', 'list_pitches', 'get_pitch'],
      ...['get_watchlist', 'follow_product', 'unfollow_product', 'get_account', 'get_credit_balance', 'ping'],
    ];
    const { body } = await call(app, 'GET', '/changelog?page_size=100');
    const named = (body.data as ChangelogEntry[]).flatMap(({ operations }) => operations);
    const ids = app
      .get(RouteRegistry)
      .operationRoutes()
      .map(({ operation }) => operation.id);
    expect(ids.filter((id) => ![...first, ...named].includes(id))).toEqual([]);
  });

  it('show an anonymous caller its lane', async () => {
    const { body } = await call(app, 'GET', '/ping', { headers: { 'x-request-id': 'mine-1' } });
    expect(body.data).toEqual({ lane: 'anonymous', livemode: true, request_id: 'mine-1' });
  });

  it('show a key its team and plan', async () => {
    const { key, teamId } = await createKey(app, { tier: 'starter' });
    const { body } = await call(app, 'GET', '/ping', { key });
    expect(body.data).toMatchObject({ lane: 'key', team: { id: teamId }, plan: 'starter' });
  });

  it('name the parameters that they ignore, although they have no parameters', async () => {
    const { body } = await call(app, 'GET', '/ping?page=2');
    expect(body.meta).toEqual({ ignored_parameters: [{ name: 'page', did_you_mean: null }] });
  });

  it('refuse an invalid credential', async () => {
    const { status, body } = await call(app, 'GET', '/ping', { key: 'nonsense' });
    expect([status, body.error?.code]).toEqual([401, 'unauthorized']);
  });

  it('answer 404 for an unknown route', async () => {
    const { status, body } = await call(app, 'PUT', '/ping');
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'Resource not found' }]);
  });
});

describe('a service that is loading its demo data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ready-'));
  const file = join(folder, 'ready');
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { READY_FILE: file } });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('reports that it is not ready, with the reason', async () => {
    const { status, body } = await call(app, 'GET', '/health/ready');
    expect([status, body.error]).toEqual([
      503,
      {
        code: 'internal_error',
        message: 'The demo data is being loaded',
        details: { dependencies: { postgres: 'up', redis: 'up' }, demo_data: 'loading' },
      },
    ]);
  });

  it('reports that it is ready once the data is loaded', async () => {
    writeFileSync(file, '');
    expect((await call(app, 'GET', '/health/ready')).status).toBe(200);
  });
});
