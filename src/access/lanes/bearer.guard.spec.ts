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
  it('is ignored in the query of a REST route', async () => {
    expect((await call(app, 'GET', `/ping?access_token=${key}`)).body.data).toMatchObject({ lane: 'anonymous' });
  });

  it('is ignored in the body of a REST route', async () => {
    expect((await post('/api/v1/watchlist', { product_id: 'x', access_token: key })).status).toBe(401);
  });

  it('is ignored in the query of an MCP request', async () => {
    expect((await post(`/mcp/auth?access_token=${key}`, listOfTools)).status).toBe(401);
  });

  it('is ignored in the body of an MCP request', async () => {
    expect((await post('/mcp/auth', { ...listOfTools, access_token: key })).status).toBe(401);
  });

  it('in the header takes effect despite another token in the query', async () => {
    const { body } = await call(app, 'GET', '/ping?access_token=other', { key });
    expect(body.data).toMatchObject({ lane: 'key' });
  });

  it('identifies its own team when several tokens arrive at the same time', async () => {
    const keys = await Promise.all([1, 2, 3].map(() => createKey(app)));
    const asked = [...keys, null, ...keys, null].flatMap((each) => [each, each]);
    const answers = await Promise.all(
      asked.map((each) => call(app, 'GET', '/ping', { key: each?.key ?? `qualm_live_${'0'.repeat(64)}` })),
    );
    expect(answers.map(({ status, body }) => [status, (body.data as Ping | undefined)?.team?.id])).toEqual(
      asked.map((each) => (each ? [200, each.teamId] : [401, undefined])),
    );
  });

  it('is accepted with a scheme in any case', async () => {
    const { body } = await call(app, 'GET', '/ping', { headers: { authorization: `bEARER ${key}` } });
    expect(body.data).toMatchObject({ lane: 'key' });
  });
});

const listOfTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
