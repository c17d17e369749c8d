import pg from 'pg';
import { createKey, startTestApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

describe('a process that is asked to stop', () => {
  let keeper: TestApp;
  let app: TestApp;
  let rival: pg.Client;

  beforeAll(async () => {
    keeper = await startTestApp();
    app = await startTestApp({ beside: keeper, env: { SHUTDOWN_NOTICE_SECONDS: '1' } });
    rival = new pg.Client({ connectionString: keeper.testDatabase.url });
    await rival.connect();
  });
  afterAll(async () => {
    await rival.end();
    await keeper.close();
  });

  it('reports that it is not ready, completes open requests, then accepts no more', async () => {
    const { key } = await createKey(app);
    await rival.query('BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
    const underWay = fetch(`${app.baseUrl}/ping`, { headers: { authorization: `Bearer ${key}` } });
    await until(async () => (await rival.query('SELECT 1 FROM pg_locks WHERE NOT granted')).rowCount !== 0);

    const gone = app.close();
    const readiness = await fetch(`${app.baseUrl}/health/ready`);
    expect([readiness.status, await readiness.json()]).toMatchObject([
      503,
      { error: { message: 'The service is stopping' } },
    ]);

    await rival.query('COMMIT');
    const answer = await underWay;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    await gone;
    await expect(fetch(`${app.baseUrl}/health`)).rejects.toThrow('fetch failed');
  });
});
