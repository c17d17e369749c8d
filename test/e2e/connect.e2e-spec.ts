import { ConnectionsService } from '#access/oauth/connections.service.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { createKey, type TestApp } from '../support/app.js';
import { type Answer, assistant, Memory, olderAssistant } from '../support/assistant.js';
import { decide, signUp, startPublicApp } from '../support/oauth.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../support/opportunities.js';
import { createReviewedProduct } from '../support/reviewed-product.js';

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

describe('an official client', () => {
  it.each([
    ['current, newest revision', (url: URL, memory: Memory) => assistant('auto', url, { authProvider: memory })],
    ['current, older revision', (url: URL, memory: Memory) => assistant('legacy', url, { authProvider: memory })],
    ['older', (url: URL, memory: Memory) => olderAssistant(url, memory)],
  ])('goes all the way from a 401 to a disconnect: %s', async (_, make) => {
    const memory = new Memory();
    const client = make(new URL('/mcp/auth', app.origin), memory);
    const person = await signUp(app, 'growth', 10);

    // Without a token it is sent to sign in: discovery, registration and the challenge have worked.
    await expect(client.connect()).rejects.toThrow(/unauthorized/i);
    expect(memory.authorizationUrl?.href).toContain(`${app.origin}/oauth/authorize?`);

    // With what the consent page sends back it connects.
    const { next } = await decide(memory.authorizationUrl ?? '', { email: person.email, budget: '2' });
    await client.finishAuth(next?.searchParams ?? new URLSearchParams());
    await client.connect();
    expect(await client.toolNames()).toEqual(ALL);

    // It spends, and no more than its budget.
    const products = await Promise.all([1, 2, 3].map(() => createReviewedProduct(app.database, { reviews: [] })));
    const answers: Answer[] = [];
    for (const id of products) answers.push(await client.call('generate_report', { id }));
    expect(answers.map(({ isError }) => isError === true)).toEqual([false, false, true]);
    expect(await app.get(CreditsService).balanceOf(person.teamId)).toBe(8);

    // A token that has expired is refreshed without anybody noticing.
    const before = memory.saved?.access_token;
    await app.database.execute(`UPDATE oauth_artifacts SET expires_at = now() WHERE model = 'AccessToken'`);
    expect((await client.call('get_credit_balance')).structuredContent).toEqual({ data: { credits_balance: 8 } });
    expect(memory.saved?.access_token).not.toBe(before);

    // A downgrade shows with the next call, and so does an upgrade.
    await app.get(TeamsService).setPlan(person.teamId, 'free');
    expect([await client.toolNames(), (await client.call('get_account')).isError]).toEqual([FREE, true]);
    await app.get(TeamsService).setPlan(person.teamId, 'starter');
    expect(await client.toolNames()).toEqual(ALL);

    // A disconnect is felt at once, and the client says that it forgets its tokens.
    const [connection] = await app.get(ConnectionsService).list(person.teamId);
    await app.get(ConnectionsService).disconnect(connection?.id ?? '');
    const said = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await expect(client.toolNames()).rejects.toThrow(/unauthorized/i);
    said.mockRestore();
    await client.close();
  });
});

describe('the list of tools', () => {
  const namesWith = async (options: { authProvider?: Memory; key?: string }, path = '/mcp') => {
    const client = assistant('auto', new URL(path, app.origin), options);
    await client.connect();
    const names = await client.toolNames();
    await client.close();
    return names;
  };
  const connected = async (plan: 'free' | 'growth', budget: string) => {
    const memory = new Memory();
    const client = assistant('auto', new URL('/mcp/auth', app.origin), { authProvider: memory });
    await expect(client.connect()).rejects.toThrow();
    const { email } = await signUp(app, plan);
    const { next } = await decide(memory.authorizationUrl ?? '', { email, budget });
    await client.finishAuth(next?.searchParams ?? new URLSearchParams());
    return namesWith({ authProvider: memory }, '/mcp/auth');
  };

  it('has three tools for anybody', async () => {
    expect(await namesWith({})).toEqual(FREE);
  });

  it('has three for a free team', async () => {
    expect(await connected('free', '5')).toEqual(FREE);
  });

  it('has twelve for a paid team without a budget', async () => {
    expect(await connected('growth', '0')).toEqual(PAID);
  });

  it('has fifteen for an API key', async () => {
    expect(await namesWith({ key: (await createKey(app)).key })).toEqual(ALL);
  });
});

describe('every answer', () => {
  it('fits the schema it was announced with, as the official client checks', async () => {
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
