import { ConnectionsService } from '#access/oauth/connections.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { createKey, type TestApp } from '../../support/app.js';
import { type ToolResult, assistant, StoredConnection, olderAssistant } from '../../support/clients/assistant.js';
import { decide, rpc, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { createReviewedProduct, ONE_REVIEW } from '../../support/reviewed-product.js';

const FREE = ['search_products', 'get_pain_points', 'get_competitors'];
const PAID = [
  ...FREE,
  'list_opportunities',
  'get_opportunity',
  'update_opportunity',
  'get_watchlist',
  'follow_product',
  'unfollow_product',
  'get_account',
  'get_credit_balance',
  'list_pitches',
];
const ALL = [...PAID, 'generate_report', 'generate_pitch', 'unlock_contact'];

let app: TestApp;
beforeAll(async () => {
  app = await startPublicApp({ worker: true });
});
afterAll(() => app.close());

describe('an official MCP client', () => {
  it.each([
    [
      'current, newest revision',
      (url: URL, memory: StoredConnection) => assistant('auto', url, { authProvider: memory }),
    ],
    [
      'current, older revision',
      (url: URL, memory: StoredConnection) => assistant('legacy', url, { authProvider: memory }),
    ],
    ['older', (url: URL, memory: StoredConnection) => olderAssistant(url, memory)],
  ])('connects from the first 401 to the disconnect: %s', async (_, make) => {
    const memory = new StoredConnection();
    const client = make(new URL('/mcp/auth', app.origin), memory);
    const person = await signUp(app, 'growth', 10);

    // Without a token the client is sent to log in: the challenge, discovery and registration work.
    await expect(client.connect()).rejects.toThrow(/unauthorized/i);
    expect(memory.authorizationUrl?.href).toContain(`${app.origin}/oauth/authorize?`);

    // The client connects with the code from the consent page.
    const { next } = await decide(memory.authorizationUrl ?? '', { email: person.email, budget: '2' });
    await client.finishAuth(next?.searchParams ?? new URLSearchParams());
    await client.connect();
    expect(await client.toolNames()).toEqual(ALL);

    // The client can spend its budget, and no more.
    const products = await Promise.all(
      [1, 2, 3].map(() => createReviewedProduct(app.database, { reviews: ONE_REVIEW })),
    );
    const answers: ToolResult[] = [];
    for (const id of products) answers.push(await client.call('generate_report', { id }));
    expect(answers.map(({ isError }) => isError === true)).toEqual([false, false, true]);
    expect(await app.get(CreditsService).balanceOf(person.teamId)).toBe(8);

    // The client refreshes an expired token by itself.
    const before = memory.saved?.access_token;
    await app.database.execute(`UPDATE oauth_artifacts SET expires_at = now() WHERE model = 'AccessToken'`);
    expect((await client.call('get_credit_balance')).structuredContent).toEqual({ data: { credits_balance: 8 } });
    expect(memory.saved?.access_token).not.toBe(before);

    // A downgrade or an upgrade takes effect with the next call.
    await app.get(TeamsService).setPlan(person.teamId, 'free');
    expect([await client.toolNames(), (await client.call('get_account')).isError]).toEqual([FREE, true]);
    await app.get(TeamsService).setPlan(person.teamId, 'starter');
    expect(await client.toolNames()).toEqual(ALL);

    // A disconnect takes effect at once, and the client warns that it discards its tokens.
    const [connection] = await app.get(ConnectionsService).list(person.teamId);
    await app.get(ConnectionsService).disconnect(connection?.id ?? '');
    const warning = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(client.toolNames()).rejects.toThrow(/unauthorized/i);
    warning.mockRestore();
    await client.close();
  });
});

describe('the list of tools', () => {
  const namesWith = async (options: { authProvider?: StoredConnection; key?: string }, path = '/mcp') => {
    const client = assistant('auto', new URL(path, app.origin), options);
    await client.connect();
    const names = await client.toolNames();
    await client.close();
    return names;
  };
  const connected = async (plan: 'free' | 'growth', budget: string) => {
    const memory = new StoredConnection();
    const client = assistant('auto', new URL('/mcp/auth', app.origin), { authProvider: memory });
    await expect(client.connect()).rejects.toThrow();
    const { email } = await signUp(app, plan);
    const { next } = await decide(memory.authorizationUrl ?? '', { email, budget });
    await client.finishAuth(next?.searchParams ?? new URLSearchParams());
    return namesWith({ authProvider: memory }, '/mcp/auth');
  };

  it('has three tools for an anonymous caller', async () => {
    expect(await namesWith({})).toEqual(FREE);
  });

  it('has three tools for a free team', async () => {
    expect(await connected('free', '5')).toEqual(FREE);
  });

  it('has twelve tools for a paid team without a budget', async () => {
    expect(await connected('growth', '0')).toEqual(PAID);
  });

  it('has fifteen tools for an API key', async () => {
    expect(await namesWith({ key: (await createKey(app)).key })).toEqual(ALL);
  });
});

describe('the progress of a report', () => {
  it.each(['auto', 'legacy'] as const)('counts the reviews for a client that asks for it: %s', async (mode) => {
    const { key } = await createKey(app, { credits: 1, spendCap: 1 });
    const product_id = await createReviewedProduct(app.database);
    const client = assistant(mode, new URL('/mcp', app.origin), { key });
    await client.connect();
    const seen: object[] = [];
    const { structuredContent } = await client.call('generate_report', { product_id }, (step) => seen.push(step));
    await client.close();
    expect(seen.at(-1)).toMatchObject({ progress: 50, total: 50, message: 'Read 50 of 50 reviews' });
    expect(structuredContent).toMatchObject({
      data: { status: 'completed', message: 'The report is complete' },
      meta: { next_step: 'Call get_pain_points with this product_id.' },
    });
  });
});

describe('the resources of a team', () => {
  const resources = async (method: string, key: string, params: object = {}) =>
    (await rpc(app, method, { path: '/mcp', token: key, params })).body.result as unknown as {
      resources: { uri: string; title: string }[];
      resourceTemplates: { uriTemplate: string }[];
      contents: { text: string }[];
    };

  it('are the watchlist and the reports of followed products', async () => {
    const { key } = await createKey(app, { credits: 1, spendCap: 1 });
    const { key: other } = await createKey(app);
    const product_id = await createReviewedProduct(app.database, { name: 'Resourceful' });
    const client = assistant('auto', new URL('/mcp', app.origin), { key });
    await client.connect();
    await client.call('follow_product', { product_id });
    await client.call('generate_report', { product_id }, () => undefined);
    await client.close();
    const listed = async (each: string) =>
      (await resources('resources/list', each)).resources.map(({ uri, title }) => [uri, title]);
    const watchlist = ['qualm://watchlist', 'Watchlist'];
    const report = [`qualm://products/${product_id}/pain-points`, 'Pain points of Resourceful'];
    expect([await listed(key), await listed(other)]).toEqual([[watchlist, report], [watchlist]]);
  });

  it("have templates for opportunities and pitches, and only the team's pitches can be read", async () => {
    const { key } = await createKey(app, { credits: 1, spendCap: 1 });
    const { key: other } = await createKey(app);
    const opportunity_id = await insertReviewOpportunity(app.database);
    const { body } = await rpc(app, 'tools/call', {
      path: '/mcp',
      token: key,
      params: { name: 'generate_pitch', arguments: { opportunity_id } },
    });
    const { data } = body.result?.structuredContent as { data: { generation_id: string } };
    const { resourceTemplates } = await resources('resources/templates/list', key);
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'qualm://products/{product_id}/pain-points',
      'qualm://opportunities/{opportunity_id}',
      'qualm://pitches/{pitch_id}',
    ]);
    const params = { uri: `qualm://pitches/${data.generation_id}` };
    const { contents } = await resources('resources/read', key, params);
    expect(contents[0]?.text).toContain(opportunity_id);
    expect((await rpc(app, 'resources/read', { path: '/mcp', token: other, params })).body.error?.message).toMatch(
      /not found/i,
    );
  });

  it('are only reports for an anonymous caller', async () => {
    const { body } = await rpc(app, 'resources/list', { path: '/mcp' });
    expect(body.result).toMatchObject({ resources: [] });
  });
});

describe('completions', () => {
  const complete = async (ref: object, argument: object, key?: string) => {
    const { body } = await rpc(app, 'completion/complete', { path: '/mcp', token: key, params: { ref, argument } });
    return (body.result as unknown as { completion: { values: string[] } }).completion.values;
  };
  const template = (uri: string) => ({ type: 'ref/resource', uri });
  const OPPORTUNITY = template('qualm://opportunities/{opportunity_id}');

  it('find products by name for prompts and ids', async () => {
    const id = await createReviewedProduct(app.database, { name: 'Completable Suite' });
    const prompt = { type: 'ref/prompt', name: 'battle_card' };
    expect(await complete(prompt, { name: 'competitor', value: 'completable' })).toEqual(['Completable Suite']);
    const report = template('qualm://products/{product_id}/pain-points');
    expect(await complete(report, { name: 'product_id', value: 'completable' })).toEqual([id]);
  });

  it('find opportunities by the beginning of the id', async () => {
    const { key } = await createKey(app);
    const id = await insertReviewOpportunity(app.database);
    expect(await complete(OPPORTUNITY, { name: 'opportunity_id', value: id.slice(0, 30) }, key)).toContain(id);
  });

  it("find only the team's own pitches", async () => {
    const { key } = await createKey(app);
    expect(await complete(template('qualm://pitches/{pitch_id}'), { name: 'pitch_id', value: '' }, key)).toEqual([]);
  });

  it('of opportunities are not offered to an anonymous caller', async () => {
    const params = { ref: OPPORTUNITY, argument: { name: 'opportunity_id', value: '' } };
    expect((await rpc(app, 'completion/complete', { path: '/mcp', params })).body.error).toMatchObject({
      code: -32602,
    });
  });
});

describe('every tool result', () => {
  it('matches its output schema, which the official client checks', async () => {
    const { key } = await createKey(app, { credits: 5, spendCap: 5 });
    const review = await insertReviewOpportunity(app.database, { productName: 'Schematic' });
    await insertPostOpportunity(app.database);
    const { id } = await app.database.one<{ id: string }>(`SELECT id FROM products WHERE name = 'Schematic'`);
    const client = assistant('auto', new URL('/mcp', app.origin), { key });
    await client.connect();
    await client.toolNames();
    const calls: [string, Record<string, unknown>][] = [
      ['search_products', { query: 'schem' }],
      ['get_pain_points', { id }],
      ['get_competitors', { id }],
      ['list_opportunities', { page_size: 2 }],
      ['get_opportunity', { id: review }],
      ['update_opportunity', { id: review, is_viewed: true }],
      ['follow_product', { product_id: id }],
      ['get_watchlist', {}],
      ['unfollow_product', { productId: id }],
      ['get_account', {}],
      ['get_credit_balance', {}],
      ['list_pitches', {}],
      ['generate_report', { id }],
      ['generate_pitch', { id: review }],
      ['unlock_contact', { id: review, field: 'email' }],
    ];
    const failed: string[] = [];
    for (const [name, args] of calls) {
      const { isError, structuredContent } = await client.call(name, args);
      if (isError || !structuredContent) failed.push(name);
    }
    await client.close();
    expect(failed).toEqual([]);
  });
});
