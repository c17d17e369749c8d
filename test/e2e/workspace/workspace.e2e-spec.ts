import { randomUUID } from 'node:crypto';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
let app: TestApp;
let products: string[];

beforeAll(async () => {
  app = await startTestApp();
  await importLines(
    app,
    ProductsImporter,
    Array.from({ length: 60 }, (_, index) => ({ name: `Product ${index}` })),
  );
  const rows = await app.database.query<{ id: string }>('SELECT id FROM products ORDER BY id');
  products = rows.map(({ id }) => id);
});
afterAll(() => app.close());

const follow = (key: string, product_id: unknown) => call(app, 'POST', '/watchlist', { key, body: { product_id } });

describe('the watchlist', () => {
  it('follows a product once when the request is repeated', async () => {
    const { key } = await createKey(app);
    const answers = [await follow(key, products[0]), await follow(key, products[0])];
    expect(answers.map(({ body }) => body.data)).toEqual([
      { followed: true, already_following: false },
      { followed: true, already_following: true },
    ]);
  });

  it('lists the most recently followed product first, page by page', async () => {
    const { key } = await createKey(app);
    for (const product of products.slice(0, 3)) await follow(key, product);
    const { body } = await call(app, 'GET', '/watchlist?page_size=2', { key });
    expect([(body.data as { id: string }[]).map(({ id }) => id), body.meta]).toEqual([
      [products[2], products[1]],
      { pagination: { page: 1, page_size: 2, has_more: true } },
    ]);
  });

  it('refuses to exceed the limit of the plan with a clear message', async () => {
    const { key } = await createKey(app, { tier: 'starter' });
    for (const product of products.slice(0, 10)) await follow(key, product);
    const { status, body } = await follow(key, products[10]);
    expect([status, body.error]).toEqual([
      403,
      {
        code: 'forbidden',
        message: expect.any(String),
        details: { reason: 'product_limit_reached', limit: 10, current: 10, upgrade_required: true },
      },
    ]);
  });

  it('has the limit of the free plan when the subscription has ended', async () => {
    const team = { id: randomUUID(), tier: 'growth', status: 'canceled' } as const;
    expect(await app.get(WatchlistService).useOf(team)).toMatchObject({ limit: 3 });
    expect(await app.get(WatchlistService).useOf({ ...team, status: 'past_due' })).toMatchObject({ limit: 50 });
  });

  it('accepts a product that is already followed at the limit', async () => {
    const { key } = await createKey(app, { tier: 'starter' });
    for (const product of products.slice(0, 10)) await follow(key, product);
    expect((await follow(key, products[0])).status).toBe(200);
  });

  it('does not exceed the limit with 50 concurrent requests', async () => {
    const { key } = await createKey(app, { tier: 'starter' });
    const answers = await Promise.all(products.slice(0, 50).map((product) => follow(key, product)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('does not find an unknown product', async () => {
    const { key } = await createKey(app);
    expect((await follow(key, UNKNOWN)).status).toBe(404);
  });

  it.each([['nonsense'], [null], [7], [undefined]])('refuses %j as a product id', async (id) => {
    const { key } = await createKey(app);
    expect((await follow(key, id)).status).toBe(400);
  });

  it('unfollows once, and returns false afterwards', async () => {
    const { key } = await createKey(app);
    await follow(key, products[0]);
    const unfollow = () => call(app, 'DELETE', `/watchlist/${products[0]}`, { key });
    expect([(await unfollow()).body.data, (await unfollow()).body.data]).toEqual([
      { unfollowed: true },
      { unfollowed: false },
    ]);
  });

  it('answers 400 for a malformed id to unfollow, and 200 for an unknown one', async () => {
    const { key } = await createKey(app);
    const answers = [
      await call(app, 'DELETE', '/watchlist/nonsense', { key }),
      await call(app, 'DELETE', `/watchlist/${UNKNOWN}`, { key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [400, undefined],
      [200, { unfollowed: false }],
    ]);
  });
});

describe('the account', () => {
  it('shows plan, credits and watchlist', async () => {
    const { key, teamId } = await createKey(app, { tier: 'growth', credits: 7 });
    await follow(key, products[0]);
    const { body } = await call(app, 'GET', '/account', { key });
    expect(body.data).toEqual({
      livemode: true,
      team: { id: teamId, name: 'Team growth' },
      subscription: { tier: 'growth', status: 'active', renews_on: expect.any(String) },
      credits: { balance: 7, period_used: 0, held: 0, pools: [], monthly_max: 500, refill_on: expect.any(String) },
      spend_remaining: 0,
      watchlist: { used: 1, limit: 50, remaining: 49 },
    });
  });

  it('says what the cap of the key leaves', async () => {
    const { key } = await createKey(app, { credits: 50, spendCap: 20 });
    const { body } = await call(app, 'GET', '/account', { key });
    expect(body.data).toMatchObject({ spend_remaining: 20, credits: { balance: 50 } });
  });

  it('has one date for renewal and refill', async () => {
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', '/account', { key });
    const { subscription, credits } = body.data as {
      subscription: { renews_on: string };
      credits: { refill_on: string };
    };
    expect(subscription.renews_on).toBe(credits.refill_on);
  });

  it('refuses the key of a team whose plan has ended', async () => {
    const { key, teamId } = await createKey(app);
    await app.get(TeamsService).setPlan(teamId, 'free');
    const { status, body } = await call(app, 'GET', '/account', { key });
    expect([status, body.error?.details]).toEqual([403, { reason: 'plan_required' }]);
  });

  it('shows only the balance', async () => {
    const { key } = await createKey(app, { credits: 3 });
    expect((await call(app, 'GET', '/credit-balance', { key })).body.data).toEqual({ credits_balance: 3 });
  });
});

describe('the sender profile', () => {
  const EMPTY = {
    company: null,
    product: null,
    what_it_does: null,
    for_whom: null,
    name: null,
    role: null,
    signature: null,
    tone: null,
  };
  const change = (key: string, body: unknown) => call(app, 'PATCH', '/account/sender-profile', { key, body });

  it('is empty until the team fills it in', async () => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', '/account/sender-profile', { key });
    expect([status, body.data]).toEqual([200, EMPTY]);
  });

  it('keeps absent fields, trims text, and clears a field that is null or blank', async () => {
    const { key } = await createKey(app);
    await change(key, { company: ' Acme ', product: 'Export', signature: 'Ada\nAcme', role: 'Founder' });
    const { body } = await change(key, { product: null, role: '  ', tone: 'formal' });
    const after = { ...EMPTY, company: 'Acme', signature: 'Ada\nAcme', tone: 'formal' };
    expect([body.data, (await call(app, 'GET', '/account/sender-profile', { key })).body.data]).toEqual([after, after]);
  });

  it('stores concurrent changes of different fields', async () => {
    const { key } = await createKey(app);
    const changes = Object.keys(EMPTY).map((field) => change(key, { [field]: field }));
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 200));
    const { body } = await call(app, 'GET', '/account/sender-profile', { key });
    expect(body.data).toEqual(Object.fromEntries(Object.keys(EMPTY).map((field) => [field, field])));
  });

  it('belongs to one team', async () => {
    const [one, other] = [await createKey(app), await createKey(app)];
    await change(one.key, { company: 'Acme' });
    expect((await call(app, 'GET', '/account/sender-profile', { key: other.key })).body.data).toEqual(EMPTY);
  });

  it.each<[unknown, string[]]>([
    [{ company: 'x'.repeat(201) }, ['company']],
    [{ signature: 'x'.repeat(1_001), tone: 7 }, ['signature', 'tone']],
    [{ company: 'a\0b' }, ['company']],
    [{ what_it_does: ['x'] }, ['what_it_does']],
    [{ website: 'acme.example' }, ['website']],
  ])('refuses %j', async (body, fields) => {
    const { key } = await createKey(app);
    const answer = await change(key, body);
    const details = answer.body.error?.details as { errors: { field: string }[] };
    expect([answer.status, details.errors.map(({ field }) => field)]).toEqual([400, fields]);
  });

  it('needs a key', async () => {
    expect((await call(app, 'PATCH', '/account/sender-profile', { body: {} })).status).toBe(401);
  });
});
