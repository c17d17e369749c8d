import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { type ListedMail, MailsService } from '#platform/mail/mails.service.js';
import { type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { PASSWORD, RawClient, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

const NEW_PASSWORD = 'a better horse battery';
const folder = mkdtempSync(join(tmpdir(), 'people-'));

let app: TestApp;

beforeAll(async () => {
  const passwords = join(folder, 'common-passwords.txt');
  writeFileSync(passwords, 'Greyhound Harbor\n');
  // Without a mail server, mails are kept, and their links can be read.
  app = await startPublicApp({
    env: {
      COMMON_PASSWORDS_FILE: passwords,
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      TRUSTED_PROXY_HOPS: '1',
      SIGN_IN_ATTEMPTS_PER_ADDRESS: '1000',
      ACCOUNT_MAILS_PER_ADDRESS: '4',
    },
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.close();
});

const newAddress = (): string => `${randomBytes(6).toString('hex')}@people.example`;

/** The mails of a kind to a person, the newest first. */
const mailsTo = async (email: string, kind: string): Promise<ListedMail[]> =>
  (await app.get(MailsService).list(1_000)).filter((mail) => mail.to === email && mail.kind === kind);

/** The link of the newest mail of a kind. */
const linkTo = async (email: string, kind: string): Promise<string> =>
  (await mailsTo(email, kind))[0]?.links[0] ?? 'no link';

const at = (path: string): URL => new URL(path, app.origin);

/** Signs up with the form. */
async function newPerson(password = PASSWORD): Promise<{ browser: Browser; email: string; page: Page }> {
  const [browser, email] = [new Browser(), newAddress()];
  const form = await browser.open(at('/signup'));
  const page = await browser.submit(form, '/signup?next=%2F', { team: 'People', email, password });
  return { browser, email, page };
}

const logIn = async (email: string, password: string, browser = new Browser()): Promise<number> =>
  (await browser.submit(await browser.open(at('/login')), '/login?next=%2F', { email, password })).status;

describe('the address of a new person', () => {
  it('is confirmed by the button behind a mailed link, which works once', async () => {
    const { browser, email } = await newPerson();
    expect(textOf(await browser.open(at('/products')))).toContain(
      `the operator of this service has a link for ${email}`,
    );
    const link = await linkTo(email, 'verify-email');
    const stranger = new Browser();
    const page = await stranger.open(link);
    expect(textOf(await browser.open(at('/app/settings/security')))).toContain('not confirmed');
    expect((await stranger.submit(page, new URL(link).pathname, {})).status).toBe(200);
    expect(textOf(await browser.open(at('/app/settings/security')))).not.toContain('not confirmed');
    expect((await stranger.open(link)).status).toBe(404);
    expect((await stranger.submit(page, new URL(link).pathname, {})).status).toBe(404);
  });

  it('is not confirmed by a link of another purpose, a forged one, or one that has expired', async () => {
    const { email } = await newPerson();
    const link = await linkTo(email, 'verify-email');
    const browser = new Browser();
    expect((await browser.open(link.replace('/verify/', '/reset/'))).status).toBe(404);
    expect((await browser.open(at(`/verify/${randomBytes(32).toString('base64url')}`))).status).toBe(404);
    await app.database.execute(`UPDATE user_tokens SET expires_at = now() - interval '1 s' WHERE email = $1`, [email]);
    expect((await browser.open(link)).status).toBe(404);
  });

  it('gets another link on demand, three times an hour, and the earlier one ends', async () => {
    const { browser, email } = await newPerson();
    const first = await linkTo(email, 'verify-email');
    const page = await browser.open(at('/app/settings/security'));
    const resend = async () => (await browser.submit(page, '/security/verify', {})).status;
    expect([await resend(), await resend(), await resend(), await resend()]).toEqual([303, 303, 303, 429]);
    expect((await browser.open(first)).status).toBe(404);
    expect((await browser.open(await linkTo(email, 'verify-email'))).status).toBe(200);
  });

  it('is not required of people that an operator created', async () => {
    const { open } = await signedIn(app);
    expect(textOf(await open('/app/settings/security'))).toMatch(/ confirmed /);
  });
});

describe('a person who has not confirmed the address', () => {
  let person: SignedIn;

  beforeAll(async () => {
    person = await signedIn(app, 'growth', 10);
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.userId]);
  });

  it.each([
    ['create a key', '/app/settings/keys', '/settings/keys', { name: 'ci' }],
    ['set up a second factor', '/app/settings/security', '/two-factor/begin', {}],
    ['invite people', '/app/settings/team', '/team/invite', {}],
    ['create a webhook endpoint', '/app/settings/webhooks', '/settings/webhooks', { url: 'https://a.example/hook' }],
  ])('reads, but may not %s', async (_what, path, form, fields) => {
    const page = await person.open(path);
    const answer = await person.browser.submit(page, form, fields);
    expect([page.status, answer.status]).toEqual([200, 403]);
    expect(textOf(answer)).toContain('Confirm your email address first');
  });

  it('may not spend credits', async () => {
    const id = await createReviewedProduct(app.database);
    const answer = await person.browser.submit(await person.open(`/products/${id}`), '/report', {});
    expect([answer.status, textOf(answer)]).toEqual([403, expect.stringContaining('Confirm your email address first')]);
    expect(await app.database.query('SELECT 1 FROM purchases WHERE team_id = $1', [person.teamId])).toEqual([]);
  });

  it('connects an assistant without a credit budget only', async () => {
    const client = await RawClient.register(app);
    const { email, browser } = person;
    expect((await client.connect({ email, browser, budget: '5' })).status).toBe(400);
    expect((await client.connect({ email, browser, budget: '0' })).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  const ask = async (email: string, ip = `198.51.100.${(asked++ % 250) + 1}`): Promise<Page> => {
    const browser = new Browser();
    const form = await browser.open(at('/forgot'));
    const token = /name="csrf_token" value="([^"]*)"/.exec(form.html)?.[1] ?? '';
    return browser.open(at('/forgot'), {
      method: 'POST',
      body: new URLSearchParams({ email, csrf_token: token }),
      headers: { 'x-forwarded-for': ip },
    });
  };
  let asked = 0;
  /** A link as the page mails it after its answer. */
  const mailedLink = async (email: string): Promise<string> => {
    await app.get(PasswordResetService).request(email);
    return linkTo(email, 'reset-password');
  };

  it('has the same answer for an address with and without an account', async () => {
    const { email } = await signUp(app);
    const plain = ({ html }: Page) => html.replace(/name="csrf_token" value="[^"]*"/, '');
    const [known, unknown] = [await ask(email), await ask(newAddress())];
    expect([known.status, plain(known)]).toEqual([unknown.status, plain(unknown)]);
  });

  it('is replaced through a link that works once and ends all sessions and assistants', async () => {
    const { email, browser, open } = await signedIn(app);
    const client = await RawClient.register(app);
    const { refresh_token: refresh } = await client.connect({ email, browser });
    const link = await mailedLink(email);
    const other = new Browser();
    const form = await other.open(link);
    const answer = await other.submit(form, new URL(link).pathname, { password: NEW_PASSWORD });
    expect(answer.next?.pathname).toBe('/login');
    expect((await open('/app/credits')).status).toBe(303);
    expect((await client.refresh(refresh)).status).toBe(400);
    expect([await logIn(email, PASSWORD), await logIn(email, NEW_PASSWORD)]).toEqual([401, 303]);
    expect(await mailsTo(email, 'password-changed')).toHaveLength(1);
    expect((await other.submit(form, new URL(link).pathname, { password: PASSWORD })).status).toBe(404);
    expect(await logIn(email, NEW_PASSWORD)).toBe(303);
  });

  it('is replaced once when its link is used twice at the same time', async () => {
    const { email } = await signUp(app);
    const link = await mailedLink(email);
    const secret = link.slice(link.lastIndexOf('/') + 1);
    const complete = (password: string) =>
      app.get(PasswordResetService).complete(secret, password, () => Promise.resolve());
    const outcomes = await Promise.allSettled([complete(NEW_PASSWORD), complete('another horse battery')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([
    ['is common', 'Qwertyuiop123', 'Many people have this password'],
    ["is on the operator's list", 'greyhound harbor', 'Many people have this password'],
    ['is the name of the service with digits', 'Qualm-2026-2026', 'The password must be more than the name'],
    ['is the address', null, 'must not be your email address'],
    ['is short', 'short', '10 to 200 characters'],
  ])('is not replaced by one that %s, and the link stays valid', async (_what, password, fault) => {
    const { email } = await signUp(app);
    const link = await mailedLink(email);
    const browser = new Browser();
    const fields = { password: password ?? email.toUpperCase() };
    const answer = await browser.submit(await browser.open(link), new URL(link).pathname, fields);
    expect([answer.status, textOf(answer)]).toEqual([400, expect.stringContaining(fault)]);
    expect((await browser.open(link)).status).toBe(200);
  });

  it('is mailed at most three times an hour to one address, and the answer stays the same', async () => {
    const { email } = await signUp(app);
    for (let time = 0; time < 5; time++) await app.get(PasswordResetService).request(email);
    expect(await mailsTo(email, 'reset-password')).toHaveLength(3);
    expect((await ask(email)).status).toBe(200);
  });

  it('is requested by one client a limited number of times an hour', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 5; time++) statuses.push((await ask(newAddress(), '203.0.113.9')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('is not replaced in a disabled account', async () => {
    const { email } = await signUp(app);
    const link = await mailedLink(email);
    await app.get(MembersService).setDisabled(email, true);
    expect((await new Browser().open(link)).status).toBe(404);
    await app.get(PasswordResetService).request(email);
    expect(await mailsTo(email, 'reset-password')).toHaveLength(1);
  });

  it('confirms the address, because the link proves it', async () => {
    const { browser, email } = await newPerson();
    const link = await mailedLink(email);
    await browser.submit(await browser.open(link), new URL(link).pathname, { password: NEW_PASSWORD });
    await logIn(email, NEW_PASSWORD, browser);
    expect(textOf(await browser.open(at('/app/settings/security')))).not.toContain('not confirmed');
  });
});

describe('the logins of a person', () => {
  /** Logs in with another browser of a known kind. */
  const anotherLogin = async (email: string, browser = new Browser()): Promise<Browser> => {
    const form = await browser.open(at('/login'));
    const token = /name="csrf_token" value="([^"]*)"/.exec(form.html)?.[1] ?? '';
    await browser.open(at('/login?next=%2F'), {
      method: 'POST',
      body: new URLSearchParams({ email, password: PASSWORD, csrf_token: token }),
      headers: {
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0',
        'x-forwarded-for': '192.0.2.44',
      },
    });
    return browser;
  };
  const isLoggedIn = async (browser: Browser): Promise<boolean> =>
    (await browser.open(at('/app/settings/security'))).status === 200;

  it('are listed with browser and address, the current one marked', async () => {
    const { email, open } = await signedIn(app);
    await anotherLogin(email);
    const text = textOf(await open('/app/settings/security'));
    expect(text).toMatch(/Unknown browser this browser .*Firefox on Windows 192\.0\.2\.44/);
    expect(text.match(/this browser/g)).toHaveLength(1);
  });

  it('end one by one', async () => {
    const { email, browser, open } = await signedIn(app);
    const other = await anotherLogin(email);
    const page = await open('/app/settings/security');
    const [, id = ''] = /Firefox[\s\S]*?sessions\/([\w-]{36})\/end/.exec(page.html) ?? [];
    expect((await browser.submit(page, `/sessions/${id}/end`, {})).status).toBe(303);
    expect([await isLoggedIn(other), await isLoggedIn(browser)]).toEqual([false, true]);
    expect((await browser.submit(page, `/sessions/${id}/end`, {})).status).toBe(404);
  });

  it('end all but the current one', async () => {
    const { email, browser, open } = await signedIn(app);
    const others = [await anotherLogin(email), await anotherLogin(email)];
    await browser.submit(await open('/app/settings/security'), '/sessions/end', {});
    expect(await Promise.all([...others, browser].map(isLoggedIn))).toEqual([false, false, true]);
  });

  it('cannot be ended by another person', async () => {
    const [victim, attacker] = [await signedIn(app), await signedIn(app)];
    const [, id = ''] = /sessions\/([\w-]{36})\/end/.exec((await victim.open('/app/settings/security')).html) ?? [];
    await anotherLogin(attacker.email);
    const page = await attacker.open('/app/settings/security');
    const forged = { ...page, html: page.html.replace(/sessions\/[\w-]{36}\/end/, `sessions/${id}/end`) };
    expect((await attacker.browser.submit(forged, `/sessions/${id}/end`, {})).status).toBe(404);
    expect(await isLoggedIn(victim.browser)).toBe(true);
  });

  it('cause a notice in a new browser, but not in the same one again or after the sign-up', async () => {
    const { email } = await newPerson();
    expect(await mailsTo(email, 'new-browser')).toHaveLength(0);
    const other = await anotherLogin(email);
    await anotherLogin(email, other);
    const [notice, ...more] = await mailsTo(email, 'new-browser');
    expect(more).toEqual([]);
    const { text } = await app.get(MailsService).get(notice!.id);
    expect(text).toContain('Firefox on Windows, from the address 192.0.2.44');
  });

  it('cause a notice when the sign-up form is used with an address in use', async () => {
    const { email } = await newPerson();
    const stranger = new Browser();
    const fields = { team: 'Again', email, password: PASSWORD };
    await stranger.submit(await stranger.open(at('/signup')), '/signup?next=%2F', fields);
    expect(await mailsTo(email, 'new-browser')).toHaveLength(1);
  });
});

describe('a service without an identity provider', () => {
  it('does not offer it, and answers 404 at its addresses', async () => {
    const browser = new Browser();
    const login = await browser.open(at('/login'));
    const forged = { ...login, html: login.html.replace('"/login?next=%2F"', '"/login/provider?"') };
    const answers = [
      await browser.submit(forged, '/login/provider?', {}),
      await browser.open(at('/login/provider/callback?code=a&state=b')),
    ];
    expect([answers.map(({ status }) => status), login.html.includes('provider')]).toEqual([[404, 404], false]);
  });
});

describe('a second factor', () => {
  interface Factor extends SignedIn {
    secret: string;
    codes: string[];
    /** A code that was not used yet: the next one of the app, or one `steps` after it. */
    code: (steps?: number) => string;
  }

  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const secretOn = ({ html }: Page): string => (/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '');

  /** A person who has turned the factor on. Later codes are of the next step, which a clock that goes on keeps valid. */
  const withFactor = async (): Promise<Factor> => {
    const person = await signedIn(app);
    const setup = await person.send(await person.open('/app/settings/security'), '/two-factor/begin');
    const secret = secretOn(setup);
    const shown = await person.send(setup, '/two-factor/confirm', { code: codeOf(secret) });
    const codes = (/id="recovery-codes">([^<]+)</.exec(shown.html)?.[1] ?? '').split('\n');
    return { ...person, secret, codes, code: (steps = 0) => codeOf(secret, steps + 1) };
  };

  /** Gives the password in another browser. @returns it with the page that asks for the code */
  const givePassword = async (email: string, password = PASSWORD) => {
    const browser = new Browser();
    const login = await browser.open(at('/login?next=%2Fapp%2Fcredits'));
    const answer = await browser.submit(login, '/login?next=%2Fapp%2Fcredits', { email, password });
    const form = await browser.open(answer.next ?? at('/nowhere'));
    const give = async (code: string): Promise<Page> =>
      browser.submit(form, '/login/code?next=%2Fapp%2Fcredits', { code });
    return { browser, form, give };
  };

  it('has ten recovery codes after they were renewed twice at the same time', async () => {
    const { userId: id, email } = await withFactor();
    const factor = app.get(TwoFactorService);
    jest.spyOn(factor, 'demand').mockResolvedValue();
    let renewals: Promise<unknown> | undefined;
    await app.database.transaction(async () => {
      await app.database.query('SELECT FROM recovery_codes WHERE user_id = $1 FOR KEY SHARE', [id]);
      renewals = app.database.outside(() => Promise.all([1, 2].map(() => factor.renewCodes({ id, email }, ''))));
      await whenLockIsAwaited(app.database, 2);
    });
    await renewals;
    jest.restoreAllMocks();
    expect(await app.database.query('SELECT FROM recovery_codes WHERE user_id = $1', [id])).toHaveLength(10);
  });

  it('is required at the next login, which then continues to its page', async () => {
    const { email, code } = await withFactor();
    const { browser, form, give } = await givePassword(email);
    expect(form.url.pathname).toBe('/login/code');
    expect((await browser.open(at('/app/credits'))).status).toBe(303);
    expect((await give(code())).next?.pathname).toBe('/app/credits');
    expect((await browser.open(at('/app/credits'))).status).toBe(200);
  });

  it('is required by the login of an assistant', async () => {
    const { email, code } = await withFactor();
    const client = await RawClient.register(app);
    const { url } = client.authorization();
    const browser = new Browser();
    const first = await browser.open((await browser.open(url)).next ?? '');
    const answer = await browser.submit(first, '/login', { email, password: PASSWORD });
    const form = await browser.open(answer.next ?? '');
    const done = await browser.submit(form, form.url.search.slice(1), { code: code() });
    expect(textOf(await browser.open(done.next ?? ''))).toContain('Test client');
  });

  it('accepts no code twice, and no earlier one', async () => {
    const { email, code } = await withFactor();
    const used = code();
    expect((await (await givePassword(email)).give(used)).status).toBe(303);
    const again = await (await givePassword(email)).give(used);
    expect([again.status, textOf(again)]).toEqual([400, expect.stringContaining('was used before')]);
    expect((await (await givePassword(email)).give(code(-1))).status).toBe(400);
  });

  it('accepts a code once when two browsers send it at the same time', async () => {
    const { email, code } = await withFactor();
    const [one, other] = [await givePassword(email), await givePassword(email)];
    const used = code();
    const statuses = (await Promise.all([one.give(used), other.give(used)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 400]);
  });

  it('is replaced by each recovery code once', async () => {
    const { email, codes } = await withFactor();
    expect(new Set(codes).size).toBe(10);
    const give = async (code = '') => (await (await givePassword(email)).give(code)).status;
    expect([await give(codes[0]), await give(codes[0]), await give(codes[1]?.toUpperCase())]).toEqual([303, 400, 303]);
  });

  it('locks after five wrong codes for 15 minutes, even for the correct one', async () => {
    const { email, code, userId } = await withFactor();
    const { give } = await givePassword(email);
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await give('000000')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const refused = await give(code());
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    await app.database.execute('UPDATE user_factors SET locked_until = now() WHERE user_id = $1', [userId]);
    expect((await give(code())).status).toBe(303);
  });

  it('counts wrong codes within 15 minutes only', async () => {
    const { email, code, userId } = await withFactor();
    const { give } = await givePassword(email);
    for (let time = 0; time < 4; time++) await give('000000');
    await app.database.execute(
      `UPDATE user_factors SET failures_since = now() - interval '16 min' WHERE user_id = $1`,
      [userId],
    );
    expect([(await give('000000')).status, (await give(code())).status]).toEqual([400, 303]);
  });

  it('is still required after a new password, and the step of the old password ends', async () => {
    const { email, code } = await withFactor();
    const before = await givePassword(email);
    await app.get(MembersService).setPassword(email, NEW_PASSWORD, () => Promise.resolve());
    expect((await before.give(code())).next?.pathname).toBe('/login');
    expect((await givePassword(email, NEW_PASSWORD)).form.url.pathname).toBe('/login/code');
  });

  it('needs the password first', async () => {
    expect((await new Browser().open(at('/login/code'))).next?.pathname).toBe('/login');
  });

  it('is not active before its first correct code', async () => {
    const person = await signedIn(app);
    const setup = await person.send(await person.open('/app/settings/security'), '/two-factor/begin');
    const refused = await person.browser.submit(setup, '/two-factor/confirm', { code: '000000' });
    expect([refused.status, secretOn(refused)]).toEqual([400, secretOn(setup)]);
    expect(await logIn(person.email, PASSWORD)).toBe(303);
    expect((await person.browser.open(at('/app/credits'))).status).toBe(200);
    expect((await givePassword(person.email)).form.url.pathname).toBe('/app/credits');
  });

  it('is turned off with password and code, and the person is notified', async () => {
    const { email, open, browser, code } = await withFactor();
    const page = await open('/app/settings/two-factor');
    const off = async (password: string, given: string) =>
      (await browser.submit(page, '/two-factor/off', { password, code: given })).status;
    expect([await off('wrong', code()), await off(PASSWORD, '000000'), await off(PASSWORD, code())]).toEqual([
      400, 400, 303,
    ]);
    expect((await givePassword(email)).form.url.pathname).toBe('/app/credits');
    const kinds = ['factor-enabled', 'factor-disabled'].map((kind) => mailsTo(email, kind));
    expect((await Promise.all(kinds)).map((mails) => mails.length)).toEqual([1, 1]);
  });

  it('gets new recovery codes, which replace the earlier ones', async () => {
    const { email, open, send, codes, code } = await withFactor();
    const shown = await send(await open('/app/settings/two-factor'), '/two-factor/codes', { code: code() });
    const [fresh = ''] = (/id="recovery-codes">([^<]+)</.exec(shown.html)?.[1] ?? '').split('\n');
    const give = async (given = '') => (await (await givePassword(email)).give(given)).status;
    expect([await give(codes[0]), await give(fresh)]).toEqual([400, 303]);
    expect((await open('/app/settings/security')).html).not.toContain('recovery-codes');
  });

  it('tells the person of new recovery codes, and keeps these and the use of a code in the audit log', async () => {
    const { email, userId, teamId, open, send, codes, code } = await withFactor();
    await (await givePassword(email)).give(codes[0] ?? '');
    await send(await open('/app/settings/two-factor'), '/two-factor/codes', { code: code() });
    expect(await mailsTo(email, 'factor-codes-renewed')).toHaveLength(1);
    const entries = await app.database.query(
      `SELECT action, actor_id FROM audit_entries
       WHERE team_id = $1 AND target_id = $2 AND action LIKE 'factor.code%' ORDER BY created_at, id`,
      [teamId, userId],
    );
    expect(entries).toEqual([
      { action: 'factor.code_used', actor_id: userId },
      { action: 'factor.codes_renewed', actor_id: userId },
    ]);
  });

  it('is reset by an operator, and the person is notified', async () => {
    const { email } = await withFactor();
    await app.get(TwoFactorService).reset(email);
    expect((await givePassword(email)).form.url.pathname).toBe('/app/credits');
    expect(await mailsTo(email, 'factor-reset')).toHaveLength(1);
    await expect(app.get(TwoFactorService).reset(email)).rejects.toMatchObject({ status: 404 });
  });

  it('has an encrypted secret', async () => {
    const { userId, secret } = await withFactor();
    const { stored } = await app.database.one<{ stored: Buffer }>(
      'SELECT secret_encrypted AS stored FROM user_factors WHERE user_id = $1',
      [userId],
    );
    expect(stored.includes(secret)).toBe(false);
  });
});
