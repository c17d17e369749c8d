import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { ArtifactsQueries } from '#access/oauth/artifacts.queries.js';
import { ClientMetadataFetcher } from '#access/oauth/client-metadata.fetcher.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { call, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { Browser, textOf } from '../../support/browser.js';
import { runCommand } from '../../support/command-line.js';
import { signal } from '../../support/signal.js';
import {
  CALLBACK,
  decide,
  openConsent,
  PASSWORD,
  RawClient,
  rpc,
  signUp,
  startPublicApp,
} from '../../support/clients/oauth.js';

let app: TestApp;
let client: RawClient;
/** A signed-in person, shared by the tests because checking a password takes a third of a second. */
let owner: { teamId: string; userId: string; email: string; browser: Browser };
const statusOf = async (token: string): Promise<number> => (await rpc(app, 'tools/list', { token })).status;

beforeAll(async () => {
  app = await startPublicApp({ env: { OAUTH_REFRESH_REUSE_GRACE_S: '0' } });
  client = await RawClient.register(app);
  owner = { ...(await signUp(app)), browser: new Browser() };
});
afterAll(() => app.close());

describe('discovery', () => {
  const documents = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp/auth'];

  it('names one issuer, one resource, S256 and nothing else', async () => {
    const [server, resource] = await Promise.all(
      documents.map(async (path) => (await fetch(app.origin + path)).json()),
    );
    expect(server).toMatchObject({
      issuer: app.origin,
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['mcp'],
    });
    expect(resource).toMatchObject({ resource: `${app.origin}/mcp/auth`, authorization_servers: [app.origin] });
  });

  it.each(documents)('is the same for every Host header: %s', async (path) => {
    const poisoned = await getWithHeaders(path, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    });
    expect(poisoned).toBe(await (await fetch(app.origin + path)).text());
  });

  it('does not use a poisoned Host header in the redirect to the consent page', async () => {
    const { url } = client.authorization();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await getWithHeaders(url.pathname + url.search, headers, 'location')).toMatch(/^\/oauth\/interaction\//);
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'publishes nothing at %s, so that clients of the open address never sign in',
    async (path) => {
      expect((await fetch(app.origin + path)).status).toBe(404);
    },
  );
});

describe('behind TLS', () => {
  it('uses https URLs and secure cookies although the connection behind the proxy is plain', async () => {
    const secure = await startTestApp({ beside: app, env: { PUBLIC_URL: 'https://qualm.example' } });
    try {
      const { url } = client.authorization({ resource: 'https://qualm.example/mcp/auth' });
      const begun = await fetch(secure.origin + url.pathname + url.search, { redirect: 'manual' });
      const metadata = await fetch(`${secure.origin}/.well-known/oauth-authorization-server`);
      expect(await metadata.json()).toMatchObject({ issuer: 'https://qualm.example' });
      expect(begun.headers.getSetCookie()).toEqual(Array(4).fill(expect.stringMatching(/; secure/i)));
    } finally {
      await secure.close();
    }
  });
});

describe('redeeming', () => {
  it('returns a token to one of four simultaneous redemptions of a code', async () => {
    const { code, verifier } = await client.code(owner);
    const answers = await Promise.all([0, 1, 2, 3].map(() => client.redeem(code, verifier)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('returns a token to one of four simultaneous uses of a refresh token', async () => {
    const { refresh_token } = await client.connect(owner);
    const answers = await Promise.all([0, 1, 2, 3].map(() => client.refresh(refresh_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('refuses a token in an older transaction after a newer transaction has used it', async () => {
    const artifacts = app.get(ArtifactsQueries);
    const idHash = randomBytes(32);
    await artifacts.upsert({ model: 'RefreshToken', idHash, grantId: null, payload: {}, lifetimeSeconds: 60 });
    const [hasBegun, isSecond] = [signal(), signal()];
    const earlier = app.database.transaction(async () => {
      await app.database.query('SELECT now()');
      hasBegun.give();
      await isSecond.given;
      return artifacts.consume('RefreshToken', idHash, 0);
    });
    await hasBegun.given;
    expect(await artifacts.consume('RefreshToken', idHash, 0)).toBe(true);
    isSecond.give();
    expect(await earlier).toBe(false);
  });

  it('treats a reused code as theft and revokes its tokens', async () => {
    const { code, verifier } = await client.code(owner);
    const { access_token } = await client.redeem(code, verifier);
    await client.redeem(code, verifier);
    expect(await statusOf(access_token)).toBe(401);
  });

  it('treats a reused refresh token as theft and revokes the whole family', async () => {
    const first = await client.connect(owner);
    const second = await client.refresh(first.refresh_token);
    await client.refresh(first.refresh_token);
    expect([await statusOf(second.access_token), (await client.refresh(second.refresh_token)).error]).toEqual([
      401,
      'invalid_grant',
    ]);
  });

  it('allows parallel processes of one client to share a refresh token for a short time', async () => {
    const forgiving = await startPublicApp({
      beside: app,
      env: { PUBLIC_URL: app.origin, OAUTH_REFRESH_REUSE_GRACE_S: '10' },
    });
    try {
      const { refresh_token } = await client.connect(owner);
      const body = () => new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id: client.id });
      const refresh = () => fetch(`${forgiving.origin}/oauth/token`, { method: 'POST', body: body() });
      const answers = await Promise.all([0, 1, 2, 3].map(refresh));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    } finally {
      await forgiving.close();
    }
  });

  it('returns tokens for an hour, and refreshing does not extend the connection', async () => {
    const first = await client.connect(owner);
    const { grant_id } = await app.database.one<{ grant_id: string }>(
      'SELECT grant_id FROM oauth_connections ORDER BY created_at DESC LIMIT 1',
    );
    await app.database.execute(
      `UPDATE oauth_artifacts SET payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - 864000)
       WHERE model = 'RefreshToken' AND grant_id = $1`,
      [grant_id],
    );
    const second = await client.refresh(first.refresh_token);
    const { days } = await app.database.one<{ days: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM oauth_artifacts
       WHERE model = 'RefreshToken' AND consumed_at IS NULL AND grant_id = $1`,
      [grant_id],
    );
    expect([second.expires_in, days]).toEqual([3600, 20]);
  });

  it.each(['', '/', '/mcp', '/mcp/auth/'])('accepts another name of the resource: origin + "%s"', async (name) => {
    const resource = `${app.origin}${name}`;
    const { url, verifier } = client.authorization({ resource });
    const { next } = await decide(url, owner);
    const code = next?.searchParams.get('code') ?? '';
    const redeemed = await client.token({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: CALLBACK,
      resource,
    });
    expect(await statusOf(redeemed.access_token)).toBe(200);
  });

  it('stores no usable code, token or client secret', async () => {
    const registered = await fetch(`${app.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' }),
    });
    const { client_secret } = (await registered.json()) as { client_secret: string };
    const { access_token, refresh_token } = await client.connect(owner);
    const { rows } = await app.database.one<{ rows: string }>(
      `SELECT string_agg(oauth_artifacts::text, ' ') AS rows FROM oauth_artifacts WHERE model <> 'Interaction'`,
    );
    expect([client_secret, access_token, refresh_token].filter((secret) => rows.includes(secret))).toEqual([]);
  });

  it('accepts only the correct secret of a confidential client', async () => {
    const registered = await fetch(`${app.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_post' }),
    });
    const { client_id, client_secret } = (await registered.json()) as Record<string, string>;
    const tokenErrorWith = async (secret = '') => {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'x',
        client_id: client_id ?? '',
        client_secret: secret,
      });
      const answer = await fetch(`${app.origin}/oauth/token`, { method: 'POST', body });
      return ((await answer.json()) as { error: string }).error;
    };
    expect([await tokenErrorWith(client_secret), await tokenErrorWith('wrong')]).toEqual([
      'invalid_grant',
      'invalid_client',
    ]);
  });

  it('answers 401 invalid_client for an unknown client, so that clients register again', async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'gone' });
    const answer = await fetch(`${app.origin}/oauth/token`, { method: 'POST', body });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client']);
  });
});

describe('a connection', () => {
  it('is refused by REST, because its token is only valid for tools', async () => {
    const { access_token } = await client.connect(owner);
    expect((await call(app, 'GET', '/ping', { key: access_token })).status).toBe(401);
  });

  it('ends immediately when its team disconnects it', async () => {
    const { access_token, refresh_token } = await client.connect(owner);
    const [newest] = await app.get(ConnectionsService).list(owner.teamId);
    await app.get(ConnectionsService).disconnect(newest?.id ?? '', owner.teamId);
    expect([await statusOf(access_token), (await client.refresh(refresh_token)).error]).toEqual([401, 'invalid_grant']);
  });

  it('cannot be disconnected by another team', async () => {
    const stranger = await createTeam(app);
    await client.connect(owner);
    const [newest] = await app.get(ConnectionsService).list(owner.teamId);
    await expect(app.get(ConnectionsService).disconnect(newest?.id ?? '', stranger.teamId)).rejects.toThrow(
      'not found',
    );
  });

  it('can be listed and revoked by operators on the command line', async () => {
    const person = await signUp(app);
    const { access_token } = await client.connect(person);
    const listed = await qualm('connection', 'list', '--team', person.teamId, '--json');
    const { connections } = JSON.parse(listed) as { connections: { id: string }[] };
    await qualm('connection', 'revoke', connections[0]?.id ?? '');
    expect([connections.length, await statusOf(access_token)]).toEqual([1, 401]);
  });

  it('ends when its client revokes a token', async () => {
    const { access_token } = await client.connect(owner);
    const before = await app.get(ConnectionsService).list(owner.teamId);
    await client.revoke(access_token);
    const after = await app.get(ConnectionsService).list(owner.teamId);
    expect([await statusOf(access_token), before.length - after.length]).toEqual([401, 1]);
  });

  it('ignores a revocation by another client', async () => {
    const { access_token } = await client.connect(owner);
    await (await RawClient.register(app)).revoke(access_token);
    expect(await statusOf(access_token)).toBe(200);
  });

  it('ends when its person leaves the team', async () => {
    const leaver = await signUp(app);
    const { access_token, refresh_token } = await client.connect({ email: leaver.email });
    await app.database.execute('DELETE FROM memberships WHERE user_id = $1', [leaver.userId]);
    expect([await statusOf(access_token), (await client.refresh(refresh_token)).error]).toEqual([401, 'invalid_grant']);
  });

  it('ends when its person leaves the team on the page, and stays ended when the person comes back', async () => {
    const { teamId } = owner;
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const { id } = await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'member');
    const browser = await signedIn(email);
    const { access_token } = await client.connect({ email, browser });
    const left = await browser.submit(await browser.open(`${app.origin}/app/settings/team`), '/remove', {});
    await app.database.execute(`INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $2, 'member')`, [
      teamId,
      id,
    ]);
    expect([left.status, await statusOf(access_token)]).toEqual([303, 401]);
  });

  it('ends when its person changes the password', async () => {
    const person = await signUp(app);
    const browser = await signedIn(person.email);
    const { access_token } = await client.connect({ email: person.email, browser });
    const fields = { current: PASSWORD, next: 'another horse battery' };
    const changed = await browser.submit(
      await browser.open(`${app.origin}/app/settings/password`),
      '/password',
      fields,
    );
    expect([changed.status, await statusOf(access_token)]).toEqual([303, 401]);
  });

  it('is listed and audited by the name that the consent page showed', async () => {
    const person = await signUp(app);
    const garbled = await RawClient.register(app, { client_name: 'Good\u202e client' });
    await garbled.connect({ email: person.email });
    const [connection] = await app.get(ConnectionsService).list(person.teamId);
    const { rows } = await app.database.one<{ rows: string }>(
      `SELECT string_agg(entry::text, ' ') AS rows FROM audit_entries entry WHERE team_id = $1`,
      [person.teamId],
    );
    expect(connection?.client_name).toBe('Good client');
    expect(rows).toMatch(/Good client/);
  });

  it('is listed for its team with its client, budget and last use', async () => {
    const person = await signUp(app);
    const { access_token } = await client.connect({ email: person.email, budget: '7' });
    await statusOf(access_token);
    expect(await app.get(ConnectionsService).list(person.teamId)).toEqual([
      {
        id: expect.any(String),
        client_name: 'Test client',
        ask_before_spending: true,
        user_id: person.userId,
        user_email: person.email,
        credit_budget: 7,
        spent_last_30_days: 0,
        created_at: expect.any(Date),
        expires_at: expect.any(Date),
        last_used_at: expect.any(Date),
      },
    ]);
  });
});

describe('the consent page', () => {
  const consentOf = async (parameters?: Record<string, string>, metadata?: object) => {
    const asking = metadata ? await RawClient.register(app, metadata) : client;
    return openConsent(owner.browser, asking.authorization(parameters).url, owner);
  };

  it('names the client, the redirect host and the team', async () => {
    const text = textOf(await consentOf());
    expect(text).toMatch(/Connect Test client to Qualm\?.*127\.0\.0\.1:33418.*program on your computer.*Team growth/);
  });

  it('shows a hostile client name as text', async () => {
    const { html } = await consentOf({}, { client_name: '<script>alert(1)</script>' });
    expect(html).not.toContain('<script>');
  });

  it('shows a client name without characters that change the order of the text around it', async () => {
    const { html } = await consentOf({}, { client_name: 'Good\u202e\u2066\u200b\u0085 client\u2069' });
    expect(html).toContain('<strong><bdi>Good client</bdi></strong>');
    expect(html).not.toMatch(/[\p{Cf}\u0085]/u);
  });

  it('shows the id of a client whose name has nothing else', async () => {
    const unnamed = await RawClient.register(app, { client_name: '\u202e \u200b' });
    const { html } = await openConsent(owner.browser, unnamed.authorization().url, owner);
    expect(html).toContain(`<strong><bdi>${unnamed.id}</bdi></strong>`);
  });

  it.each(['form_post', 'fragment'])(
    'is not shown for the response mode %s, which the metadata does not name',
    async (mode) => {
      const { url } = client.authorization({ response_mode: mode });
      const { next } = await new Browser().open(url);
      expect(next?.searchParams.get('error')).toBe('unsupported_response_mode');
    },
  );

  it('keeps its opener, a client that opened it in a pop-up', async () => {
    expect((await consentOf()).headers.get('cross-origin-opener-policy')).toBeNull();
  });

  it('can be neither framed nor cached, and runs no script', async () => {
    const { headers } = await consentOf();
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store']);
  });

  it('is the only page whose forms may lead to another origin', async () => {
    const { url } = client.authorization();
    const signIn = (await new Browser().open(url)).next ?? '';
    for (const address of [signIn, '/login', '/signup', '/nowhere', '/']) {
      const { headers } = await new Browser().open(new URL(address, app.origin), { redirect: 'follow' });
      expect(headers.get('content-security-policy')).toMatch(/; form-action 'self'(;|$)/);
    }
  });

  it('hides the budget from a team that cannot spend', async () => {
    const free = await signUp(app, 'free');
    const page = await openConsent(new Browser(), client.authorization().url, { email: free.email });
    expect(page.html).not.toContain('credit_budget');
  });

  it.each(['-3', '1.5', '1e3', 'many', '10001', ' '.repeat(3) + '4x'])('refuses the budget %p', async (budget) => {
    const page = await decide(client.authorization().url, { ...owner, budget });
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining('whole number from 0 to 10000')]);
  });

  it('refuses a team to which the person does not belong', async () => {
    const stranger = await createTeam(app);
    const consent = await openConsent(owner.browser, client.authorization().url, owner);
    const page = await owner.browser.submit(consent, '/consent', { decision: 'allow', team_id: stranger.teamId });
    expect([page.status, page.next]).toEqual([400, null]);
  });

  it('refuses a form without its CSRF token', async () => {
    const consent = await openConsent(owner.browser, client.authorization().url, owner);
    const page = await owner.browser.submit(consent, '/consent', { decision: 'allow', csrf_token: 'forged' });
    expect([page.status, page.next]).toEqual([403, null]);
  });

  it('is only shown to the browser that started the connection', async () => {
    const begun = await new Browser().open(client.authorization().url);
    expect((await new Browser().open(begun.next ?? '')).status).toBe(404);
  });

  it('asks for consent for every connection, even in the same browser', async () => {
    const browser = new Browser();
    await decide(client.authorization().url, { email: owner.email, browser });
    const again = await openConsent(browser, client.authorization().url, { email: owner.email });
    expect(again.html).toContain('name="decision"');
  });

  it('connects the person who is signed in now, not a person who was signed in before', async () => {
    const browser = new Browser();
    await decide(client.authorization().url, { email: owner.email, browser });
    const consent = await openConsent(browser, client.authorization().url, { email: owner.email });
    const other = await signUp(app);
    const signedOut = await browser.submit(consent, '/logout', {});
    const login = await browser.open(signedOut.next ?? '');
    const signedIn = await browser.submit(login, '/login', { email: other.email, password: 'correct horse battery' });
    const page = await browser.open(signedIn.next ?? '');
    const decided = await browser.submit(page, '/consent', { decision: 'allow' });
    const { next } = await browser.open(decided.next ?? '');
    const [connection] = await app.get(ConnectionsService).list(other.teamId);
    expect([next?.searchParams.has('code'), connection?.user_email]).toEqual([true, other.email]);
  });

  it('redirects a denial with the state and the issuer', async () => {
    const { next } = await decide(client.authorization().url, { ...owner, decision: 'deny' });
    expect(Object.fromEntries(next?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: app.origin,
    });
  });

  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['for another resource', { resource: 'https://elsewhere.example/' }],
    ['that asks for a silent answer', { prompt: 'none' }],
  ])('leads nobody to the host of a client by a request %s', async (_, wrong) => {
    const redirect_uri = 'https://client.example/callback';
    const remote = await RawClient.register(app, { redirect_uris: [redirect_uri] });
    const shown = await new Browser().open(remote.authorization({ redirect_uri, ...wrong }).url);
    expect([shown.status, shown.next, textOf(shown)]).toEqual([
      400,
      null,
      expect.stringContaining('This connection cannot be made'),
    ]);
    const local = await new Browser().open(client.authorization(wrong).url);
    expect([local.next?.host, local.next?.searchParams.has('error')]).toEqual(['127.0.0.1:33418', true]);
  });

  it('tells the host of a client of a denial', async () => {
    const redirect_uri = 'https://client.example/callback';
    const remote = await RawClient.register(app, { redirect_uris: [redirect_uri] });
    const { next } = await decide(remote.authorization({ redirect_uri }).url, { ...owner, decision: 'deny' });
    expect([next?.host, next?.searchParams.get('error')]).toEqual(['client.example', 'access_denied']);
  });

  it('limits password guessing', async () => {
    const strict = await startPublicApp({ beside: app, env: { PUBLIC_URL: app.origin, SIGN_IN_ATTEMPTS: '1' } });
    try {
      const { url } = RawClient.withId(strict, client.id).authorization({ resource: `${app.origin}/mcp/auth` });
      const guess = () => openConsent(new Browser(), url, { email: 'guessed@example.com', password: 'wrong' });
      const pages = [await guess(), await guess()];
      expect(pages.map(({ status }) => status)).toEqual([401, 429]);
      expect(pages[1]?.headers.get('retry-after')).toMatch(/^\d+$/);
    } finally {
      await strict.close();
    }
  });

  it('answers a wrong password and an unknown person in the same way', async () => {
    const attempt = async (email: string) => {
      const page = await openConsent(new Browser(), client.authorization().url, { email, password: 'wrong' });
      return [page.status, textOf(page)];
    };
    expect(await attempt(owner.email)).toEqual(await attempt(`${randomBytes(4).toString('hex')}@example.com`));
  });
});

describe('hostile requests', () => {
  const registration = (name: string) => JSON.stringify({ redirect_uris: [CALLBACK], client_name: name });

  it.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])('are redirected with an error: %s', async (_, parameters, error) => {
    const { next } = await new Browser().open(client.authorization(parameters).url);
    expect([next?.origin, next?.searchParams.get('error')]).toEqual([new URL(CALLBACK).origin, error]);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['an unregistered redirect', { redirect_uri: 'https://evil.example/cb' }],
    ['a metadata document on this machine', { client_id: 'https://127.0.0.1:9/client.json' }],
  ])('end on an error page: %s', async (_, parameters) => {
    const page = await new Browser().open(client.authorization(parameters).url);
    expect([page.status, page.next, textOf(page)]).toEqual([400, null, expect.stringContaining('cannot be made')]);
  });

  it.each([
    ['/oauth/register', 'application/json', '{'],
    ['/oauth/register', 'application/json', '[]'],
    ['/oauth/register', 'application/json', JSON.stringify({ redirect_uris: ['javascript:alert(1)'] })],
    ['/oauth/register', 'application/json', registration('a'.repeat(201))],
    ['/oauth/register', 'application/json', JSON.stringify({ redirect_uris: Array(11).fill(CALLBACK) })],
    ['/oauth/register', 'application/json', registration('a\0b')],
    ['/oauth/register', 'application/json', registration('a\ud83d')],
    ['/oauth/register', 'application/json', `${'['.repeat(16_000)}${']'.repeat(16_000)}`],
    ['/oauth/register', 'text/plain', 'x'],
    ['/oauth/token', 'application/x-www-form-urlencoded', '%'],
    ['/oauth/token', 'application/json', '{}'],
    ['/oauth/token', 'application/x-www-form-urlencoded', `grant_type=${'x'.repeat(40_000)}`],
    ['/oauth/revoke', 'application/x-www-form-urlencoded', 'token=a%00b&client_id=c%00d'],
  ])('are refused with an OAuth error: %s %s %s', async (path, type, body) => {
    const answer = await fetch(app.origin + path, { method: 'POST', headers: { 'content-type': type }, body });
    expect([answer.status >= 400 && answer.status < 500, await answer.json()]).toEqual([
      true,
      { error: expect.any(String), error_description: expect.any(String) },
    ]);
  });

  it('sign up no team whose name cannot be stored', async () => {
    const browser = new Browser();
    const person = { email: 'nul@example.com', password: 'correct horse battery', team: 'a\0b' };
    const page = await browser.submit(await browser.open(`${app.origin}/signup`), '/signup?next=%2F', person);
    expect([page.status, textOf(page)]).toEqual([400, expect.stringContaining('must not contain a NUL character')]);
  });

  it('can register only a limited number of clients from one address', async () => {
    const strict = await startPublicApp({
      beside: app,
      env: { OAUTH_REGISTRATIONS_PER_ADDRESS: '1', TRUSTED_PROXY_HOPS: '1' },
    });
    try {
      const register = () =>
        fetch(`${strict.origin}/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.99' },
          body: JSON.stringify({ redirect_uris: [CALLBACK] }),
        });
      const [first, second] = [await register(), await register()];
      expect([first.status, second.status, second.headers.get('retry-after')]).toEqual([
        201,
        429,
        expect.stringMatching(/^\d+$/),
      ]);
    } finally {
      await strict.close();
    }
  });
});

describe('a client with a metadata document', () => {
  it.each([
    ['plain', 'Documented'],
    ['garbled', 'Docu\u202emented'],
  ])('connects without registering: %s', async (file, client_name) => {
    const id = `https://client.example/${file}.json`;
    const document = {
      client_id: id,
      client_name,
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
    };
    const fetched = jest
      .spyOn(app.get(ClientMetadataFetcher), 'fetch')
      .mockImplementation(async () => Response.json(document));
    const documented = RawClient.withId(app, id);
    const { access_token } = await documented.connect(owner);
    const [connection] = await app.get(ConnectionsService).list(owner.teamId);
    fetched.mockRestore();
    expect([await statusOf(access_token), connection?.client_name]).toEqual([200, 'Documented']);
  });

  it('has its document fetched only a limited number of times for one address', async () => {
    const strict = await startPublicApp({
      beside: app,
      env: { OAUTH_METADATA_FETCHES_PER_ADDRESS: '1', TRUSTED_PROXY_HOPS: '1' },
    });
    try {
      const fetched = jest.spyOn(strict.get(ClientMetadataFetcher), 'fetch').mockRejectedValue(new Error('away'));
      for (const n of [1, 2, 3]) {
        const { url } = RawClient.withId(strict, `https://client.example/${n}.json`).authorization();
        await new Browser().open(url, { headers: { 'x-forwarded-for': '192.0.2.77' } });
      }
      expect(fetched).toHaveBeenCalledTimes(1);
    } finally {
      await strict.close();
    }
  });
});

describe('purging', () => {
  it('deletes expired artifacts and unused clients, and keeps clients with a live connection', async () => {
    const idle = await RawClient.register(app);
    await client.connect(owner);
    await app.database.execute(
      `UPDATE oauth_artifacts SET created_at = now() - interval '25 hours' WHERE model = 'Client'`,
    );
    await app.get(ArtifactsQueries).purge();
    const kept = await app.database.query<{ id: string }>(
      `SELECT payload->>'client_id' AS id FROM oauth_artifacts WHERE model = 'Client'`,
    );
    const ids = kept.map(({ id }) => id);
    expect([ids.includes(client.id), ids.includes(idle.id)]).toEqual([true, false]);
  });
});

async function signedIn(email: string): Promise<Browser> {
  const browser = new Browser();
  await browser.submit(await browser.open(`${app.origin}/login`), '/login?next=%2F', { email, password: PASSWORD });
  return browser;
}

/** Runs an operator's command on the application's database. @returns its standard output. */
async function qualm(...words: string[]): Promise<string> {
  const { url, redisUrl, redisKeyPrefix } = app.testDatabase;
  const env = { ...process.env, DATABASE_URL: url, REDIS_URL: redisUrl, REDIS_KEY_PREFIX: redisKeyPrefix };
  return (await runCommand(words, env)).stdout;
}

/** Sends a GET with headers that fetch does not send. Returns the body, or one header. */
function getWithHeaders(path: string, headers: Record<string, string>, header?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(app.origin + path, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve(header ? String(answer.headers[header]) : Buffer.concat(chunks).toString()));
    });
    sent.on('error', reject).end();
  });
}
