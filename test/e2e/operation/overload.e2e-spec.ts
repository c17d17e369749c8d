import type { PoolClient } from 'pg';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { until } from '../../support/until.js';

const REQUESTS = 200;
const POOL = 2;

describe('a process with too much to do', () => {
  let app: TestApp;
  let key: string;
  let held: PoolClient[];

  beforeAll(async () => {
    app = await startTestApp({ env: { DATABASE_POOL_SIZE: String(POOL), SHED_AFTER_MS: '1' } });
    ({ key } = await createKey(app, { credits: 5, spendCap: 5 }));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    // Nobody else gets a connection to the database.
    held = await Promise.all(Array.from({ length: POOL }, () => app.database.pool.connect()));
  });
  afterEach(() => held.splice(0).forEach((client) => client.release()));

  /** An answer whose body is not read would hold its connection, and with it the end of the process. */
  const read = async (): Promise<Response> => {
    const answer = await fetch(`${app.baseUrl}/opportunities`, { headers: { authorization: `Bearer ${key}` } });
    return new Response(await answer.text(), answer);
  };
  const isOver = () =>
    until(async () => {
      const probe = new AbortController();
      const answer = await Promise.race([
        fetch(`${app.baseUrl}/opportunities`, { headers: { authorization: `Bearer ${key}` }, signal: probe.signal }),
        new Promise<null>((resolve) => setTimeout(resolve, 50, null)),
      ]).catch(() => null);
      probe.abort();
      return answer?.status === 503;
    });

  it('refuses new requests with a pause, answers probes, and ends what it has taken', async () => {
    const answers = Array.from({ length: REQUESTS }, read);
    await isOver();
    const refused = await read();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0, await refused.json()]).toEqual([
      ...[503, true],
      {
        success: false,
        error: expect.objectContaining({ code: 'internal_error', details: { reason: 'overloaded' } }) as object,
      },
    ]);
    expect((await fetch(`${app.baseUrl}/health`)).status).toBe(200);
    held.splice(0).forEach((client) => client.release());
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const answered = statuses.filter((status) => status === 200).length;
    expect([answered >= 64, statuses.filter((status) => status === 503).length]).toEqual([true, REQUESTS - answered]);
    await until(async () => (await read()).status === 200);
  });

  it('charges nothing for a purchase that it refuses', async () => {
    const answers = Array.from({ length: REQUESTS }, read);
    await isOver();
    const path = `${app.baseUrl}/products/01890a5d-ac96-774b-bcce-b302099a8057/generate-report`;
    const refused = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
    held.splice(0).forEach((client) => client.release());
    await Promise.all(answers);
    await until(async () => (await read()).status === 200);
    const { body } = await call(app, 'GET', '/account', { key });
    expect([refused.status, body.data]).toEqual([
      503,
      expect.objectContaining({ credits: expect.objectContaining({ balance: 5, period_used: 0 }) as object }),
    ]);
  });
});
