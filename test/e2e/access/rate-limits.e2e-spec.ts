import { setTimeout as wait } from 'node:timers/promises';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { CHROMIUM, launchChromium, visitor } from '../../support/chromium.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { unseenInLooks } from '../../support/looks.js';
import { type TcpProxy, startTcpProxy } from '../../support/stand-ins/tcp-proxy.js';

const UNKNOWN_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe('rate limits', () => {
  let app: TestApp;
  let other: TestApp;
  const env = {
    TRUSTED_PROXY_HOPS: '1',
    RATE_LIMIT_ANONYMOUS: '3',
    RATE_LIMIT_BROWSER: '5',
    RATE_LIMIT_SPENDING: '2',
    RATE_LIMIT_TEST_SPENDING: '4',
    PLAN_GROWTH: '500,50,5',
    RATE_LIMIT_WINDOW_SECONDS: '600',
  };

  beforeAll(async () => {
    app = await startTestApp({ env });
    other = await startTestApp({ env, beside: app });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const statuses = async (count: number, ask: (index: number) => Promise<{ status: number }>) => {
    const seen: number[] = [];
    for (let index = 0; index < count; index++) seen.push((await ask(index)).status);
    return seen;
  };

  /** Calls of an action that costs a credit the first time and is free afterwards. */
  const spending = async () => {
    const id = await createReviewedProduct(app.database);
    return (key: string, headers: Record<string, string> = {}) =>
      call(app, 'POST', `/products/${id}/generate-report`, { key, headers });
  };

  it('are reported in headers, with the time to retry and a link to the explanation', async () => {
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await call(app, 'GET', '/ping', from('192.0.2.1')));
    const headers = answers.map((answer) =>
      ['limit', 'remaining'].map((name) => answer.headers.get(`x-ratelimit-${name}`)),
    );
    expect(headers).toEqual([
      ['3', '2'],
      ['3', '1'],
      ['3', '0'],
      ['3', '0'],
    ]);
    const [first, last] = [answers[0], answers[3]];
    const now = Date.now() / 1_000;
    const reset = Number(last?.headers.get('x-ratelimit-reset'));
    const retryAfter = Number(last?.headers.get('retry-after'));
    expect([first?.headers.get('retry-after'), Number.isInteger(reset), Number.isInteger(retryAfter)]).toEqual([
      null,
      true,
      true,
    ]);
    expect(Math.abs(reset - now - retryAfter)).toBeLessThan(3);
    expect(['ratelimit-policy', 'ratelimit', 'link'].map((name) => last?.headers.get(name))).toEqual([
      '"default";q=3;w=600',
      `"default";r=0;t=${retryAfter}`,
      expect.stringMatching(/\/docs\/errors#rate_limited>; rel="help"$/),
    ]);
    expect([last?.status, last?.body.error]).toEqual([
      429,
      {
        code: 'rate_limited',
        message: `Rate limit exceeded; try again in ${retryAfter} s`,
        details: { retry_after_seconds: retryAfter, limit: 3, remaining: 0 },
      },
    ]);
  });

  it('count an address across all processes', async () => {
    const seen = await statuses(4, (index) => call(index % 2 ? app : other, 'GET', '/ping', from('192.0.2.2')));
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it('count concurrent requests one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(app, 'GET', '/ping', from('192.0.2.3'))));
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort();
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
    expect(remaining).toEqual([0, 0, 0, 0, 1, 2]);
  });

  it('are checked before 401, and count guessed keys by address', async () => {
    const seen = await statuses(4, (index) =>
      call(app, 'GET', '/account', { ...from('192.0.2.4'), key: `qualm_live_${String(index).repeat(64)}` }),
    );
    expect(seen).toEqual([401, 401, 401, 429]);
  });

  it('count unknown paths too', async () => {
    expect(await statuses(4, () => call(app, 'GET', '/no-such-thing', from('192.0.2.5')))).toEqual([
      404, 404, 404, 429,
    ]);
  });

  it('B13: count pages apart from calls, with a separate limit and a page that states when to retry', async () => {
    const load = () => fetch(`${app.baseUrl.replace('/api/v1', '')}/products`, from('192.0.2.6'));
    expect(await statuses(5, load)).toEqual([200, 200, 200, 200, 200]);
    const refused = await load();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(await refused.text()).toMatch(/aria-label="Main".*try again in \d+ s/s);
    expect((await call(app, 'GET', '/ping', from('192.0.2.6'))).status).toBe(200);
  });

  it.each([
    ['GET', '/join/x'],
    ['GET', '/reset/x'],
    ['GET', '/verify/x'],
    ['GET', '/change-email/x'],
    ['GET', '/undo-email/x'],
    ['GET', '/privacy/x'],
    ['GET', '/login'],
    ['GET', '/docs'],
    ['GET', '/llms-full.txt'],
    ['GET', '/guide.md'],
    ['GET', '/api/v1/changelog.atom'],
    ['GET', '/api/v1/digests/x'],
    ['POST', '/oauth/token'],
  ])('count %s %s by address', async (method, path) => {
    const headers = from(`198.51.100.${path.length + (path.charCodeAt(1) % 8) * 20}`).headers;
    const load = () => fetch(`${app.origin}${path}`, { method, headers, redirect: 'manual' });
    const seen = await statuses(6, load);
    expect([seen.slice(0, 5).includes(429), seen[5]]).toEqual([false, 429]);
  });

  (CHROMIUM ? it : it.skip)('B13: say in every look of a page when to come back', async () => {
    const browser = await launchChromium();
    const { headers: extraHTTPHeaders } = from('192.0.2.7');
    const { context, page } = await visitor(browser, app, { extraHTTPHeaders, javaScriptEnabled: false });
    await statuses(5, async () => {
      const answer = await context.request.get('/products');
      return { status: answer.status() };
    });
    expect((await page.goto('/products'))?.status()).toBe(429);
    const faults = await unseenInLooks(page, /try again in \d+ s/);
    await browser.close();
    expect(faults).toEqual([]);
  });

  it('count reads of the progress of reports by address, apart from pages', async () => {
    const read = () => fetch(`${app.origin}/products/${UNKNOWN_ID}/progress`, from('192.0.2.78'));
    const reads = await Promise.all(Array.from({ length: 245 }, read));
    const seen = reads.map(({ status }) => status).sort((a, b) => a - b);
    const page = await fetch(`${app.origin}/products`, from('192.0.2.78'));
    expect([page.status, seen.slice(0, 240), seen.slice(240)]).toEqual([
      200,
      Array.from({ length: 240 }, () => 404),
      [429, 429, 429, 429, 429],
    ]);
  });

  it('count each key separately, from any address, with the limit of its plan', async () => {
    const { key, teamId } = await createKey(app);
    const { key: second } = await createKey(app, { teamId });
    const seen = await statuses(6, (index) => call(app, 'GET', '/ping', { key, ...from(`192.0.2.${index}`) }));
    expect(seen).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await call(app, 'GET', '/ping', { key: second })).status).toBe(200);
  });

  it('have a separate, lower limit for paid actions', async () => {
    const { key } = await createKey(app, { spendCap: 5, credits: 5 });
    const spend = await spending();
    const answers = [await spend(key), await spend(key), await spend(key)];
    expect(answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-limit')])).toEqual([
      [200, '2'],
      [200, '2'],
      [429, '2'],
    ]);
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"spending";q=2;w=600');
    expect((await call(app, 'GET', '/ping', { key })).status).toBe(200);
  });

  it('have a limit for the paid actions of all keys of a team', async () => {
    const { key, teamId } = await createKey(app, { spendCap: 5, credits: 5 });
    const keys = [key];
    while (keys.length < 4) keys.push((await createKey(app, { teamId, spendCap: 5 })).key);
    const spend = await spending();
    expect(await statuses(7, (index) => spend(keys[index >> 1] ?? ''))).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });

  it('do not count refusals and replays of an Idempotency-Key as paid actions', async () => {
    const { key } = await createKey(app, { spendCap: 5, credits: 5 });
    const spend = await spending();
    const refused = () => call(app, 'POST', `/products/${UNKNOWN_ID}/generate-report`, { key });
    const headers = { 'idempotency-key': 'the-same' };
    const answers = [await spend(key, headers), await spend(key, headers), await refused()];
    answers.push(await spend(key), await spend(key));
    expect(answers.map(({ status, headers: of }) => [status, of.get('x-ratelimit-remaining')])).toEqual([
      [200, '1'],
      [200, '1'],
      [404, '1'],
      [200, '0'],
      [429, '0'],
    ]);
  });

  it('are higher for the paid actions of test mode', async () => {
    const { key } = await createKey(app, { test: true, spendCap: 500 });
    const answer = await call(app, 'POST', `/products/${sandboxId(101)}/generate-report`, { key });
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"spending";q=4;w=600']);
  });

  it('name the limit of test mode in the 429 that an id of the sandbox forces', async () => {
    const { key } = await createKey(app, { test: true, spendCap: 500 });
    const { body } = await call(app, 'POST', `/products/${sandboxId(107)}/generate-report`, { key });
    expect(body.error?.details).toMatchObject({ limit: 4, remaining: 0 });
  });

  it('count an IPv6 address by its /64 network', async () => {
    const seen = await statuses(4, (index) => call(app, 'GET', '/ping', from(`2001:db8:1:2:${index}::1`)));
    expect(seen).toEqual([200, 200, 200, 429]);
    expect((await call(app, 'GET', '/ping', from('2001:db8:1:3::1'))).status).toBe(200);
  });

  it('count an IPv4-mapped IPv6 address as the IPv4 address', async () => {
    const addresses = ['192.0.2.60', '::ffff:192.0.2.60', '::ffff:c000:023c', '192.0.2.60'];
    expect(await statuses(4, (index) => call(app, 'GET', '/ping', from(addresses[index] ?? '')))).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('use only the address that the trusted proxy wrote', async () => {
    const seen = await statuses(4, (index) => call(app, 'GET', '/ping', from(`203.0.113.${index}, 192.0.2.70`)));
    expect(seen).toEqual([200, 200, 200, 429]);
  });

  it('ignore X-Forwarded-For if no proxy is trusted', async () => {
    const direct = await startTestApp({ env: { RATE_LIMIT_ANONYMOUS: '3' } });
    const seen = await statuses(4, (index) => call(direct, 'GET', '/ping', from(`203.0.113.${index}`)));
    await direct.close();
    expect(seen).toEqual([200, 200, 200, 429]);
  });
});

describe('while Redis is down', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let app: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startTcpProxy(database.redisUrl);
    app = await startTestApp({
      env: {
        REDIS_URL: proxy.url,
        RATE_LIMIT_ANONYMOUS: '3',
        TRUSTED_PROXY_HOPS: '1',
        RATE_LIMIT_WINDOW_SECONDS: '600',
      },
    });
  });
  afterAll(async () => {
    proxy.restore();
    await app.close();
    await proxy.close();
    await database.drop();
  });

  it('reads continue under a local limit, paid actions are refused without a charge, and both recover', async () => {
    const { key, teamId } = await createKey(app, { spendCap: 5, credits: 5 });
    const spend = () => call(app, 'POST', `/products/${UNKNOWN_ID}/generate-report`, { key });
    expect((await spend()).status).toBe(404);

    proxy.cut();
    const reads = [];
    for (let i = 0; i < 4; i++) reads.push((await call(app, 'GET', '/products', from('192.0.2.90'))).status);
    expect(reads).toEqual([200, 200, 200, 429]);
    const refused = await spend();
    expect([refused.status, refused.body.error]).toEqual([
      500,
      { code: 'internal_error', message: 'Spending is paused for a moment; no credit was charged' },
    ]);
    expect(await app.get(CreditsService).balanceOf(teamId)).toBe(5);
    const ready = await fetch(`${app.baseUrl}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { data: { status: 'ready', dependencies: { postgres: 'up', redis: 'down' } } },
    ]);

    proxy.restore();
    while ((await spend()).status === 500) await wait(50);
    expect((await call(app, 'GET', '/products', from('192.0.2.90'))).headers.get('x-ratelimit-remaining')).toBe('2');
  });
});
