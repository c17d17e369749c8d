import { randomBytes } from 'node:crypto';
import { MembersService } from '#accounts/teams/members.service.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import {
  IdentityProviderClient,
  ProviderLoginFailed,
} from '#access/sign-in/identity-provider/identity-provider.client.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { UserTokensService } from '#access/sign-in/user-tokens.service.js';
import { ENV, type Env } from '#config/env.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import {
  type AtProvider,
  startIdentityProvider,
  type TestProvider,
} from '../../support/stand-ins/identity-provider.js';
import { PASSWORD, RawClient, signUp } from '../../support/clients/oauth.js';
import { signedIn } from '../../support/signed-in.js';
import { portForServer } from '../../support/ports.js';

const CALLBACK = '/login/provider/callback';
const DOWN: TestProvider['intercept'] = (_request, response) => Boolean(response.destroy());
const FAILED = 'You were not logged in';

let provider: TestProvider;
let app: TestApp;
/** An API process of the same service in which passwords are turned off. */
let strict: TestApp;

beforeAll(async () => {
  const origins = [await portForServer(), await portForServer()].map((port) => `http://127.0.0.1:${port}`);
  provider = await startIdentityProvider(origins.map((origin) => origin + CALLBACK));
  const common = { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), ...provider.env };
  const [env, only] = origins.map((origin) => ({ ...common, PUBLIC_URL: origin, PORT: new URL(origin).port }));
  // The provider is needed for logins only.
  provider.intercept = DOWN;
  app = await startTestApp({ env: { ...env, OIDC_ALLOWED_DOMAINS: 'acme.example,example.com' } });
  strict = await startTestApp({ beside: app, env: { ...only, OIDC_ONLY: 'true' } });
});
afterAll(async () => {
  await strict.close();
  await app.close();
  await provider.close();
});
beforeEach(() => {
  provider.intercept = () => false;
});

const person = (more: Partial<AtProvider> = {}): AtProvider => {
  const sub = randomBytes(6).toString('hex');
  return { sub, email: `${sub}@acme.example`, email_verified: true, ...more };
};

/** Follows redirects until the browser is back from the provider. @returns the answer to the callback */
async function comeBack(browser: Browser, first: Page): Promise<Page> {
  let page = first;
  while (page.next && page.url.pathname !== CALLBACK) page = await browser.open(page.next);
  return page;
}

/** Logs in with the provider from the login page. @returns the answer to the callback */
async function logIn(who: AtProvider, { browser = new Browser(), next = '/', on = app } = {}): Promise<Page> {
  provider.person = who;
  const query = `next=${encodeURIComponent(next)}`;
  const form = await browser.open(`${on.origin}/login?${query}`);
  return comeBack(browser, await browser.submit(form, `/login/provider?${query}`, {}));
}

/** The end of the form that has a new address proved at the provider. */
const PROOF_OF_ADDRESS = encodeURIComponent('/app/settings/security/address');

/** Ends the session of a browser at the provider. */
function forgetProvider(browser: Browser): void {
  for (const name of ['_session', '_session.sig'])
    browser.keep(`${name}=; path=/; expires=${new Date(0).toUTCString()}`);
}

const open = (browser: Browser, path: string): Promise<Page> => browser.open(app.origin + path);
const securityPage = async (browser: Browser): Promise<string> => textOf(await open(browser, '/app/settings/security'));
const isLoggedIn = async (browser: Browser): Promise<boolean> =>
  (await open(browser, '/app/settings/security')).status === 200;
const mailsTo = async (email: string): Promise<string[]> =>
  (await app.get(MailsService).list(1_000)).filter(({ to }) => to === email).map(({ kind }) => kind);
const actionsOf = async (userId: string): Promise<unknown[]> =>
  (
    await app.database.query<{ action: string }>(`SELECT action FROM audit_entries WHERE target_id = $1 ORDER BY id`, [
      userId,
    ])
  ).map(({ action }) => action);

describe('a new person', () => {
  it('gets a confirmed account without a password, and creates a team', async () => {
    const [who, browser] = [person(), new Browser()];
    expect((await logIn(who, { browser, next: '/app/credits' })).next?.pathname).toBe('/app/credits');
    const created = await browser.submit(await open(browser, '/app/team'), '/app/team', { team: 'Acme' });
    expect(created.next?.pathname).toBe('/');
    expect(await securityPage(browser)).toMatch(/confirmed .*You have none\. Ask for a link .*linked/);
    expect(await mailsTo(who.email)).toEqual([]);
  });

  it('stays the same person when the address at the provider changes', async () => {
    const who = person();
    await logIn(who);
    const browser = new Browser();
    await logIn({ ...who, email: person().email }, { browser });
    expect(await securityPage(browser)).toContain(who.email);
    expect(await mailsTo(who.email)).toEqual(['new-browser']);
  });

  it('gets no account for an address that another person can reclaim', async () => {
    const [owner, who] = [await signedIn(app), person()];
    await app.get(UserTokensService).issue({ id: owner.userId, email: who.email }, 'undo-email', 60);
    expect((await logIn(who)).next?.search).toContain('link');
    expect(await app.database.query('SELECT FROM users WHERE email = $1', [who.email])).toEqual([]);
  });

  it('is created once by two logins at the same time', async () => {
    const who = person();
    const answers = await Promise.all([logIn(who), logIn(who)]);
    expect(answers.map(({ next }) => next?.pathname)).toEqual(['/', '/']);
    const found = await app.database.query('SELECT FROM user_identities WHERE subject = $1', [who.sub]);
    expect(found).toHaveLength(1);
  });

  it('accepts an invitation to the address', async () => {
    const [owner, who, browser] = [await signedIn(app), person(), new Browser()];
    const fields = { email: who.email, role: 'viewer' };
    await owner.send(await owner.open('/app/settings/team'), '/team/invitations', fields);
    const [{ links } = { links: [] }] = (await app.get(MailsService).list(1_000)).filter(({ to }) => to === who.email);
    const join = new URL(links[0] ?? '').pathname;
    const invitation = (await logIn(who, { browser, next: join })).next;
    await browser.submit(await browser.open(invitation ?? ''), join, {});
    const members = await app.get(MembershipsService).findByTeam(owner.teamId);
    expect(members.map(({ email, role }) => [email, role])).toContainEqual([who.email, 'viewer']);
  });

  it('continues to connect an assistant', async () => {
    const { email } = await signUp(app);
    const [client, browser] = [await RawClient.register(app), new Browser()];
    const asked = await browser.open((await browser.open(client.authorization().url)).next ?? '');
    provider.person = person({ email });
    const form = await comeBack(browser, await browser.submit(asked, encodeURIComponent(asked.url.pathname), {}));
    const linked = await browser.submit(await browser.open(form.next ?? ''), encodeURIComponent(asked.url.pathname), {
      password: PASSWORD,
    });
    expect(textOf(await browser.open(linked.next ?? ''))).toContain('Test client');
  });
});

describe('an address that has an account', () => {
  it('is linked with the provider by its password, once, and the person is notified', async () => {
    const { email, userId } = await signUp(app);
    const [who, browser] = [person({ email }), new Browser()];
    const form = await browser.open((await logIn(who, { browser, next: '/app/credits' })).next ?? '');
    expect([textOf(form), await isLoggedIn(browser)]).toEqual([expect.stringContaining('Link your account'), false]);
    const wrong = await browser.submit(form, 'credits', { password: 'wrong' });
    expect([wrong.status, textOf(wrong)]).toEqual([401, expect.stringContaining('Link your account')]);
    expect((await browser.submit(wrong, 'credits', { password: PASSWORD })).next?.pathname).toBe('/app/credits');
    expect((await logIn(who, { next: '/app/credits' })).next?.pathname).toBe('/app/credits');
    expect(await actionsOf(userId)).toEqual(
      expect.arrayContaining(['session.refused', 'identity.linked', 'session.created']),
    );
    expect(await mailsTo(email)).toContain('identity-linked');
  });

  it('is not linked by the password of another account', async () => {
    const [victim, attacker] = [await signUp(app), await signUp(app)];
    const [who, browser] = [person({ email: victim.email }), new Browser()];
    const form = await browser.open((await logIn(who, { browser })).next ?? '');
    await browser.submit(form, '/login?link=1&next=%2F', { email: attacker.email, password: PASSWORD });
    expect(await securityPage(browser)).toContain('is not linked with Acme ID');
    expect((await logIn(who)).next?.searchParams.has('link')).toBe(true);
  });

  it('is unlinked after a proof, if there is a password', async () => {
    const { email } = await signUp(app);
    const [who, browser] = [person({ email }), new Browser()];
    const form = await browser.open((await logIn(who, { browser })).next ?? '');
    await browser.submit(form, 'next=%2F', { password: PASSWORD });
    await browser.submit(await open(browser, '/app/settings/security'), '/provider/unlink', {});
    expect(await securityPage(browser)).toContain('Your account is not linked with Acme ID any more.');
    expect((await logIn(who)).next?.searchParams.has('link')).toBe(true);
    const alone = new Browser();
    await logIn(person(), { browser: alone });
    const own = await open(alone, '/app/settings/security');
    expect(own.html).not.toContain('/provider/unlink');
    const forged = {
      ...own,
      html: own.html.replace('/settings/security/address', '/settings/security/provider/unlink'),
    };
    await alone.submit(forged, '/provider/unlink', {});
    expect(await securityPage(alone)).toContain('choose a password first');
  });
});

describe('a link from the settings', () => {
  const LINK = '/app/settings/security/provider/link';

  /** Begins the link and logs in at the provider. @returns the redirect to the callback, which is not opened yet */
  async function begin(browser: Browser, who: AtProvider, fields: Record<string, string> = {}): Promise<URL | null> {
    provider.person = who;
    let page = await browser.submit(await open(browser, LINK), LINK, fields);
    while (page.next && page.next.pathname !== CALLBACK) page = await browser.open(page.next);
    return page.next;
  }

  const link = async (browser: Browser, who: AtProvider): Promise<Page> =>
    browser.open((await begin(browser, who)) ?? '');

  it('needs the password again, for any address at the provider, and the person is notified', async () => {
    const [{ browser, userId, email }, who] = [await signedIn(app), person()];
    const forgetProof = () =>
      app.database.execute(`UPDATE web_sessions SET proved_at = now() - interval '1 hour' WHERE user_id = $1`, [
        userId,
      ]);
    await forgetProof();
    const asked = await browser.submit(await open(browser, LINK), LINK, {});
    expect([asked.status, textOf(asked)]).toEqual([403, expect.stringContaining('Confirm that it is you')]);
    provider.person = who;
    const linked = await comeBack(browser, await browser.submit(asked, LINK, { proof_password: PASSWORD }));
    expect(linked.next?.pathname).toBe('/app/settings/security');
    expect(await securityPage(browser)).toMatch(/Your account is linked with Acme ID\..*linked You can log in with/);
    expect((await open(browser, LINK)).next?.pathname).toBe('/app/settings/security');
    const elsewhere = new Browser();
    await logIn(who, { browser: elsewhere });
    expect(await securityPage(elsewhere)).toContain(email);
    expect(await actionsOf(userId)).toContain('identity.linked');
    expect(await mailsTo(email)).toContain('identity-linked');
    await forgetProof();
    const again = await browser.submit(await open(browser, '/app/settings/security'), '/provider/unlink', {});
    await browser.submit(again, '/provider/unlink', { proof_password: PASSWORD });
    expect(await securityPage(browser)).toContain('is not linked with Acme ID any more.');
  });

  it('is not made with an account at the provider that another person has', async () => {
    const [{ browser }, who] = [await signedIn(app), person()];
    await logIn(who);
    await link(browser, who);
    expect(await securityPage(browser)).toMatch(/is linked with another account here\..*is not linked with Acme ID/);
  });

  it('is not made for a person other than the one who began it, nor without a session', async () => {
    const [first, second, who] = [await signedIn(app), await signedIn(app), person()];
    const callback = (await begin(first.browser, who)) ?? '';
    for (const { name, value } of second.browser.cookiesFor(app.origin)) first.browser.keep(`${name}=${value}; path=/`);
    expect([(await first.browser.open(callback)).status, (await new Browser().open(callback)).status]).toEqual([
      403, 403,
    ]);
    expect(await securityPage(second.browser)).toContain('is not linked with Acme ID');
  });

  it('needs a confirmed address', async () => {
    const { browser, userId } = await signedIn(app);
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [userId]);
    expect([await begin(browser, person()), await isLoggedIn(browser)]).toEqual([null, true]);
  });

  it('ends when a change of the address is undone', async () => {
    const { browser, userId, email } = await signedIn(app);
    const follow = async (to: string, kind: string): Promise<Page> => {
      const mails = await app.get(MailsService).list(1_000);
      const [mailed = ''] = mails.find((mail) => mail.to === to && mail.kind === kind)?.links ?? [];
      const page = await browser.open(mailed);
      return browser.submit(page, new URL(mailed).pathname, {});
    };
    const taken = person().email;
    await browser.submit(await open(browser, '/app/settings/security'), '/security/address', { email: taken });
    await follow(taken, 'change-email');
    await link(browser, person());
    await follow(email, 'email-changed');
    expect(await actionsOf(userId)).toContain('identity.unlinked');
  });
});

describe('a second factor', () => {
  /** A linked person whose account has a second factor. */
  const withFactor = async (): Promise<AtProvider> => {
    const who = person();
    await logIn(who);
    const sql = `INSERT INTO user_factors (user_id, secret_encrypted, confirmed_at)
                 SELECT user_id, '', now() FROM user_identities WHERE subject = $1`;
    await app.database.execute(sql, [who.sub]);
    return who;
  };

  it('is asked for after a login with the provider', async () => {
    const [who, browser] = [await withFactor(), new Browser()];
    const answer = await logIn(who, { browser, next: '/app/credits' });
    expect([answer.next?.pathname, await isLoggedIn(browser)]).toEqual(['/login/code', false]);
  });

  it('is asked for after a proof at the provider, unless the provider asked for its own', async () => {
    const who = await withFactor();
    const proveBy = async (amr: string[]) => {
      const browser = new Browser();
      const hourAgo = Math.floor(Date.now() / 1_000) - 3_600;
      await logIn({ ...who, amr: ['mfa'], authTime: hourAgo }, { browser });
      const asked = await browser.submit(await open(browser, '/app/settings/security'), '/security/address', {});
      provider.person = { ...who, amr };
      forgetProvider(browser);
      const answer = await comeBack(browser, await browser.submit(asked, PROOF_OF_ADDRESS, {}));
      return [asked.status, answer.next?.pathname, await isLoggedIn(browser)];
    };
    expect(await proveBy(['pwd'])).toEqual([403, '/login/code', false]);
    expect(await proveBy(['pwd', 'mfa'])).toEqual([403, '/app/settings/security/address', true]);
  });

  it('counts if the provider asked for its own, in a team that requires one too', async () => {
    const who = await withFactor();
    expect((await logIn({ ...who, amr: ['pwd', 'mfa'] })).next?.pathname).toBe('/');
    const owner = await signUp(app);
    await app.database.execute('UPDATE teams SET requires_two_factor = true WHERE id = $1', [owner.teamId]);
    const member = person();
    await logIn(member);
    const [{ user_id: id = '' } = {}] = await app.database.query<{ user_id: string }>(
      'SELECT user_id FROM user_identities WHERE subject = $1',
      [member.sub],
    );
    await app.database.execute(`INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $2, 'member')`, [
      owner.teamId,
      id,
    ]);
    const statuses: number[] = [];
    for (const amr of [['pwd'], ['pwd', 'mfa']]) {
      const browser = new Browser();
      await logIn({ ...member, amr }, { browser });
      statuses.push((await open(browser, '/app/credits')).status);
    }
    expect(statuses).toEqual([403, 200]);
    expect(await app.get(TwoFactorService).isOn(id)).toBe(false);
  });
});

describe('a login that fails', () => {
  it.each<[string, Partial<AtProvider>, TestProvider['intercept'] | null, ((url: URL) => URL) | null]>([
    ['the address is not verified', { email_verified: false }, null, null],
    ['the provider calls the address verified in its own way', { email_verified: 'true' }, null, null],
    ['the domain is not allowed', { email: 'a@elsewhere.example' }, null, null],
    ['the domain only ends like an allowed one', { email: 'a@evil-acme.example' }, null, null],
    ['the answer has another state', {}, null, (url) => changed(url, 'state', 'forged')],
    ['the answer names another issuer', {}, null, (url) => changed(url, 'iss', 'https://evil.example')],
    ['the answer has no code', {}, null, (url) => changed(url, 'code', null)],
    ['the code is forged', {}, null, (url) => changed(url, 'code', 'forged')],
    ['the person declines', {}, null, (url) => changed(changed(url, 'code', null), 'error', 'access_denied')],
    ['the ID token has another nonce', {}, renonced, null],
    ['the token endpoint fails', {}, failing('/token', 500), null],
    ['the token endpoint redirects', {}, failing('/token', 307), null],
    ['the provider goes away', {}, (request, response) => isAt(request, '/me') && Boolean(response.destroy()), null],
  ])('has one page without a reason: %s', async (_why, more, intercept, change) => {
    const browser = new Browser();
    provider.person = person(more);
    provider.intercept = intercept ?? (() => false);
    const form = await open(browser, '/login');
    let page = await browser.submit(form, '/login/provider?next=%2F', {});
    while (page.next && page.next.pathname !== CALLBACK) page = await browser.open(page.next);
    const answer = await browser.open(change ? change(page.next as URL) : (page.next as URL));
    const [, id] = /<code>([\w-]+)<\/code>/.exec(answer.html) ?? [];
    expect([answer.status, id]).toEqual([403, answer.headers.get('x-request-id')]);
    const text = textOf(answer).replace(id ?? '', 'ID');
    expect(text).toBe(
      `${FAILED} · Qualm Qualm ${FAILED} The login did not work. Try again . If it fails again, ask the operator of this service, and name this request: ID`,
    );
    expect(await isLoggedIn(browser)).toBe(false);
  });

  it('is one whose answer is used again, even with the earlier cookies', async () => {
    const [browser, thief] = [new Browser(), new Browser()];
    provider.person = person();
    let page = await browser.submit(await open(browser, '/login'), '/login/provider?next=%2F', {});
    while (page.next && page.next.pathname !== CALLBACK) page = await browser.open(page.next);
    const callback = page.next as URL;
    for (const { name, value } of browser.cookiesFor(app.origin)) thief.keep(`${name}=${value}; path=/`);
    expect((await new Browser().open(callback)).status).toBe(403);
    expect((await browser.open(callback)).status).toBe(303);
    expect([(await browser.open(callback)).status, (await thief.open(callback)).status]).toEqual([403, 403]);
    expect([await isLoggedIn(browser), await isLoggedIn(thief)]).toEqual([true, false]);
  });

  it('is that of a disabled account, and the audit log names the person', async () => {
    const who = person();
    await logIn(who);
    const userId = await app.get(MembersService).setDisabled(who.email, true);
    expect((await logIn(who)).status).toBe(403);
    expect(await actionsOf(userId)).toContain('session.refused');
  });

  it('does not begin while the provider is slow or down, and begins when it is back', async () => {
    const client = new IdentityProviderClient({ ...app.get<Env>(ENV), OIDC_TIMEOUT_MS: 150 });
    const begin = () => client.authorizationUrl({ state: 'a', nonce: 'b', verifier: 'c' }, false);
    provider.intercept = (request) => request.url?.startsWith('/.well-known') ?? false;
    await expect(begin()).rejects.toThrow(ProviderLoginFailed);
    provider.intercept = DOWN;
    await expect(begin()).rejects.toThrow(ProviderLoginFailed);
    provider.intercept = () => false;
    expect(await begin()).toContain(`${provider.issuer}/auth?`);
  });
});

describe('a proof', () => {
  it('has the time of the credential at the provider, and is renewed there', async () => {
    const [who, browser] = [person({ authTime: Math.floor(Date.now() / 1_000) - 3_600 }), new Browser()];
    await logIn(who, { browser });
    const asked = await browser.submit(await open(browser, '/app/settings/security'), '/security/address', {});
    expect([asked.status, asked.html.includes('proof_password')]).toEqual([403, false]);
    const prove = async (as: AtProvider, from: Page = asked): Promise<Page> => {
      provider.person = as;
      forgetProvider(browser);
      return comeBack(browser, await browser.submit(from, PROOF_OF_ADDRESS, {}));
    };
    expect((await prove(person())).status).toBe(403);
    provider.intercept = (request) => {
      if (isAt(request, '/auth')) request.url = request.url?.replace(/(?:max_age|prompt)=[^&]*/g, '');
      return false;
    };
    expect((await prove(who)).status).toBe(403);
    provider.intercept = () => false;
    const proved = await prove({ ...who, authTime: undefined });
    expect(proved.next?.pathname).toBe('/app/settings/security/address');
    const fields = { email: person().email };
    expect((await browser.submit(await open(browser, '/app/settings/security'), '/address', fields)).status).toBe(303);
  });
});

describe('a service without passwords', () => {
  it('hides and refuses them, but links accounts that have one', async () => {
    const { email } = await signUp(app);
    const [who, browser] = [person({ email }), new Browser()];
    const at = (path: string): Promise<Page> => browser.open(strict.origin + path);
    const login = await at('/login');
    expect([login.html.includes('name="password"'), login.html.includes('/signup')]).toEqual([false, false]);
    const forged = { ...login, html: login.html.replace('/login/provider?next', '/login?next') };
    const sent = await browser.submit(forged, '/login?next=%2F', { email, password: PASSWORD });
    const pages = await Promise.all(['/signup', '/forgot', '/reset/secret'].map(at));
    expect([sent, ...pages].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const form = await browser.open((await logIn(who, { browser, on: strict })).next ?? '');
    expect((await browser.submit(form, 'next=%2F', { password: PASSWORD })).status).toBe(303);
    expect((await at('/app/settings/password')).status).toBe(404);
    expect(textOf(await at('/app/settings/security'))).toMatch(/Log in with Acme ID linked/);
    expect((await logIn(who, { on: strict })).next?.pathname).toBe('/');
  });
});

function changed(url: URL, name: string, value: string | null): URL {
  const other = new URL(url);
  if (value === null) other.searchParams.delete(name);
  else other.searchParams.set(name, value);
  return other;
}

function isAt({ url = '' }: { url?: string }, path: string): boolean {
  return new URL(url, 'http://provider').pathname === path;
}

function failing(path: string, status: number): TestProvider['intercept'] {
  return (request, response) =>
    isAt(request, path) && Boolean(response.writeHead(status, { location: '/elsewhere' }).end('{}'));
}

function renonced(request: { url?: string }): boolean {
  if (isAt(request, '/auth')) request.url = request.url?.replace(/nonce=[^&]+/, 'nonce=forged');
  return false;
}
