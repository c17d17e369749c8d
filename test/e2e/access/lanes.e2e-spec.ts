import { ApiKeyUses } from '#access/api-keys/api-key-uses.js';
import { ApiKeysQueries } from '#access/api-keys/api-keys.queries.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { SCOPES } from '#access/policy/key.scopes.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { RouteRegistry } from '#platform/http/route-registry.js';
import { type ApiResponse, call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';

const UNKNOWN_ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const HINT = 'Send the key in the header Authorization: Bearer <API_KEY>';
/** Their answers contain contacts, keys or audit entries. */
const CONFIDENTIAL = [
  'list_opportunities',
  'get_opportunity',
  'list_comments',
  'list_activity',
  'list_members',
  'list_saved_search_matches',
  'list_bulk_items',
  'list_api_keys',
  'get_current_api_key',
  'list_suppressions',
  'list_audit_log',
];
const UNKNOWN_KEY = `qualm_live_${'0'.repeat(64)}`;

describe('every operation, for every credential', () => {
  let app: TestApp;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    app = await startTestApp();
    const revoked = await createKey(app);
    await app.get(ApiKeysService).revoke(revoked.keyId);
    const downgraded = await createKey(app, { spendCap: 5 });
    await app.get(TeamsService).setPlan(downgraded.teamId, 'free');
    const canceled = await createKey(app, { spendCap: 5 });
    await app.get(TeamsService).setPlan(canceled.teamId, 'growth', 'canceled');
    Object.assign(keys, {
      unknown: UNKNOWN_KEY,
      malformed: 'nonsense',
      'upper case': UNKNOWN_KEY.toUpperCase(),
      revoked: revoked.key,
      expired: (await createKey(app, { expiresAt: new Date(Date.now() - 1_000) })).key,
      downgraded: downgraded.key,
      canceled: canceled.key,
      capless: (await createKey(app, { scopes: SCOPES })).key,
      good: (await createKey(app, { spendCap: 5, scopes: SCOPES })).key,
    });
  });
  afterAll(() => app.close());

  const routes = () => app.get(RouteRegistry).operationRoutes();

  /** All other parts of the request are invalid too, so that the response shows which check comes first. */
  async function answers(headers: (name: string) => Record<string, string>, name = '') {
    return Promise.all(
      routes().map(async ({ method, path, operation }) => {
        const address = `${path.replace('/api/v1', '').replace(/:\w+/g, UNKNOWN_ID)}?page=0&format=none`;
        const write = operation.writes === true;
        const response = await fetch(`${app.baseUrl}${address}`, {
          method,
          headers: { ...headers(name), ...(write && { 'content-type': 'application/json' }) },
          ...(write && { body: '{' }),
        });
        const body = (await response.json()) as ApiResponse['body'];
        return { operation, status: response.status, headers: response.headers, body };
      }),
    );
  }
  const withKey = (name: string) => answers(() => ({ authorization: `Bearer ${keys[name]}` }));

  it.each(['unknown', 'malformed', 'upper case', 'revoked', 'expired'])(
    'answers 401 everywhere for a key that is %s',
    async (name) => {
      const message = 'Invalid, revoked or expired API key';
      for (const { status, headers, body } of await withKey(name)) {
        expect([status, body.error]).toEqual([
          401,
          { code: 'unauthorized', message, details: { hint: HINT }, request_id: headers.get('x-request-id') },
        ]);
        expect(headers.get('www-authenticate')).toBe(
          `Bearer realm="api", error="invalid_token", error_description="${message}"`,
        );
      }
    },
  );

  it.each(['Bearer', 'Bearer ', 'Basic b3BzOm9wcw==', 'Token x', `Bearer ${UNKNOWN_KEY} ${UNKNOWN_KEY}`])(
    'answers 401 everywhere for the credential "%s"',
    async (authorization) => {
      const statuses = (await answers(() => ({ authorization }))).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([401]));
    },
  );

  it('answers 401 without a credential only where a key is required', async () => {
    for (const { operation, status, headers, body } of await answers(() => ({}))) {
      if (operation.lanes.includes('anonymous')) expect([200, 400, 404]).toContain(status);
      else {
        expect([status, body.error, headers.get('www-authenticate')]).toEqual([
          401,
          {
            ...{ code: 'unauthorized', message: 'API key required', details: { hint: HINT } },
            request_id: headers.get('x-request-id'),
          },
          'Bearer realm="api"',
        ]);
      }
    }
  });

  it('names the correct header to a caller that sends X-API-Key', async () => {
    const headers = { 'x-api-key': keys.good ?? '' };
    const refused = await Promise.all(
      ['/account', '/ping', '/products'].map((path) => call(app, 'GET', path, { headers })),
    );
    const answer = [401, { hint: `The header X-API-Key is not read. ${HINT}` }];
    expect(refused.map(({ status, body }) => [status, body.error?.details])).toEqual([answer, answer, answer]);
  });

  it('keeps caches from storing answers to credentials, and from mixing callers of one path', async () => {
    for (const { operation, status, headers } of [...(await withKey('good')), ...(await withKey('unknown'))]) {
      const isTagged = headers.has('etag');
      expect(isTagged).toBe(status === 200 && !operation.writes && !operation.isEphemeral);
      const mayStore = isTagged && !CONFIDENTIAL.includes(operation.id);
      expect(headers.get('cache-control')).toBe(mayStore ? 'private, no-cache' : 'private, no-store');
      const isShared = operation.lanes.includes('anonymous');
      expect(headers.get('vary')?.includes('Authorization') ?? false).toBe(isShared || isTagged);
    }
    for (const { operation, headers } of await answers(() => ({}))) {
      expect(headers.get('cache-control')).toBeNull();
      expect(headers.get('vary')?.includes('Authorization') ?? false).toBe(operation.lanes.includes('anonymous'));
    }
  });

  it.each(['downgraded', 'canceled'])('answers 403 everywhere for the key of a team that is %s', async (name) => {
    for (const { operation, status, body } of await withKey(name)) {
      // Any caller that finds a key can end it.
      if (operation.isAlwaysAllowed) expect(status).toBe(400);
      else
        expect([status, body.error?.code, body.error?.details]).toEqual([
          403,
          'forbidden',
          { reason: 'plan_required' },
        ]);
    }
  });

  it('answers 403 for a key without a spend cap if credits are spent', async () => {
    for (const { operation, status, body } of await withKey('capless')) {
      if (operation.spends) expect([status, body.error?.details]).toEqual([403, { reason: 'spend_cap_required' }]);
      else expect([200, 400, 404]).toContain(status);
    }
  });

  it('checks the input last', async () => {
    for (const { operation, status } of await withKey('good')) {
      expect(operation.writes ? [400] : [200, 400, 404]).toContain(status);
    }
  });

  it('does not accept a key in the query', async () => {
    const { status } = await call(app, 'GET', `/account?access_token=${keys.good}`);
    expect(status).toBe(401);
  });
});

describe('a key', () => {
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
    other = await startTestApp({ beside: app });
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  it('is refused by every process as soon as one process has revoked it', async () => {
    const { key, keyId } = await createKey(app);
    expect((await call(other, 'GET', '/ping', { key })).status).toBe(200);
    await app.get(ApiKeysService).revoke(keyId);
    expect((await call(other, 'GET', '/ping', { key })).status).toBe(401);
  });

  it('has the current plan of its team', async () => {
    const { teamId } = await createTeam(app, 'starter');
    const { key } = await createKey(app, { teamId });
    await app.get(TeamsService).setPlan(teamId, 'growth');
    expect((await call(other, 'GET', '/ping', { key })).body.data).toMatchObject({ plan: 'growth' });
  });

  it('has its last use stored when the process ends at the latest', async () => {
    const third = await startTestApp({ beside: app });
    const { key, keyId } = await createKey(app);
    await call(third, 'GET', '/ping', { key });
    await third.close();
    const [row] = await app.database.query<{ last_used_at: Date }>('SELECT last_used_at FROM api_keys WHERE id = $1', [
      keyId,
    ]);
    expect(row?.last_used_at).toBeInstanceOf(Date);
  });

  it('has its uses counted later when they cannot be stored', async () => {
    const { keyId } = await createKey(app);
    const uses = new ApiKeyUses(app.get(ApiKeysQueries));
    uses.note(keyId, '192.0.2.1');
    await app.database.execute('ALTER TABLE api_key_uses RENAME TO away');
    await uses.onApplicationShutdown();
    await app.database.execute('ALTER TABLE away RENAME TO api_key_uses');
    uses.note(keyId, '192.0.2.2');
    await uses.onApplicationShutdown();
    const found = await app.database.one(
      'SELECT calls, last_used_ip FROM api_key_uses JOIN api_keys ON id = key_id WHERE key_id = $1',
      [keyId],
    );
    expect(found).toEqual({ calls: 2, last_used_ip: '192.0.2.2' });
  });

  it('has its uses stored by many processes at once without a deadlock', async () => {
    const { teamId } = await createTeam(app);
    const keys = await Promise.all(Array.from({ length: 8 }, () => createKey(app, { teamId })));
    const use = { at: new Date(), ip: '192.0.2.1', calls: 1 };
    const ids = keys.map(({ keyId }) => keyId);
    const note = (order: string[]) => app.get(ApiKeysQueries).noteUses(new Map(order.map((id) => [id, use])));
    await Promise.all(Array.from({ length: 20 }, (_, round) => note(round % 2 ? ids : ids.toReversed())));
    const { calls } = await app.database.one<{ calls: number }>(
      'SELECT sum(calls)::int AS calls FROM api_key_uses WHERE key_id = ANY($1)',
      [ids],
    );
    expect(calls).toBe(160);
  });
});

describe('a request id', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  const idFor = async (sent: string, path = '/ping') =>
    (await call(app, 'GET', path, { headers: { 'x-request-id': sent } })).headers.get('x-request-id');

  it.each(['a', 'A.b_c:d-9', 'x'.repeat(128)])('is kept if it is valid: %s', async (id) => {
    expect(await idFor(id)).toBe(id);
  });

  it.each(['', 'two words', 'a/b', 'é', 'x'.repeat(129), '{"a":1}'])(
    'is replaced if it is not valid: %s',
    async (id) => {
      expect(await idFor(id)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each(['/nothing-here', '/account', '/products?page=0'])('is also returned with a failure: %s', async (path) => {
    expect(await idFor('mine', path)).toBe('mine');
  });
});
