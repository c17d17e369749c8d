import { type Scope, SCOPES, scopeOf } from '#access/policy/key.scopes.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { type ApiResponse, call, createKey, type TestApp } from '../../support/app.js';
import { rpc, startPublicApp } from '../../support/clients/oauth.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { signedIn } from '../../support/signed-in.js';

const UNKNOWN_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const LIMITS = { RATE_LIMIT_ANONYMOUS: '777', PLAN_GROWTH: '500,50,888', PLAN_LIMITS_STARTER: 'live_keys=2' };

describe('an API key', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startPublicApp({ env: { TRUSTED_PROXY_HOPS: '1', ...LIMITS } });
  });
  afterAll(() => app.close());

  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const remaining = ({ headers }: ApiResponse): number => Number(headers.get('x-ratelimit-remaining'));

  it('may use an operation only with its scope, before the input is checked', async () => {
    const { teamId } = await createKey(app, { spendCap: 5 });
    const withAll = await createKey(app, { teamId, spendCap: 5, scopes: SCOPES });
    const faults: string[] = [];
    for (const { method, path, operation } of app.get(RouteRegistry).operationRoutes()) {
      const scope = scopeOf(operation) as Scope | null;
      const others = await createKey(app, { teamId, spendCap: 5, scopes: SCOPES.filter((each) => each !== scope) });
      const address = `${path.replace('/api/v1', '').replace(/:\w+/g, UNKNOWN_ID)}?page=0&format=none`;
      const body = operation.writes ? { nonsense: true } : undefined;
      const [allowed, refused] = await Promise.all(
        [withAll, others].map(({ key }) => call(app, method, address, { key, body })),
      );
      await app.get(ApiKeysService).revoke(others.keyId);
      const reason = (answer?: ApiResponse) => (answer?.body.error?.details as { reason?: string } | null)?.reason;
      if (reason(allowed) === 'insufficient_scope') faults.push(`${operation.id} is refused with its scope`);
      if ((reason(refused) === 'insufficient_scope') !== (scope !== null))
        faults.push(`${operation.id} without ${scope}`);
    }
    expect(faults).toEqual([]);
  });

  it('reports which scope it lacks, over REST and as a tool', async () => {
    const { key } = await createKey(app, { scopes: ['write'] });
    const details = { reason: 'insufficient_scope', required: ['read'], granted: ['write'] };
    const { status, body } = await call(app, 'GET', '/account', { key });
    expect([status, body.error?.details]).toEqual([403, details]);
    const { body: answer } = await rpc(app, 'tools/call', {
      token: key,
      params: { name: 'get_account', arguments: {} },
    });
    expect(answer.result?.isError).toBe(true);
    expect(JSON.parse(answer.result?.content?.[0]?.text ?? '{}')).toMatchObject({ details });
    expect((await rpc(app, 'tools/list', { token: key })).body.result?.tools).toHaveLength(15);
  });

  it('reads the taste of a report without the scope to read', async () => {
    const product = await createReviewedProduct(app.database, { name: 'Tasted' });
    const { key } = await createKey(app, { scopes: ['write'] });
    const { status, body } = await call(app, 'GET', `/products/${product}/pain-points`, { key });
    expect([status, Object.keys(body.data as object).includes('metadata')]).toEqual([200, false]);
  });

  it('works only from its addresses, over REST and MCP', async () => {
    const { key } = await createKey(app, { allowedCidrs: ['203.0.113.0/24', '2001:db8::/32'] });
    const statusFrom = async (ip: string) => (await call(app, 'GET', '/account', { key, headers: from(ip) })).status;
    expect(await Promise.all(['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9'].map(statusFrom))).toEqual([
      200, 200, 200,
    ]);
    const refused = await call(app, 'GET', '/account', { key, headers: from('198.51.100.1') });
    expect([refused.status, refused.body.error?.details]).toEqual([403, { reason: 'ip_not_allowed' }]);
    expect(JSON.stringify(refused.body)).not.toContain('198.51.100.1');
    expect((await rpc(app, 'tools/list', { token: key, headers: from('198.51.100.1') })).status).toBe(403);
  });

  it('is not used by a refused call, which counts against the address', async () => {
    const { key, teamId } = await createKey(app, { allowedCidrs: ['203.0.113.0/24'] });
    const { headers } = await call(app, 'GET', '/account', { key, headers: from('198.51.100.2') });
    expect(headers.get('x-ratelimit-limit')).toBe('777');
    const used = await call(app, 'GET', '/account', { key, headers: from('203.0.113.3') });
    expect([used.headers.get('x-ratelimit-limit'), remaining(used)]).toEqual(['888', 887]);
    const other = await createKey(app, { teamId, allowedCidrs: ['203.0.113.0/24'] });
    await call(app, 'GET', '/account', { key: other.key, headers: from('198.51.100.3') });
    expect(await app.get(ApiKeysService).get(other.keyId)).toMatchObject({ last_used_at: null });
  });

  it('can be ended by a person who finds it, from any address, on any plan, and without a scope', async () => {
    const { key, teamId } = await createKey(app, { allowedCidrs: ['203.0.113.0/24'], scopes: ['audit'] });
    await app.get(TeamsService).setPlan(teamId, 'free');
    const { status, body } = await call(app, 'DELETE', '/api-keys/current', { key });
    expect([status, body.data]).toEqual([200, { revoked: true }]);
    expect((await call(app, 'DELETE', '/api-keys/current', { key })).status).toBe(401);
    const [entry] = await app.database.query(
      `SELECT actor_kind FROM audit_entries WHERE action = 'key.revoked' AND team_id = $1`,
      [teamId],
    );
    expect(entry).toEqual({ actor_kind: 'key' });
  });

  it('is shown to itself, and the keys of the team to a key that may read', async () => {
    const first = await createKey(app, { scopes: ['audit'], spendCap: 5, dailyCap: 2 });
    const second = await createKey(app, { teamId: first.teamId });
    expect((await call(app, 'GET', '/api-keys/current', { key: first.key })).body.data).toMatchObject({
      id: first.keyId,
      scopes: ['audit'],
      spend_cap: 5,
      daily_cap: 2,
      daily_used: 0,
      livemode: true,
      status: 'live',
    });
    const pages: string[] = [];
    for (let cursor: string | null = 'start'; cursor;) {
      const path: string = `/api-keys?page_size=1&cursor=${cursor}`;
      const { data, meta } = (await call(app, 'GET', path, { key: second.key })).body as {
        data: { id: string }[];
        meta: { pagination: { next_cursor: string | null } };
      };
      pages.push(...data.map(({ id }) => id));
      cursor = meta.pagination.next_cursor;
    }
    expect(pages).toEqual([second.keyId, first.keyId]);
    expect((await call(app, 'GET', '/api-keys', { key: first.key })).status).toBe(403);
  });

  it('keeps settings, caps, limits and repeated requests when it is rotated', async () => {
    const { key, keyId } = await createKey(app, { spendCap: 5, dailyCap: 1, scopes: ['read', 'write'] });
    const { key: next, id } = await app.get(ApiKeysService).rotate(keyId, 24);
    const [old, rotated] = [await app.get(ApiKeysService).get(keyId), await app.get(ApiKeysService).get(id)];
    expect([old.status, rotated.status]).toEqual(['rotating', 'live']);
    expect(rotated).toMatchObject({ name: 'test', scopes: ['read', 'write'], spend_cap: 5, daily_cap: 1 });
    const before = remaining(await call(app, 'GET', '/account', { key }));
    expect(remaining(await call(app, 'GET', '/account', { key: next }))).toBe(before - 1);
    const product = await createReviewedProduct(app.database, { name: 'Repeated' });
    const repeat = { body: { product_id: product }, headers: { 'idempotency-key': 'one' } };
    await call(app, 'POST', '/watchlist', { key, ...repeat });
    const answer = await call(app, 'POST', '/watchlist', { key: next, ...repeat });
    expect(answer.headers.get('idempotent-replayed')).toBe('true');
  });

  it('has the lowered cap that a key with the same budget got while another cap of it was changed', async () => {
    const { keyId } = await createKey(app, { spendCap: 100 });
    const keys = app.get(ApiKeysService);
    const { id } = await keys.rotate(keyId, 24);
    const { changing } = await app.database.transaction(async () => {
      await keys.setCaps(keyId, { spendCap: 10 });
      const changing = app.database.outside(() => keys.setCaps(id, { dailyCap: 5 }));
      await Promise.race([changing, whenLockIsAwaited(app.database)]);
      return { changing };
    });
    await changing;
    expect(await keys.get(id)).toMatchObject({ spend_cap: 10, daily_cap: 5 });
  });

  it('is limited in number by the plan; a replaced or revoked key does not count', async () => {
    const { teamId, keyId } = await createKey(app, { tier: 'starter' });
    await app.get(ApiKeysService).rotate(keyId, 24);
    const { keyId: second } = await createKey(app, { teamId });
    await expect(createKey(app, { teamId })).rejects.toMatchObject({
      code: 'forbidden',
      details: { reason: 'limit_reached', limit_name: 'live_keys', limit: 2, current: 2, upgrade_required: true },
    });
    await app.get(ApiKeysService).revoke(second);
    const made = await Promise.allSettled([1, 2, 3].map(() => createKey(app, { teamId })));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is made with scopes, addresses and caps, rotated, and given new caps on its page', async () => {
    const { teamId, open, send } = await signedIn(app);
    const fields = { name: 'page', scopes: 'audit', spend_cap: '9', daily_cap: '3', allowed_cidrs: '203.0.113.0/24' };
    await send(await open('/app/settings/keys'), '/settings/keys', fields);
    const rotated = await send(await open('/app/settings/keys'), '/rotate', { overlap: '24' });
    expect(rotated.html).toContain('id="new-key"');
    await send(await open('/app/settings/keys'), '/cap', { spend_cap: '8', daily_cap: '' });
    const keys = await app.get(ApiKeysService).list(teamId);
    const common = { scopes: ['audit'], allowed_cidrs: ['203.0.113.0/24'], spend_cap: 8, daily_cap: null };
    expect(keys).toMatchObject([
      { status: 'live', ...common },
      { status: 'rotating', ...common },
    ]);
  });

  it('stays one that cannot spend when its limits are saved without a spend cap', async () => {
    const { teamId, browser, open, send } = await signedIn(app);
    await send(await open('/app/settings/keys'), '/settings/keys', { name: 'page' });
    const page = await open('/app/settings/keys');
    const [, field] = /<label>[^<]*(<input [^>]*name="spend_cap"[^>]*>)/.exec(page.html) ?? [];
    await browser.submit(page, '/cap', { spend_cap: '', daily_cap: '' });
    expect([field, await app.get(ApiKeysService).list(teamId)]).toEqual([
      expect.not.stringMatching(/value=|required/),
      [expect.objectContaining({ spend_cap: null, daily_cap: null })],
    ]);
  });

  it.each<Record<string, string>>([
    { scopes: 'everything' },
    { allowed_cidrs: 'localhost' },
    { daily_cap: '3' },
    { spend_cap: '9', daily_cap: '1.5' },
  ])('is refused with %p', async (wrong) => {
    const { teamId, browser, open } = await signedIn(app);
    const page = await browser.submit(await open('/app/settings/keys'), '/settings/keys', { name: 'wrong', ...wrong });
    expect([page.status, await app.get(ApiKeysService).list(teamId)]).toEqual([400, []]);
  });
});
