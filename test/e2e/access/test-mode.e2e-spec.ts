import { randomBytes } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { SCOPES } from '#access/policy/key.scopes.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ApiKeyUses } from '#access/api-keys/api-key-uses.js';
import type { ApiKeyView } from '#access/api-keys/api-keys.operations.js';
import type { FixtureView } from '#access/test-mode/test-mode.operations.js';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { API_VERSION } from '#config/version.js';
import type { FilterValues } from '#workspace/opportunities/filters.operations.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { TEAM_EVENT_TYPES } from '#accounts/events/team-event.definition.js';
import type { EventView } from '#accounts/events/team-events.operations.js';
import type { WebhookDeliveryView } from '#accounts/webhooks/webhook-deliveries.operations.js';
import type { WebhookEndpointWithSecret } from '#accounts/webhooks/webhook-endpoints.operations.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { ReportDifference } from '#market/report-insights/report-history.operations.js';
import type { ProductView } from '#market/products/products.operations.js';
import type { Ping } from '#surfaces/ops/system.operations.js';
import type { LedgerEntry } from '#workspace/usage/usage.operations.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { type ApiResponse, call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { textOf } from '../../support/browser.js';
import { spawnCommand } from '../../support/command-line.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { rpc } from '../../support/clients/oauth.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

const ENV = { EGRESS_ALLOWED_CIDRS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,0,0,0,0' };

let app: TestApp;
let receiver: StandIn;
let live: { teamId: string; key: string; opportunityId: string };

beforeAll(async () => {
  app = await startTestApp({ worker: true, env: { ...ENV, ENCRYPTION_KEYS: randomBytes(32).toString('base64') } });
  receiver = await startStandIn(json(500, {}));
  const { teamId, key } = await createKey(app, { credits: 5, spendCap: 5, scopes: SCOPES });
  live = { teamId, key, opportunityId: await insertReviewOpportunity(app.database) };
});
afterAll(async () => {
  await receiver.close();
  await app.close();
});

/** A test key of a new team, or of `teamId`. */
const createTestKey = (options: Parameters<typeof createKey>[1] = {}) =>
  createKey(app, { test: true, spendCap: 500, scopes: SCOPES, ...options });

const dataOf = <Data>({ body }: ApiResponse): Data => body.data as Data;

const unlock = (key: string, number: number, body: object = { field: 'email' }) =>
  call(app, 'POST', `/opportunities/${sandboxId(number)}/unlock-contact`, { key, body });
const pitch = (key: string, number: number) =>
  call(app, 'POST', `/opportunities/${sandboxId(number)}/generate-pitch`, { key, body: {} });
const generate = (key: string, number: number) =>
  call(app, 'POST', `/products/${sandboxId(number)}/generate-report`, { key });
const reportOf = async (key: string, number: number) =>
  dataOf<PainPointsReport>(await call(app, 'GET', `/products/${sandboxId(number)}/pain-points`, { key }));
const balanceOf = async (key: string) =>
  dataOf<{ credits_balance: number }>(await call(app, 'GET', '/credit-balance', { key })).credits_balance;
const reasonOf = ({ status, body }: ApiResponse) => [status, (body.error?.details as { reason?: string })?.reason];

describe('a test key', () => {
  it('is made for a free team, and never needs a plan', async () => {
    const { key } = await createTestKey({ tier: 'free' });
    expect(key).toMatch(/^qualm_test_[0-9a-f]{64}$/);
    expect((await call(app, 'GET', '/opportunities', { key })).status).toBe(200);
  });

  it('is limited by the plan', async () => {
    const { teamId } = await createTestKey({ tier: 'free' });
    await createTestKey({ teamId });
    await expect(createTestKey({ teamId })).rejects.toMatchObject({
      details: { reason: 'limit_reached', limit_name: 'test_keys', limit: 2, current: 2 },
    });
  });

  it('names its mode on every answer', async () => {
    const { key } = await createTestKey();
    const answers = await Promise.all(
      ['/ping', '/account', '/api-keys/current', '/opportunities/unknown'].map((path) =>
        call(app, 'GET', path, { key }),
      ),
    );
    expect(answers.map(({ headers }) => headers.get('x-livemode'))).toEqual(['false', 'false', 'false', 'false']);
    expect(answers.slice(0, 3).map(({ body }) => (body.data as Ping).livemode)).toEqual([false, false, false]);
    expect((await call(app, 'GET', '/ping', { key: live.key })).headers.get('x-livemode')).toBeNull();
  });

  it('belongs to a shadow team with 1,000 credits, the plan of its team, and no period', async () => {
    const { key, teamId } = await createTestKey({ tier: 'starter' });
    await app.get(TeamsService).setPlan(teamId, 'scale');
    expect(dataOf(await call(app, 'GET', '/account', { key }))).toMatchObject({
      subscription: { tier: 'scale', status: 'active', renews_on: null },
      credits: { balance: 1_000, refill_on: null },
    });
  });

  it('lists only the keys of test mode', async () => {
    const { key, keyId, teamId } = await createTestKey();
    await createKey(app, { teamId });
    const keys = dataOf<ApiKeyView[]>(await call(app, 'GET', '/api-keys', { key }));
    expect(keys.map(({ id, livemode }) => [id, livemode])).toEqual([[keyId, false]]);
  });
});

describe('the sandbox', () => {
  it('is all data that a test key finds', async () => {
    const { key } = await createTestKey();
    const products = dataOf<ProductView[]>(await call(app, 'GET', '/products?page_size=100', { key }));
    expect(products.map(({ id }) => id).sort()).toEqual(Array.from({ length: 12 }, (_, n) => sandboxId(101 + n)));
    const pages = await Promise.all(
      [1, 2, 3].map((page) => call(app, 'GET', `/opportunities?page_size=100&page=${page}`, { key })),
    );
    const ids = pages.flatMap((page) => dataOf<OpportunityDetail[]>(page).map(({ id }) => id));
    expect(ids.sort()).toEqual(Array.from({ length: 200 }, (_, n) => sandboxId(201 + n)));
  });

  it('has separate filters', async () => {
    const { key } = await createTestKey();
    const productsOf = async (caller: string) =>
      dataOf<FilterValues>(await call(app, 'GET', '/filters', { key: caller })).product_id.map(({ value }) => value);
    const sandbox = await productsOf(key);
    const others = await productsOf(live.key);
    expect([sandbox.length > 0, others.length > 0, sandbox.some((id) => others.includes(id))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is unknown to live keys and anonymous callers, and live data to test keys', async () => {
    const { key } = await createTestKey();
    const [opportunity, product] = [`/opportunities/${sandboxId(201)}`, `/products/${sandboxId(101)}/pain-points`];
    const statuses = [
      await call(app, 'GET', opportunity, { key: live.key }),
      await call(app, 'GET', product, { key: live.key }),
      await call(app, 'GET', product),
      await call(app, 'GET', `/opportunities/${live.opportunityId}`, { key }),
      await call(app, 'GET', opportunity, { key }),
      await call(app, 'GET', product, { key }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 200, 200]);
    expect(dataOf(await call(app, 'GET', '/products?query=ledgerly'))).toEqual([]);
  });

  it('explains a 404 for an id of the other mode, and for no other', async () => {
    const { key } = await createTestKey();
    const hintOf = async (id: string, by: string) => {
      const { status, body } = await call(app, 'GET', `/opportunities/${id}`, { key: by });
      return [status, (body.error?.details as { hint?: string } | undefined)?.hint];
    };
    const tool = await rpc(app, 'tools/call', {
      ...{ path: '/mcp', token: live.key },
      params: { name: 'follow_product', arguments: { product_id: sandboxId(101) } },
    });
    expect([
      await hintOf(sandboxId(201), live.key),
      await hintOf(live.opportunityId, key),
      await hintOf(sandboxId(999), key),
      await hintOf(live.teamId, live.key),
      JSON.stringify(tool.body.result).includes('This is an id of test mode'),
    ]).toEqual([
      [404, 'This is an id of test mode. Call with a test key.'],
      [404, expect.stringMatching(/^A test key finds only the sandbox.+ needs a live key\.$/)],
      [404, undefined],
      [404, undefined],
      true,
    ]);
  });

  it('has no pages, and says so at the addresses in its answers', async () => {
    const { open } = await signedIn(app);
    const { key } = await createTestKey();
    const { app_url } = dataOf<{ app_url: string }>(await pitch(key, 201));
    const { pathname, search } = new URL(app_url);
    for (const address of [pathname + search, `/app/opportunities/${sandboxId(201)}`, `/products/${sandboxId(101)}`]) {
      const page = await open(address);
      expect([page.status, textOf(page)]).toEqual([404, expect.stringContaining('This is test data. It has no page')]);
    }
  });

  it('is what the fifteen tools of a test key work on', async () => {
    const { key: token } = await createTestKey();
    expect((await rpc(app, 'tools/list', { path: '/mcp', token })).body.result?.tools).toHaveLength(15);
    const params = { name: 'search_products', arguments: { query: 'ledgerly' } };
    const { headers, body } = await rpc(app, 'tools/call', { path: '/mcp', token, params });
    expect(JSON.stringify(body.result?.structuredContent)).toContain(sandboxId(101));
    expect(headers.get('x-livemode')).toBe('false');
  });

  it("keeps a team's work away from other teams", async () => {
    const [one, other] = [await createTestKey(), await createTestKey()];
    await generate(one.key, 112);
    await until(async () => (await reportOf(one.key, 112)).status === 'completed');
    expect((await reportOf(other.key, 112)).status).toBe('none');
  });

  it('answers requests of both modes at the same time, each with its own data', async () => {
    const { key } = await createTestKey();
    const asked = Array.from({ length: 20 }, (_, n) => (n % 2 ? key : live.key));
    const answers = await Promise.all(
      asked.map((each) => call(app, 'GET', `/products/${sandboxId(101)}/pain-points`, { key: each })),
    );
    expect(answers.map(({ status }) => status)).toEqual(asked.map((each) => (each === key ? 200 : 404)));
  });
});

describe('the magic products', () => {
  it('are generated at once, each time', async () => {
    const { key } = await createTestKey();
    for (const balance of [999, 998]) {
      await generate(key, 101);
      await until(async () => (await reportOf(key, 101)).status === 'completed');
      expect(await balanceOf(key)).toBe(balance);
    }
  });

  it('have two reports to compare', async () => {
    const { key } = await createTestKey();
    const reports = dataOf<unknown[]>(await call(app, 'GET', `/products/${sandboxId(102)}/reports`, { key }));
    expect(reports).toHaveLength(2);
  });

  it('fail, with a refund and an event', async () => {
    const { key } = await createTestKey();
    expect((await generate(key, 103)).headers.get('x-credits-charged')).toBe('1');
    await until(async () => (await reportOf(key, 103)).status === 'failed');
    expect(await balanceOf(key)).toBe(1_000);
    const types = await until(async () => {
      const events = dataOf<EventView[]>(await call(app, 'GET', '/events?type=report.failed', { key }));
      return events.length > 0 && events.map(({ type, livemode }) => [type, livemode]);
    });
    expect(types).toEqual([['report.failed', false]]);
  });

  it('take 120 seconds', async () => {
    const { key } = await createTestKey();
    await generate(key, 104);
    const { seconds } = await app.database.one<{ seconds: number }>(
      `SELECT extract(epoch FROM enqueued_at - created_at)::float8 AS seconds FROM runs WHERE item LIKE $1 AND state = 'queued'`,
      [`%${sandboxId(104)}`],
    );
    expect([Math.round(seconds), (await reportOf(key, 104)).status]).toEqual([120, 'generating']);
  });

  it.each([
    [105, [500, undefined]],
    [106, [402, 'insufficient_credits']],
    [107, [429, undefined]],
  ])('refuse: %i', async (number, expected) => {
    const { key } = await createTestKey();
    const refused = await generate(key, number);
    expect(reasonOf(refused)).toEqual(expected);
    expect(refused.headers.get('retry-after')).toBe(number === 107 ? '1' : null);
    expect(await balanceOf(key)).toBe(1_000);
  });

  it('have two reports that can be compared', async () => {
    const { key } = await createTestKey();
    const path = `/products/${sandboxId(102)}/reports/diff`;
    const { is_comparable, notes, themes } = dataOf<ReportDifference>(await call(app, 'GET', path, { key }));
    expect([is_comparable, notes.filter((note) => note.includes('engine'))]).toEqual([true, []]);
    expect(themes.map(({ change }) => change)).toEqual(expect.arrayContaining(['new', 'same']));
  });

  it('are already being generated, or have no reviews', async () => {
    const { key } = await createTestKey();
    expect(dataOf(await generate(key, 108))).toMatchObject({ already_in_progress: true, credits_remaining: 1_000 });
    await generate(key, 109);
    expect(await reportOf(key, 109)).toMatchObject({ status: 'completed', themes: [], total_themes: 0 });
  });
});

describe('the magic opportunities', () => {
  it('reveal any field, and a committee of three', async () => {
    const { key } = await createTestKey();
    for (const field of ['email', 'phone', 'profile', 'committee']) {
      expect(dataOf(await unlock(key, 201, { field }))).toMatchObject({ found: true, from_cache: false });
    }
    const member = { field: 'phone', target: 'committee', target_id: 2 };
    expect(dataOf(await unlock(key, 201, member))).toMatchObject({
      found: true,
      value: expect.stringMatching(/^\+1 555 01\d\d$/) as string,
    });
    const { data } = (await call(app, 'GET', `/opportunities/${sandboxId(201)}`, { key })).body;
    expect((data as OpportunityDetail).buying_committee.members).toHaveLength(3);
    expect((data as OpportunityDetail).reviewer_email).toMatch(/@example\.com$/);
    expect((await pitch(key, 201)).status).toBe(200);
  });

  it.each([
    [202, { found: false, reason: 'not_found', credit_refunded: true }],
    [204, { found: false, reason: 'suppressed', credit_refunded: true }],
    [209, { found: true, from_cache: true, credits_remaining: 999 }],
  ])('unlock as documented: %i', async (number, expected) => {
    expect(dataOf(await unlock((await createTestKey()).key, number))).toMatchObject(expected);
  });

  it('are priced as they would be charged', async () => {
    const { key } = await createTestKey();
    const body = { field: 'email', dry_run: true };
    const priced = [await unlock(key, 205, body), await unlock(key, 201, body)];
    expect(priced.map(({ status, body: { data } }) => [status, (data as { would: string }).would])).toEqual([
      [200, 'refuse'],
      [200, 'charge'],
    ]);
  });

  it('find nothing each time', async () => {
    const { key } = await createTestKey();
    await unlock(key, 202);
    expect(dataOf(await unlock(key, 202))).toMatchObject({ credit_refunded: true, credits_remaining: 1_000 });
  });

  it('fail, with a refund', async () => {
    const { key } = await createTestKey();
    const failed = [await unlock(key, 203), await pitch(key, 203)];
    expect(failed.map(({ status, body }) => [status, body.error?.message.includes('refunded')])).toEqual([
      [500, true],
      [500, true],
    ]);
    expect(await balanceOf(key)).toBe(1_000);
  });

  it.each([
    [205, [402, 'insufficient_credits']],
    [206, [402, 'spend_cap_reached']],
    [207, [429, undefined]],
    [211, [402, 'daily_cap_reached']],
  ])('refuse: %i', async (number, expected) => {
    const { key } = await createTestKey();
    const refused = [await unlock(key, number), await pitch(key, number)];
    expect(refused.map(reasonOf)).toEqual([expected, expected]);
  });

  it('refuse with 429 in the headers as in the body', async () => {
    const { headers, body } = await unlock((await createTestKey()).key, 207);
    const named = (name: string) => headers.get(name);
    expect(body.error?.details).toMatchObject({ retry_after_seconds: 1, limit: 120, remaining: 0 });
    expect([named('ratelimit-policy'), named('ratelimit')]).toEqual(['"spending";q=120;w=60', '"spending";r=0;t=1']);
    expect([named('x-ratelimit-limit'), named('x-ratelimit-remaining')]).toEqual(['120', '0']);
    expect(Number(named('x-ratelimit-reset')) - Date.now() / 1_000).toBeLessThanOrEqual(2);
  });

  it.each([
    [208, 10, unlock],
    [210, 20, pitch],
  ])('take their time: %i', async (number, seconds, ask) => {
    const { key } = await createTestKey();
    const asked = ask(key, number);
    const run = await until(() =>
      app.database.maybeOne<{ seconds: number }>(
        `SELECT extract(epoch FROM enqueued_at - created_at)::float8 AS seconds FROM runs WHERE item LIKE $1`,
        [`%${sandboxId(number)}%`],
      ),
    );
    expect(Math.round(run.seconds)).toBe(seconds);
    expect((await call(app, 'POST', '/test/reset', { key })).status).toBe(200);
    expect((await asked).status).toBe(500);
  });

  it('are listed for everyone, with their effects', async () => {
    const fixtures = dataOf<FixtureView[]>(await call(app, 'GET', '/test/fixtures'));
    const numbers = new Set(fixtures.map(({ id }) => Number(id.slice(-3))));
    expect([...numbers]).toEqual([
      ...Array.from({ length: 9 }, (_, n) => 101 + n),
      ...Array.from({ length: 11 }, (_, n) => 201 + n),
    ]);
  });
});

describe('the ledger of test mode', () => {
  it('names the opportunity or the product of each entry, also as CSV', async () => {
    const { key } = await createTestKey();
    await unlock(key, 201);
    await pitch(key, 201);
    await generate(key, 101);
    const entries = dataOf<LedgerEntry[]>(await call(app, 'GET', '/account/ledger?kind=charge&sort=position', { key }));
    expect(entries.map(({ action, opportunity_id, product_id }) => [action, opportunity_id, product_id])).toEqual([
      ['unlock_contact', sandboxId(201), null],
      ['generate_pitch', sandboxId(201), null],
      ['generate_report', null, sandboxId(101)],
    ]);
    const headers = { authorization: `Bearer ${key}` };
    const file = await fetch(`${app.baseUrl}/exports/ledger?format=csv&kind=charge`, { headers });
    const rows = parse<Record<string, string>>(await file.text(), { columns: true });
    expect(rows.map(({ opportunity_id, product_id }) => [opportunity_id, product_id])).toEqual([
      [sandboxId(201), ''],
      [sandboxId(201), ''],
      ['', sandboxId(101)],
    ]);
  });
});

describe('a reset', () => {
  it('resets the state, and keeps keys and endpoints', async () => {
    const { key, keyId } = await createTestKey({ spendCap: 1 });
    await call(app, 'POST', '/webhook-endpoints', { key, body: { url: receiver.url, event_types: ['*'] } });
    await unlock(key, 201);
    await call(app, 'PATCH', `/opportunities/${sandboxId(201)}`, { key, body: { status: 'lost' } });
    await call(app, 'POST', '/watchlist', { key, body: { product_id: sandboxId(101) } });
    expect(reasonOf(await unlock(key, 209))).toEqual([402, 'spend_cap_reached']);
    const saved = await call(app, 'POST', '/saved-searches', { key, body: { name: 'Slow', filters: { q: ['slow'] } } });
    expect(dataOf(saved)).toMatchObject({ livemode: false });
    await call(app, 'POST', '/suppressions', { key, body: { value: 'example.com' } });
    expect(dataOf(await call(app, 'GET', '/suppressions', { key: live.key }))).toEqual([]);
    expect(dataOf(await call(app, 'POST', '/test/reset', { key }))).toEqual({ credits_balance: 1_000 });
    expect(dataOf(await call(app, 'GET', `/opportunities/${sandboxId(201)}`, { key }))).toMatchObject({
      status: 'new',
      reviewer_email: null,
    });
    expect(dataOf(await call(app, 'GET', '/watchlist', { key }))).toEqual([]);
    expect(dataOf(await call(app, 'GET', '/saved-searches', { key }))).toEqual([]);
    expect(dataOf(await call(app, 'GET', '/suppressions', { key }))).toEqual([]);
    expect(dataOf(await call(app, 'GET', '/api-keys/current', { key }))).toMatchObject({ id: keyId, spend_used: 0 });
    expect(dataOf(await call(app, 'GET', '/webhook-endpoints', { key }))).toHaveLength(1);
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  it('gives a rotated key and the one that replaced it one budget', async () => {
    const { key, keyId } = await createTestKey({ spendCap: 1 });
    const { key: rotated } = await app.get(ApiKeysService).rotate(keyId, 1);
    await call(app, 'POST', '/test/reset', { key });
    expect((await unlock(key, 201)).status).toBe(200);
    expect(reasonOf(await unlock(rotated, 209))).toEqual([402, 'spend_cap_reached']);
  });

  it('and test events are refused to a live key', async () => {
    const refused = [
      await call(app, 'POST', '/test/reset', { key: live.key }),
      await call(app, 'POST', '/test/events', { key: live.key, body: { type: 'key.created' } }),
    ];
    expect(refused.map(reasonOf)).toEqual([
      [403, 'test_mode_only'],
      [403, 'test_mode_only'],
    ]);
  });

  it('is allowed ten times an hour', async () => {
    const { key } = await createTestKey();
    const answers = [];
    for (let n = 0; n < 11; n++) answers.push(await call(app, 'POST', '/test/reset', { key }));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('an event of test mode', () => {
  it('reaches the feed and the test endpoints, with three attempts', async () => {
    const { key } = await createTestKey();
    const body = { url: receiver.url, event_types: ['report.completed'] };
    const endpoint = dataOf<WebhookEndpointWithSecret>(await call(app, 'POST', '/webhook-endpoints', { key, body }));
    expect(endpoint.livemode).toBe(false);
    await call(app, 'POST', `/webhook-endpoints/${endpoint.id}/test`, { key, body: {} });
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body) as EventView);
    expect(bodies.find(({ type }) => type === 'webhook.test')).toMatchObject({
      ...{ livemode: false, api_version: API_VERSION },
    });
    const sent = await call(app, 'POST', '/test/events', { key, body: { type: 'report.completed' } });
    const { id } = dataOf<EventView>(sent);
    const delivery = await until(async () => {
      const path = `/webhook-endpoints/${endpoint.id}/deliveries?event_id=${id}`;
      const [found] = dataOf<WebhookDeliveryView[]>(await call(app, 'GET', path, { key }));
      return found?.status === 'failed' && found;
    });
    expect(delivery.attempts).toHaveLength(3);
    expect(dataOf(await call(app, 'GET', `/events/${id}`, { key }))).toMatchObject({ id, livemode: false });
    expect((await call(app, 'GET', `/events/${id}`, { key: live.key })).status).toBe(404);
  });
});

describe('a test event', () => {
  it('cannot be a test of an endpoint, which is never in the feed', async () => {
    const { key } = await createTestKey();
    const { status, body } = await call(app, 'POST', '/test/events', { key, body: { type: 'webhook.test' } });
    const { errors: [fault] = [] } = Object(body.error?.details) as { errors?: { field: string; allowed: string[] }[] };
    expect([status, fault?.field, fault?.allowed]).toEqual([
      400,
      'type',
      TEAM_EVENT_TYPES.filter((type) => type !== 'webhook.test'),
    ]);
  });
});

describe('test mode', () => {
  /** Every row of every live table as a text. */
  const rowsOf = async (): Promise<Map<string, string[]>> => {
    const tables = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
    );
    const rows = new Map<string, string[]>();
    for (const { name } of tables) {
      const found = await app.database.query<{ row: string }>(`SELECT each::text AS row FROM ${name} AS each`);
      rows.set(
        name,
        found.map(({ row }) => row),
      );
    }
    return rows;
  };

  const isQuiet = async (): Promise<boolean> => {
    const { waiting } = await app.database.one<{ waiting: number }>(
      `SELECT (SELECT count(*) FROM events WHERE relayed_at IS NULL) + (SELECT count(*) FROM event_deliveries)
            + (SELECT count(*) FROM team_events WHERE sequence IS NULL)
            + (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')
            + (SELECT count(*) FROM runs WHERE state IN ('queued', 'running') AND enqueued_at < now()) AS waiting`,
    );
    return waiting === 0;
  };

  it('touches no live row', async () => {
    const { teamId } = await createTeam(app, 'growth');
    await app.get(ApiKeyUses).onApplicationShutdown();
    await until(isQuiet);
    const before = await rowsOf();
    const { key } = await createTestKey({ teamId });
    for (const number of [101, 102, 103, 104, 105, 106, 107, 108, 109, 112]) await generate(key, number);
    for (const number of [201, 202, 203, 204, 205, 206, 207, 209, 211, 250]) {
      await unlock(key, number);
      await pitch(key, number);
    }
    await call(app, 'PATCH', `/opportunities/${sandboxId(202)}`, { key, body: { status: 'lost', is_viewed: true } });
    await call(app, 'POST', '/watchlist', { key, body: { product_id: sandboxId(112) } });
    await call(app, 'GET', '/opportunities?watchlist=true&q=slow', { key });
    await call(app, 'POST', '/test/events', { key, body: { type: 'key.created' } });
    await until(async () => (await reportOf(key, 112)).status === 'completed');
    await until(isQuiet);
    await call(app, 'POST', '/test/reset', { key });
    await until(isQuiet);
    const after = await rowsOf();
    const lost = [...before].flatMap(([table, rows]) => {
      const left = new Set(after.get(table));
      return rows.filter((row) => !left.has(row)).map((row) => `${table}: ${row}`);
    });
    expect(lost).toEqual([]);
    const copies = await app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'sandbox'::regnamespace AND relkind IN ('r', 'v')`,
    );
    const catalogue = copies.map(({ name }) => name).filter((name) => before.has(name));
    expect(catalogue).toContain('opportunity_triage');
    expect(catalogue.map((name) => [name, after.get(name)])).toEqual(catalogue.map((name) => [name, before.get(name)]));
  });

  it('exists again after `migrate`, for running processes', async () => {
    const { key } = await createTestKey();
    await app.database.query('DROP INDEX ix_inbox_items_unread');
    await app.database.execute(`DELETE FROM migrations WHERE name = 'IndexUnreadInbox1795601100000'`);
    const ended = await spawnCommand(['migrate', '--json'], {
      PATH: process.env.PATH,
      DATABASE_URL: app.testDatabase.url,
    });
    expect(ended).toMatchObject({ code: 0, stdout: '{"migrations":["IndexUnreadInbox1795601100000"]}\n' });
    expect((await call(app, 'GET', `/opportunities/${sandboxId(201)}`, { key })).status).toBe(200);
  });

  it('has no data before the first test key', async () => {
    const fresh = await startTestApp();
    const { exists } = await fresh.database.one<{ exists: boolean }>(
      `SELECT to_regclass('sandbox.version') IS NOT NULL AS exists`,
    );
    await fresh.close();
    expect(exists).toBe(false);
  });
});
