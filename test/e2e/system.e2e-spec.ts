import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, createKey, startTestApp, type TestApp } from '../support/app.js';

describe('the system endpoints', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('answer that the service is alive', async () => {
    const { status, body } = await call(app, 'GET', '/health');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { status: 'ok', version: expect.any(String), uptime_seconds: expect.any(Number) },
    });
  });

  it('answer that every dependency is up', async () => {
    const { status, body } = await call(app, 'GET', '/health/ready');
    expect([status, body.data]).toEqual([200, { status: 'ready', dependencies: { postgres: 'up', redis: 'up' } }]);
  });

  it('tell an anonymous caller its lane', async () => {
    const { body } = await call(app, 'GET', '/ping', { headers: { 'x-request-id': 'mine-1' } });
    expect(body.data).toEqual({ lane: 'anonymous', request_id: 'mine-1' });
  });

  it('tell a key its team and plan', async () => {
    const { key, teamId } = await createKey(app, { tier: 'starter' });
    const { body } = await call(app, 'GET', '/ping', { key });
    expect(body.data).toMatchObject({ lane: 'key', team: { id: teamId }, plan: 'starter' });
  });

  it('refuse a credential that is not valid', async () => {
    const { status, body } = await call(app, 'GET', '/ping', { key: 'nonsense' });
    expect([status, body.error?.code]).toEqual([401, 'unauthorized']);
  });

  it('know no other route', async () => {
    const { status, body } = await call(app, 'PUT', '/ping');
    expect([status, body.error]).toEqual([404, { code: 'not_found', message: 'Resource not found' }]);
  });
});

describe('a service whose demo data is being loaded', () => {
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

  it('says that it is not ready, and why', async () => {
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

  it('says that it is ready once the data is there', async () => {
    writeFileSync(file, '');
    expect((await call(app, 'GET', '/health/ready')).status).toBe(200);
  });
});
