import { request } from 'node:http';
import { Registry } from 'prom-client';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ToolRunner } from '#surfaces/mcp/tool.runner.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { RawClient, rpc, type RpcBody, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const UNKNOWN = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';

let app: TestApp;
let key: string;
let productId: string;

beforeAll(async () => {
  app = await startPublicApp({ worker: true });
  ({ key } = await createKey(app, { credits: 5, spendCap: 5 }));
  productId = await createReviewedProduct(app.database, { name: 'Filebox' });
});
afterAll(() => app.close());

const callTool = async (name: string, args: object, token?: string, path = '/mcp') => {
  const { status, body } = await rpc(app, 'tools/call', { path, token, params: { name, arguments: args } });
  return { status, body, ...body.result };
};
/** The error in the text of a failed tool result. */
const errorOf = ({ content, isError }: NonNullable<RpcBody['result']>) => {
  if (!isError) throw new Error('The tool did not fail.');
  return JSON.parse(content?.[0]?.text ?? '') as Record<string, unknown>;
};

describe('the tool catalog', () => {
  it('describes the use and the price of every tool, with all four hints and both schemas', () => {
    for (const { description, hints, schema, title } of app.get(ToolRunner).tools) {
      expect(title.length).toBeGreaterThan(0);
      expect(description).toMatch(/Use it (?:to|when|before|first)/);
      expect(description).toMatch(/Free\.|Costs 1 credit/);
      expect(Object.keys(hints).sort()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint']);
      expect([schema.input.type, schema.output.type]).toEqual(['object', 'object']);
    }
  });

  it('states a cost exactly for the tools that spend credits', () => {
    const wrong = app.get(ToolRunner).tools.filter(({ operation, description }) => {
      return (operation.spends === true) !== description.includes('Costs 1 credit: ask the person first.');
    });
    expect(wrong).toEqual([]);
  });
});

describe('the definitions of all tools', () => {
  const definitions = async () => (await rpc(app, 'tools/list', { path: '/mcp', token: key })).body.result?.tools ?? [];

  it('have fewer than 24,000 characters', async () => {
    const tools = await definitions();
    expect([tools.length, JSON.stringify({ tools }).length < 24_000]).toEqual([15, true]);
  });

  it('have one type per schema, and no schema that accepts any value', async () => {
    const faults = (await definitions()).flatMap(({ name, inputSchema, outputSchema }) =>
      [inputSchema, outputSchema].flatMap((schema) => lint(schema as Schema, name)),
    );
    expect(faults).toEqual([]);
  });

  it('have one name for the id of a product and of an opportunity', async () => {
    const required = (await definitions()).map(({ name, inputSchema }) => [
      name,
      (inputSchema as { required?: string[] }).required?.filter((argument) => argument.endsWith('id')) ?? [],
    ]);
    expect(Object.fromEntries(required)).toMatchObject({
      get_pain_points: ['product_id'],
      get_competitors: ['product_id'],
      follow_product: ['product_id'],
      unfollow_product: ['product_id'],
      generate_report: ['product_id'],
      get_opportunity: ['opportunity_id'],
      update_opportunity: ['opportunity_id'],
      generate_pitch: ['opportunity_id'],
      unlock_contact: ['opportunity_id'],
    });
  });

  interface Schema {
    type?: unknown;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    oneOf?: Schema[];
  }
  /** Two portability rules of the MCP Inspector. */
  function lint(schema: Schema, path: string): string[] {
    const { type, properties = {}, items, anyOf = [], oneOf = [] } = schema;
    const own = typeof type === 'string' || anyOf.length + oneOf.length > 0 ? [] : [path];
    const inner = [...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((each) => lint(each, path));
    return [...own, ...inner, ...Object.entries(properties).flatMap(([name, each]) => lint(each, `${path}.${name}`))];
  }
});

describe('the arguments of a tool', () => {
  it.each([
    ['get_pain_points', 'product_id', 'id'],
    ['get_competitors', 'product_id', 'id'],
    ['unfollow_product', 'product_id', 'productId'],
    ['get_opportunity', 'opportunity_id', 'id'],
    ['update_opportunity', 'opportunity_id', 'id'],
    ['unlock_contact', 'opportunity_id', 'id'],
  ])('of %s may have the former name of %s', async (name, current, former) => {
    const faults = async (argument: string) => {
      const { details } = errorOf(await callTool(name, { [argument]: 'x', is_viewed: 7 }, key));
      return (details as { errors: { field: string }[] }).errors.map(({ field }) => field);
    };
    expect(await faults(current)).toContain(current);
    expect(await faults(former)).toContain(former);
  });

  it('that are missing are named as the tool shows them', async () => {
    expect(errorOf(await callTool('get_opportunity', {}, key)).message).toBe('Invalid request: opportunity_id');
  });

  it('must not name two products', async () => {
    const error = errorOf(await callTool('get_pain_points', { id: UNKNOWN, product_id: productId }));
    expect(error).toMatchObject({ details: { errors: [{ field: 'product_id', code: 'given_twice' }] } });
  });

  it.each([['nonsense'], [['id', 'review.nonsense']], [7], [Array.from({ length: 51 }, () => 'id')]])(
    'must not ask for fields that do not exist: %j',
    async (fields) => {
      const error = errorOf(await callTool('list_opportunities', { fields }, key));
      expect(error).toMatchObject({ details: { errors: [{ field: 'fields' }] } });
    },
  );

  it.each([100, 5_000, 45_000])('nested %p levels deep are invalid params', async (depth) => {
    const query = '['.repeat(depth) + ']'.repeat(depth);
    const answer = await fetch(`${app.origin}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search_products","arguments":{"query":${query}}}}`,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { jsonrpc: '2.0', id: 3, error: { code: -32602, message: expect.stringContaining('deeper') } },
    ]);
  });
});

describe('an answer', () => {
  it.each([
    ['search_products', { query: 'no such product' }, 'shorter part'],
    ['search_products', { page: 9 }, 'page 1'],
    ['list_opportunities', {}, 'no opportunities yet'],
    ['list_opportunities', { country: 'Atlantis' }, 'filters'],
    ['get_watchlist', {}, 'follow_product'],
    ['list_pitches', {}, 'generate_pitch'],
    ['unfollow_product', { product_id: UNKNOWN }, 'get_watchlist'],
  ])('of %s without content has a next step: %j', async (name, args, nextStep) => {
    const { structuredContent } = await callTool(name, args, key);
    expect(structuredContent).toMatchObject({ meta: { next_step: expect.stringContaining(nextStep) } });
  });

  it('about a product without a report or competitors has a next step for every caller', async () => {
    const lonely = await createReviewedProduct(app.database, { reviews: [] });
    await app.database.execute(`UPDATE products SET categories = '{}' WHERE id = $1`, [lonely]);
    const steps = [
      await callTool('get_pain_points', { product_id: lonely }, key),
      await callTool('get_pain_points', { product_id: lonely }),
      await callTool('get_competitors', { product_id: lonely }),
    ].map(({ structuredContent }) => (structuredContent as { meta: { next_step: string } }).meta.next_step);
    expect(steps).toEqual([
      expect.stringContaining('ask the person first'),
      expect.stringContaining('A paid team can create a report'),
      expect.stringContaining('search_products'),
    ]);
  });

  it.each([
    ['get_pain_points', { product_id: UNKNOWN }, 'search_products'],
    ['get_opportunity', { opportunity_id: UNKNOWN }, 'list_opportunities'],
    ['unlock_contact', { opportunity_id: UNKNOWN, field: 'email' }, 'list_opportunities'],
  ])('of %s for an unknown id names the source of ids', async (name, args, source) => {
    expect(errorOf(await callTool(name, args, key))).toMatchObject({
      code: 'not_found',
      next_step: expect.stringContaining(source),
    });
  });

  it('names no endpoints', async () => {
    const { key: spender } = await createKey(app, { credits: 1, spendCap: 1 });
    const product_id = await createReviewedProduct(app.database);
    const { content } = await callTool('generate_report', { product_id }, spender);
    expect(content?.[0]?.text).toContain('Call get_pain_points');
    expect(content?.[0]?.text).not.toContain('endpoint');
  });
});

describe('a tool', () => {
  it('returns the data of REST, as structure and as the same text', async () => {
    const rest = await call(app, 'GET', `/products/${productId}/pain-points`, { key });
    const { structuredContent, content } = await callTool('get_pain_points', { id: productId }, key);
    expect(structuredContent).toEqual({ data: rest.body.data, meta: expect.any(Object) });
    expect(JSON.parse(content?.[0]?.text ?? '')).toEqual(structuredContent);
  });

  it('is counted by outcome', async () => {
    const missing = 'qualm_tool_calls_total{tool="get_pain_points",outcome="not_found"}';
    const count = async () => Number((await app.get(Registry).metrics()).split(`${missing} `)[1]?.split('\n')[0] ?? 0);
    const before = await count();
    await callTool('get_pain_points', { id: UNKNOWN }, key);
    expect(await count()).toBe(before + 1);
  });

  it('gives an anonymous caller the taste and the upsell', async () => {
    const { structuredContent } = await callTool('get_pain_points', { id: productId });
    expect(structuredContent).toMatchObject({ data: { total_themes: 0 }, meta: { upsell: expect.any(String) } });
  });

  it('offers a paid team nothing that it already has', async () => {
    const answers = [await callTool('get_competitors', { product_id: productId }, key)];
    answers.push(await callTool('get_competitors', { product_id: productId }));
    const upsells = answers.map(({ structuredContent }) => (structuredContent as { meta?: object }).meta ?? {});
    expect(upsells).toEqual([
      expect.not.objectContaining({ upsell: expect.any(String) }),
      expect.objectContaining({ upsell: expect.any(String) }),
    ]);
  });

  it.each([
    ['get_pain_points', { product_id: 'Deskhand' }, 'search_products'],
    ['get_opportunity', {}, 'list_opportunities'],
  ])('%s names the source of ids if an id is missing or invalid: %j', async (name, args, source) => {
    expect(errorOf(await callTool(name, args, key))).toMatchObject({
      code: 'invalid_request',
      next_step: expect.stringMatching(new RegExp(`^Correct the arguments.* ${source}`)),
    });
  });

  it.each([5, true, {}])('says of an argument that is no text that it must be text: %j', async (query) => {
    const { details } = errorOf(await callTool('search_products', { query }));
    expect(details).toMatchObject({ errors: [{ field: 'query', message: 'query must be text' }] });
  });

  it('names every invalid argument at once, and the next step', async () => {
    const error = errorOf(await callTool('get_pain_points', { id: 'x', extra: 1 }));
    expect(error).toEqual({
      code: 'invalid_request',
      message: 'Invalid request: id, extra',
      details: {
        reason: 'validation_failed',
        errors: [
          { field: 'id', code: 'matches', message: 'id must be a UUID' },
          { field: 'extra', code: 'unknown_field', message: 'extra is not a field of this request' },
        ],
      },
      next_step: expect.stringContaining('Correct the arguments'),
    });
  });

  it('reports at most 50 invalid arguments, and their number', async () => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`argument${index}`, 1]));
    const { details } = errorOf(await callTool('search_products', many));
    const { errors, total_errors: total } = details as { errors: unknown[]; total_errors: number };
    expect([errors.length, total]).toEqual([50, 4_000]);
  });

  it('has no argument named constructor', async () => {
    const args = JSON.parse('{"constructor":{"query":"x"}}') as Record<string, unknown>;
    expect(errorOf(await callTool('search_products', args)).details).toMatchObject({
      errors: [{ field: 'constructor', code: 'unknown_field' }],
    });
  });

  it('fails with the error code of REST and without structured content', async () => {
    const result = await callTool('get_pain_points', { id: UNKNOWN });
    expect([errorOf(result).code, result.structuredContent]).toEqual(['not_found', undefined]);
  });

  it('that the caller may not use fails with a next step', async () => {
    const free = await signUp(app, 'free');
    const { access_token } = await (await RawClient.register(app)).connect(free);
    const anonymous = errorOf(await callTool('generate_report', { id: productId }));
    const unpaid = errorOf(await callTool('generate_report', { id: productId }, access_token));
    expect([anonymous, unpaid]).toMatchObject([
      { code: 'unauthorized', next_step: expect.stringContaining('/mcp/auth') },
      { code: 'forbidden', details: { reason: 'plan_required' }, next_step: expect.stringContaining('paid plan') },
    ]);
  });

  it('that does not exist is a protocol error', async () => {
    expect((await callTool('delete_everything', {})).body.error).toMatchObject({ code: -32602 });
  });

  it('asks for a spend cap if the key has none', async () => {
    const { key: capless } = await createKey(app, { credits: 5 });
    const error = errorOf(await callTool('generate_report', { id: productId }, capless));
    expect(error).toMatchObject({ code: 'forbidden', details: { reason: 'spend_cap_required' } });
  });

  it('spends credits from the same ledger as REST', async () => {
    const { key: spender } = await createKey(app, { credits: 5, spendCap: 5 });
    const products = [{ name: 'Notebox' }, { name: 'Mailbox' }].map((product) =>
      createReviewedProduct(app.database, product),
    );
    const [first, second] = (await Promise.all(products)) as [string, string];
    const { structuredContent } = await callTool('generate_report', { id: first }, spender);
    const { body } = await call(app, 'POST', `/products/${second}/generate-report`, { key: spender });
    expect([structuredContent, body.data]).toMatchObject([
      { data: { credits_remaining: 4 } },
      { credits_remaining: 3 },
    ]);
  });

  it('returns a lost pitch again without another charge', async () => {
    const { key: spender, teamId } = await createKey(app, { credits: 5, spendCap: 5 });
    const id = await insertReviewOpportunity(app.database);
    const first = await callTool('generate_pitch', { id, channels: ['email', 'call'] }, spender);
    const again = await callTool('generate_pitch', { channels: ['email', 'call'], id }, spender);
    expect(again.structuredContent?.data).toEqual(first.structuredContent?.data);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(4);
  });

  it('charges identical concurrent calls for one pitch', async () => {
    const { key: spender, teamId } = await createKey(app, { credits: 5, spendCap: 5 });
    const id = await insertReviewOpportunity(app.database);
    const calls = Array.from({ length: 8 }, () => callTool('generate_pitch', { id }, spender));
    const ids = (await Promise.all(calls)).map(({ structuredContent }) => JSON.stringify(structuredContent?.data));
    expect([new Set(ids).size, await app.get(CreditsService).balanceOf(teamId)]).toEqual([1, 4]);
  });

  it('charges for another pitch when the arguments differ', async () => {
    const { key: spender, teamId } = await createKey(app, { credits: 5, spendCap: 5 });
    const id = await insertReviewOpportunity(app.database);
    await callTool('generate_pitch', { id }, spender);
    await callTool('generate_pitch', { id, features: 'Exports that work.' }, spender);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(3);
  });

  it('stops a connection at its credit budget, in the transaction of the charge', async () => {
    const person = await signUp(app, 'growth', 10);
    const { access_token } = await (await RawClient.register(app)).connect({ ...person, budget: '2' });
    const ids = await Promise.all(
      [1, 2, 3, 4].map((n) => createReviewedProduct(app.database, { name: `Racer ${n}`, reviews: ONE_REVIEW })),
    );
    const results = await Promise.all(ids.map((id) => callTool('generate_report', { id }, access_token)));
    const refused = results.filter(({ isError }) => isError).map((result) => errorOf(result));
    expect(refused).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({
          code: 'payment_required',
          details: {
            reason: 'spend_cap_reached',
            spend_cap: 2,
            spend_used: 2,
            spend_remaining: 0,
            credits_required: 1,
          },
          next_step: expect.stringContaining('Stop spending'),
        }),
      ),
    );
  });
});

describe('prompts and resources', () => {
  it('offer the battle card to every caller and the triage to paid teams', async () => {
    const names = async (token?: string) => {
      const { body } = await rpc(app, 'prompts/list', { path: '/mcp', token });
      return (body.result as { prompts: { name: string }[] }).prompts.map(({ name }) => name);
    };
    expect([await names(), await names(key)]).toEqual([['battle_card'], ['battle_card', 'weekly_triage']]);
  });

  it('insert the names into the prompt', async () => {
    const params = { name: 'battle_card', arguments: { product: 'Dropbox', competitor: 'Box' } };
    const { body } = await rpc(app, 'prompts/get', { path: '/mcp', params });
    expect(JSON.stringify(body.result)).toContain('selling Dropbox against Box');
  });

  it('return a report with the content that the caller may see', async () => {
    const params = { uri: `qualm://products/${productId}/pain-points` };
    const { body } = await rpc(app, 'resources/read', { path: '/mcp', params });
    const [content] = (body.result as unknown as { contents: { text: string }[] }).contents;
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ data: { product: { id: productId } } });
  });

  it.each([UNKNOWN, 'x'])('answer not found for the report of product %s', async (id) => {
    const { body } = await rpc(app, 'resources/read', {
      path: '/mcp',
      params: { uri: `qualm://products/${id}/pain-points` },
    });
    expect(body.error?.message).toMatch(/not found/i);
  });
});

describe('the MCP endpoint', () => {
  const send = (init: RequestInit, path = '/mcp') => fetch(app.origin + path, { method: 'POST', ...init });
  const json = { 'content-type': 'application/json' };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' });

  it.each([
    ['a body that is not JSON', { headers: json, body: '{' }, 400, -32700],
    ['no body', { headers: json }, 400, -32600],
    ['a batch', { headers: json, body: `[${list},${list}]` }, 400, -32600],
    ['a body that is too large', { headers: json, body: JSON.stringify('x'.repeat(200_000)) }, 413, -32600],
    ['another content type', { headers: { 'content-type': 'text/plain' }, body: list }, 415, -32600],
  ])('refuses %s with a JSON-RPC error', async (_, init, status, code) => {
    const answer = await send(init);
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
    ]);
  });

  it.each([
    '"text"',
    '7',
    'null',
    '{}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_pain_points","arguments":[]}}',
  ])('never answers 500: %s', async (body) => {
    const answer = await send({ headers: json, body });
    expect(answer.status).toBeLessThan(500);
  });

  it.each(['GET', 'DELETE', 'PUT'])('does not support %s', async (method) => {
    const answer = await fetch(`${app.origin}/mcp`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('serves a client that accepts only JSON', async () => {
    const answer = await send({ headers: { ...json, accept: 'application/json' }, body: list });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);
  });

  it('acknowledges a notification', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect((await send({ headers: json, body })).status).toBe(202);
  });

  it('challenges a request to /mcp/auth without a credential, without an error code', async () => {
    const answer = await send({ headers: json, body: list }, '/mcp/auth');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${app.origin}/.well-known/oauth-protected-resource/mcp/auth", scope="mcp"`,
    ]);
  });

  it.each(['Bearer nonsense', 'Bearer qualm_live_0', 'Basic eDp5', 'Bearer', 'nonsense'])(
    'refuses the invalid credential "%s" on /mcp without starting a login',
    async (authorization) => {
      const answer = await send({ headers: { ...json, authorization }, body: list });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'Bearer error="invalid_token", error_description="The token or key is invalid, expired or revoked"',
      ]);
    },
  );

  it.each<Record<string, string>>([{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'refuses a foreign host or origin: %p',
    async (headers) => {
      expect(await statusWithHeaders(headers)).toBe(403);
    },
  );

  it.each<Record<string, string>>([{ host: 'localhost:1' }, { origin: 'http://localhost:5173' }, {}])(
    'accepts local hosts and origins: %p',
    async (headers) => {
      expect(await statusWithHeaders(headers)).toBe(200);
    },
  );

  function statusWithHeaders(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(`${app.origin}/mcp`, { method: 'POST', headers: { ...json, ...headers } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      sent.on('error', reject).end(list);
    });
  }
});

describe('rate limits', () => {
  it('are the same as those of REST, with the same counters', async () => {
    const strict = await startTestApp({ env: { PLAN_GROWTH: '500,50,2', RATE_LIMIT_ANONYMOUS: '1' } });
    try {
      const { key: scarce } = await createKey(strict);
      const overRest = await call(strict, 'GET', '/ping', { key: scarce });
      const overTools = await rpc(strict, 'tools/list', { path: '/mcp', token: scarce });
      const tooMany = await rpc(strict, 'tools/list', { path: '/mcp', token: scarce });
      expect([overRest, overTools, tooMany].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
        '1',
        '0',
        '0',
      ]);
      expect([tooMany.status, tooMany.headers.get('retry-after'), tooMany.body.error]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
        { code: -32000, message: expect.any(String), data: expect.objectContaining({ code: 'rate_limited' }) },
      ]);
      expect((await rpc(strict, 'tools/list', { path: '/mcp' })).status).toBe(200);
      expect((await call(strict, 'GET', '/ping')).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
