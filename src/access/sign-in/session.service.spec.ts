import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';
import { ThrottlingService } from '#access/throttling/throttling.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { PasswordsService } from '#accounts/teams/passwords.service.js';
import { ENV, type Env } from '#config/env.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { type ApplicationError } from '#platform/errors/application-error.js';
import { formBody } from '#platform/http/form-body.middleware.js';
import { createTeam, startTestApp, type TestApp } from '../../../test/support/app.js';
import { BrowserCookie } from './browser.cookies.js';
import { CsrfService } from './csrf.service.js';
import { SessionService } from './session.service.js';
import { SessionsQueries } from './sessions.queries.js';
import { SignInThrottle } from './sign-in.throttle.js';
import { safeNext } from './safe-next.js';

const EMAIL = 'Ada@Example.com';
const PASSWORD = 'correct horse battery';

let app: TestApp;
let pages: Server;
let origin: string;
let teamId: string;

beforeAll(async () => {
  app = await startTestApp({
    env: { SIGN_IN_ATTEMPTS: '2', SIGN_IN_ATTEMPTS_PER_ADDRESS: '3', TRUSTED_PROXY_HOPS: '1' },
  });
  ({ teamId } = await createTeam(app, 'growth'));
  await app.get(TeamsService).addUser(teamId, EMAIL, PASSWORD, 'owner');
  ({ server: pages, origin } = await servePages(app));
});

afterAll(async () => {
  pages.close();
  await app.close();
});

describe('signing in', () => {
  it('identifies the person, with their teams and roles', async () => {
    const { cookie } = await signIn('192.0.2.1');
    expect(await whoIs(cookie)).toMatchObject({
      user: { email: EMAIL },
      teams: [{ id: teamId, tier: 'growth', status: 'active', role: 'owner' }],
    });
  });

  it('accepts the email address in any case', async () => {
    expect((await signIn('192.0.2.2', { email: ' ada@example.COM ' })).body).toMatchObject({ kind: 'signed-in' });
  });

  it('hashes a password again if its hash has other parameters', async () => {
    const stored = () =>
      app.database.one<{ password_hash: string }>('SELECT password_hash FROM users WHERE email = $1', [EMAIL]);
    const { password_hash: today } = await stored();
    const cheap = await new PasswordsService({ PASSWORD_MEMORY_KB: 2_048 }).hash(PASSWORD);
    await app.database.execute('UPDATE users SET password_hash = $1 WHERE email = $2', [cheap, EMAIL]);
    expect((await signIn('192.0.2.20')).body).toMatchObject({ kind: 'signed-in' });
    const costOf = (hash: string) => hash.split('$').slice(0, 4);
    expect(costOf((await stored()).password_hash)).toEqual(costOf(today));
    expect((await signIn('192.0.2.21')).body).toMatchObject({ kind: 'signed-in' });
  });

  it('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    const { setCookie } = await signIn('192.0.2.3');
    expect(setCookie).toMatch(
      /^qualm_session=[\w-]{43}; Max-Age=604800; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('stores only a hash of the cookie', async () => {
    const { cookie } = await signIn('192.0.2.4');
    const secret = cookie.split('=')[1];
    const [{ found }] = (await app.database.query<{ found: boolean }>(
      `SELECT bool_or(encode(id_hash, 'escape') LIKE '%' || $1 || '%') AS found FROM web_sessions`,
      [secret],
    )) as [{ found: boolean }];
    expect(found).toBe(false);
  });

  it('refuses a wrong password and an unknown person in the same way', async () => {
    const wrong = await signIn('192.0.2.5', { password: 'wrong' });
    const unknown = await signIn('192.0.2.6', { email: 'nobody@example.com' });
    expect([wrong.body, unknown.body]).toEqual([{ kind: 'refused' }, { kind: 'refused' }]);
  });

  it('gives what a person has started before no member who lacks the second factor of the team', async () => {
    const other = await createTeam(app, 'growth');
    const { id } = await app.get(TeamsService).addUser(other.teamId, 'Grace@Example.com', PASSWORD, 'owner');
    const resolved = () => app.get(SessionService).resolveMember(id, other.teamId);
    const before = await resolved();
    await app.database.execute('UPDATE teams SET requires_two_factor = true WHERE id = $1', [other.teamId]);
    expect([before?.team.id, await resolved()]).toEqual([other.teamId, null]);
  });

  it('ends the previous session of the browser', async () => {
    const before = await signIn('192.0.2.7');
    await signIn('192.0.2.7', { cookie: before.cookie });
    expect(await whoIs(before.cookie)).toBeNull();
  });

  it('is refused if the password changes while it runs', async () => {
    const [members, email] = [app.get(MembersService), 'lin@example.com'];
    await app.get(TeamsService).addUser(teamId, email, PASSWORD, 'member');
    const authenticate = members.authenticate.bind(members);
    jest.spyOn(members, 'authenticate').mockImplementationOnce(async (...given) => {
      const person = await authenticate(...given);
      await members.setPassword(email, 'another horse battery', () => Promise.resolve());
      return person;
    });
    const { body, cookie } = await signIn('192.0.2.9', { email });
    expect([body.kind, cookie]).toEqual(['The password has changed: log in again', '']);
  });

  it('refuses an email address with a NUL', async () => {
    expect((await signIn('192.0.2.8', { email: 'a\0b' })).body).toEqual({ kind: 'refused' });
  });
});

describe('guessing', () => {
  it('is limited at one address without locking the owner out at another', async () => {
    for (let attempt = 0; attempt < 2; attempt++) await signIn('198.51.100.1', { password: 'wrong' });
    const guesser = await signIn('198.51.100.1');
    const owner = await signIn('198.51.100.2');
    expect([guesser.body.kind, owner.body.kind]).toEqual(['throttled', 'signed-in']);
  });

  it('is counted when attempts run at the same time', async () => {
    const outcomes = await Promise.all([0, 1, 2, 3].map(() => signIn('198.51.100.3', { password: 'wrong' })));
    expect(outcomes.map(({ body }) => body.kind).sort()).toEqual(['refused', 'refused', 'throttled', 'throttled']);
  });

  it('is also limited over many accounts from one address', async () => {
    const guess = (n: number) => signIn('198.51.100.4', { email: `person${n}@example.com`, password: 'x' });
    const outcomes = await Promise.all([1, 2, 3, 4].map(guess));
    expect(outcomes.filter(({ body }) => body.kind === 'throttled')).toHaveLength(1);
  });

  it('is limited at one address, with any outcome', async () => {
    const throttle = new SignInThrottle(app.get(ThrottlingService), {
      ...app.get<Env>(ENV),
      SIGN_IN_BURST_PER_ADDRESS: 2,
    });
    const attempt = async (n: number): Promise<number> => {
      const seconds = await throttle.begin(`person${n}@example.com`, '198.51.100.6');
      if (seconds === 0) await throttle.succeeded(`person${n}@example.com`, '198.51.100.6');
      return seconds;
    };
    const waits = [await attempt(1), await attempt(2), await attempt(3)];
    expect(waits).toEqual([0, 0, expect.any(Number)]);
    expect(waits[2]).toBeGreaterThan(0);
  });

  it('does not include frequent successful sign-ins', async () => {
    const kinds: string[] = [];
    for (let time = 0; time < 4; time++) kinds.push((await signIn('198.51.100.5')).body.kind);
    expect(new Set(kinds)).toEqual(new Set(['signed-in']));
  });
});

describe('a session', () => {
  it('ends immediately on the server when the person signs out', async () => {
    const { cookie } = await signIn('203.0.113.1');
    await fetch(`${origin}/logout`, { method: 'POST', headers: { cookie } });
    expect(await whoIs(cookie)).toBeNull();
  });

  it('ends after its idle time', async () => {
    const { cookie } = await signIn('203.0.113.2');
    await age('last_seen_at', 721);
    expect(await whoIs(cookie)).toBeNull();
  });

  it('stores the time of its last request at most once a minute', async () => {
    const { cookie } = await signIn('203.0.113.6');
    const writesOf = async (seconds: number): Promise<boolean> => {
      await app.database.execute('UPDATE web_sessions SET last_seen_at = now() - make_interval(secs => $1)', [seconds]);
      const lastSeen = () => app.database.one<{ at: Date }>('SELECT max(last_seen_at) AS at FROM web_sessions');
      const before = await lastSeen();
      await whoIs(cookie);
      return (await lastSeen()).at > before.at;
    };
    expect([await writesOf(50), await writesOf(70)]).toEqual([false, true]);
  });

  it('is looked up only once for each request', async () => {
    const { cookie } = await signIn('203.0.113.7');
    const asked = jest.spyOn(app.get(SessionsQueries), 'visit');
    const request = { headers: { cookie } } as Request;
    const [first, second] = [
      await app.get(SessionService).current(request),
      await app.get(SessionService).current(request),
    ];
    expect([first === second, asked.mock.calls.length]).toEqual([true, 1]);
    asked.mockRestore();
  });

  it('ends after its maximum time even if it is in use', async () => {
    const { cookie } = await signIn('203.0.113.3');
    await age('created_at', 168 * 60 + 1);
    expect(await whoIs(cookie)).toBeNull();
  });

  it('is purged after it has ended', async () => {
    await signIn('203.0.113.4');
    await age('last_seen_at', 721);
    await app.get(SessionService).purge();
    expect(await app.database.query('SELECT 1 FROM web_sessions')).toEqual([]);
  });

  it('has a cookie restricted to TLS if the service is public over TLS', () => {
    const env = { ...app.get<Env>(ENV), PUBLIC_URL: 'https://qualm.example' };
    const written: unknown[] = [];
    const response = { req: {}, cookie: (...cookie: unknown[]) => written.push(...cookie) } as unknown as Response;
    new BrowserCookie('session', env).write(response, 'v');
    expect(written).toEqual([
      '__Host-qualm_session',
      'v',
      { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    ]);
  });
});

describe('a form', () => {
  it('is accepted with the token of its page', async () => {
    const form = await openForm();
    expect(await send(form.token, form.cookie)).toBe(204);
  });

  it.each([
    ['no token', (): [string, string] => ['', 'qualm_visit=x']],
    ['the token of another browser', (token: string): [string, string] => [token, 'qualm_visit=someone-else']],
    ['no cookie', (token: string): [string, string] => [token, '']],
  ])('is refused with %s', async (_, forged) => {
    const form = await openForm();
    expect(await send(...forged(form.token))).toBe(403);
  });

  it('from before the sign-in is refused afterwards', async () => {
    const form = await openForm();
    const { cookie } = await signIn('203.0.113.5', { cookie: form.cookie });
    expect(await send(form.token, `${form.cookie}; ${cookie}`)).toBe(403);
  });
});

describe('the page after the sign-in', () => {
  it.each([
    ['/watchlist?page=2', '/watchlist?page=2'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/.//evil.example/x', '/'],
    ['/a/..//evil.example/x', '/'],
    ['/%2e//evil.example/x', '/'],
    ['/\\evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
  ])('%p leads to %p', (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });
});

/** Minimal pages over the real services and real HTTP. */
async function servePages({ get }: TestApp): Promise<{ server: Server; origin: string }> {
  const [sessions, csrf] = [get(SessionService), get(CsrfService)];
  const site = express();
  site.use(formBody);
  site.post('/login', async (request: Request, response: Response) => {
    const { email, password } = request.body as Record<string, string>;
    await sessions.signIn(request, response, email ?? '', password ?? '').then(
      (outcome) => response.json(outcome),
      ({ status, message }: ApplicationError) => response.status(status).json({ kind: message }),
    );
  });
  site.get('/me', async (request, response) => void response.json(await sessions.current(request)));
  site.post('/logout', async (request, response) => {
    await sessions.signOut(request, response);
    response.end();
  });
  site.get('/form', async (request, response) => void response.send(await csrf.token(request, response)));
  site.post('/form', async (request, response) => {
    await csrf.demand(request).then(
      () => response.sendStatus(204),
      (error: ApplicationError) => response.sendStatus(error.status),
    );
  });
  const server = site.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function signIn(ip: string, with_: { email?: string; password?: string; cookie?: string } = {}) {
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    headers: { 'x-forwarded-for': ip, ...(with_.cookie && { cookie: with_.cookie }) },
    body: new URLSearchParams({ email: with_.email ?? EMAIL, password: with_.password ?? PASSWORD }),
  });
  const setCookie = response.headers.getSetCookie()[0] ?? '';
  return { body: (await response.json()) as { kind: string }, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

const whoIs = async (cookie: string): Promise<unknown> => (await fetch(`${origin}/me`, { headers: { cookie } })).json();

const age = (column: 'last_seen_at' | 'created_at', minutes: number) =>
  app.database.execute(`UPDATE web_sessions SET ${column} = now() - make_interval(mins => $1)`, [minutes]);

async function openForm(): Promise<{ token: string; cookie: string }> {
  const response = await fetch(`${origin}/form`);
  return { token: await response.text(), cookie: (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' };
}

async function send(token: string, cookie: string): Promise<number> {
  const body = new URLSearchParams({ csrf_token: token });
  return (await fetch(`${origin}/form`, { method: 'POST', headers: { cookie }, body })).status;
}
