import type { Ping } from '#surfaces/ops/system.operations.js';
import { call, createKey, startTestApp, type TestApp } from '../../../test/support/app.js';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  ({ key } = await createKey(app));
});

afterAll(() => app.close());

const post = (path: string, body: object) =>
  fetch(`${app.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });

describe('a token', () => {
  it('in the query of a REST route counts for nothing', async () => {
    expect((await call(app, 'GET', `/ping?access_token=${key}`)).body.data).toMatchObject({ lane: 'anonymous' });
  });

  it('in the body of a REST route counts for nothing', async () => {
    expect((await post('/api/v1/watchlist', { product_id: 'x', access_token: key })).status).toBe(401);
  });

  it('in the query of the tool protocol counts for nothing', async () => {
    expect((await post(`/mcp/auth?access_token=${key}`, listOfTools)).status).toBe(401);
  });

  it('in the body of the tool protocol counts for nothing', async () => {
    expect((await post('/mcp/auth', { ...listOfTools, access_token: key })).status).toBe(401);
  });

  it('beside another in the query is the one that counts', async () => {
    const { body } = await call(app, 'GET', '/ping?access_token=other', { key });
    expect(body.data).toMatchObject({ lane: 'key' });
  });

  it('among others that arrive at once speaks for its own team alone', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => createKey(app)));
    const asked = [...keys, null, ...keys, null].flatMap((each) => [each, each]);
    const answers = await Promise.all(
      asked.map((each) => call(app, 'GET', '/ping', { key: each?.key ?? `qualm_live_${'0'.repeat(64)}` })),
    );
    expect(answers.map(({ status, body }) => [status, (body.data as Ping | undefined)?.team?.id])).toEqual(
      asked.map((each) => (each ? [200, each.teamId] : [401, undefined])),
    );
  });

  it('is read whatever the case of the scheme', async () => {
    const { body } = await call(app, 'GET', '/ping', { headers: { authorization: `bEARER ${key}` } });
    expect(body.data).toMatchObject({ lane: 'key' });
  });
});

const listOfTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
