import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { UserTokensService } from '#access/sign-in/user-tokens.service.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { PASSWORD, RawClient, rpc, startPublicApp } from '../../support/clients/oauth.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';

const ENV = {
  ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
  SIGN_IN_ATTEMPTS: '3',
  SIGN_IN_ATTEMPTS_PER_ADDRESS: '1000',
};
let app: TestApp;

beforeAll(async () => {
  app = await startPublicApp({ env: ENV });
});
afterAll(() => app.close());

/** Makes the last proof of a person's sessions older than its 15 minutes. */
const forgetProof = (userId: string): Promise<unknown> =>
  app.database.execute(`UPDATE web_sessions SET proved_at = now() - interval '16 minutes' WHERE user_id = $1`, [
    userId,
  ]);

describe('a sensitive change', () => {
  let person: SignedIn;
  let keys: Page;

  beforeEach(async () => {
    person = await signedIn(app);
    keys = await person.open('/app/settings/keys');
    await forgetProof(person.userId);
  });

  const KEY = { name: 'A <b>"key"</b>', spend_cap: '7', scopes: 'read' };
  const createKey = (): Promise<Page> => person.browser.submit(keys, '/settings/keys', KEY);

  const made = (): Promise<unknown> =>
    app.database.query('SELECT name FROM api_keys WHERE team_id = $1', [person.teamId]);

  it('asks for the password when the login is too old, and then makes the submitted change', async () => {
    const asked = await createKey();
    expect([asked.status, textOf(asked)]).toEqual([403, expect.stringContaining('Confirm that it is you')]);
    await person.send(asked, '/settings/keys', { proof_password: PASSWORD });
    expect(await made()).toEqual([{ name: KEY.name }]);
    const again = await person.browser.submit(await person.open('/app/settings/keys'), '/settings/keys', KEY);
    expect([again.status, again.next?.pathname]).toEqual([303, '/app/settings/keys']);
  });

  it('keeps the entries after a wrong password, which the audit log records', async () => {
    const asked = await createKey();
    const refused = await person.browser.submit(asked, '/settings/keys', { proof_password: 'wrong' });
    expect([refused.status, textOf(refused)]).toEqual([400, expect.stringContaining('The password is wrong.')]);
    expect(refused.html).not.toContain('value="wrong"');
    await person.send(refused, '/settings/keys', { proof_password: PASSWORD });
    const rows = await app.database.query(
      `SELECT action FROM audit_entries WHERE team_id = $1 AND action ~ '^(session|key)' ORDER BY id`,
      [person.teamId],
    );
    const actions = ['session.created', 'session.refused', 'session.proved', 'key.created'];
    expect(rows).toEqual(actions.map((action) => ({ action })));
  });

  it('continues with a new secret of the session, in the same browser only', async () => {
    const thief = new Browser();
    for (const { name, value } of person.browser.cookiesFor(app.origin)) thief.keep(`${name}=${value}; path=/`);
    const shown = await person.send(await createKey(), '/settings/keys', { proof_password: PASSWORD });
    expect(shown.html).toMatch(/qualm_live_\w+/);
    expect((await thief.open(new URL('/app/credits', app.origin))).next?.pathname).toBe('/login');
  });

  it('counts wrong passwords as failed logins', async () => {
    const asked = await createKey();
    const guess = () => person.browser.submit(asked, '/settings/keys', { proof_password: 'wrong' });
    const statuses = [(await guess()).status, (await guess()).status, (await guess()).status];
    const refused = await person.browser.submit(asked, '/settings/keys', { proof_password: PASSWORD });
    expect([statuses, refused.status]).toEqual([[400, 400, 400], 429]);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  it('needs its CSRF token besides the proof', async () => {
    const asked = await createKey();
    const fields = { proof_password: PASSWORD, csrf_token: 'forged' };
    expect((await person.browser.submit(asked, '/settings/keys', fields)).status).toBe(403);
    expect(await made()).toEqual([]);
  });

  it('needs a code too from a person with a second factor', async () => {
    const totp = await turnOnFactor(person);
    keys = await person.open('/app/settings/keys');
    await forgetProof(person.userId);
    const asked = await createKey();
    const without = await person.browser.submit(asked, '/settings/keys', { proof_password: PASSWORD, proof_code: '0' });
    expect([without.status, textOf(without)]).toEqual([400, expect.stringContaining('This code is wrong')]);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const done = await person.browser.submit(without, '/settings/keys', { proof_password: PASSWORD, proof_code: code });
    expect(done.status).toBe(303);
  });
});

describe('a change of the password', () => {
  it('is not made when the connections of the person cannot be ended', async () => {
    const person = await signedIn(app);
    const failing = jest.spyOn(app.get(ConnectionsService), 'endAllOf').mockRejectedValueOnce(new Error('no luck'));
    const fields = { current: PASSWORD, next: 'another long password' };
    const page = await person.open('/app/settings/password');
    expect((await person.browser.submit(page, '/password', fields)).status).toBe(500);
    failing.mockRestore();
    expect(await app.get(MembersService).authenticate(person.email, PASSWORD)).not.toBeNull();
  });
});

describe('a change of the email address', () => {
  let person: SignedIn;
  let next: string;

  beforeEach(async () => {
    person = await signedIn(app);
    next = `${randomBytes(6).toString('hex')}@people.example`;
  });

  /** The links of the mails of a kind to an address, the newest first. */
  const linksTo = async (email: string, kind: string): Promise<string[]> =>
    (await app.get(MailsService).list(1_000))
      .filter((mail) => mail.to === email && mail.kind === kind)
      .flatMap(({ links }) => links);
  const ask = async (email: string): Promise<Page> =>
    person.browser.submit(await person.open('/app/settings/security'), '/security/address', { email });
  /** Presses the button of the page behind a link, in a browser that is not logged in. */
  const press = async (link = 'no link'): Promise<number> => {
    const stranger = new Browser();
    const page = await stranger.open(link);
    if (page.status !== 200) return page.status;
    return (await stranger.submit(page, new URL(link).pathname, {})).status;
  };
  const logIn = async (email: string): Promise<number> => {
    const browser = new Browser();
    const login = await browser.open(new URL('/login', app.origin));
    return (await browser.submit(login, '/login?next=%2F', { email, password: PASSWORD })).status;
  };

  it('takes effect when the link to the new address is opened, and notifies the old one', async () => {
    expect((await ask(next)).status).toBe(303);
    const [link] = await linksTo(next, 'change-email');
    expect([await logIn(next), await logIn(person.email)]).toEqual([401, 303]);
    expect([await press(link), await press(link)]).toEqual([200, 404]);
    expect([await logIn(next), await logIn(person.email)]).toEqual([303, 401]);
    expect(await linksTo(person.email, 'email-changed')).toHaveLength(1);
    expect(textOf(await person.open('/app/settings/security'))).toContain(`${next} confirmed`);
  });

  it('is undone by the old address, even after several changes, and ends all logins', async () => {
    await ask(next);
    await press((await linksTo(next, 'change-email'))[0]);
    const last = `last-${next}`;
    await ask(last);
    await press((await linksTo(last, 'change-email'))[0]);
    expect(await linksTo(next, 'email-changed')).toEqual([]);
    const [undo] = await linksTo(person.email, 'email-changed');
    expect([await press(undo), await press(undo)]).toEqual([200, 404]);
    expect([await logIn(last), await logIn(person.email)]).toEqual([401, 401]);
    expect((await person.open('/app/settings/security')).next?.pathname).toBe('/login');
    expect((await new Browser().open((await linksTo(person.email, 'email-restored'))[0] ?? '')).status).toBe(200);
  });

  describe('of a thief who knows the password', () => {
    let undo: string | undefined;
    const keyName = 'Key of the thief';

    beforeEach(async () => {
      const setup = await person.send(await person.open('/app/settings/security'), '/two-factor/begin');
      const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(setup.html)?.[1]?.replaceAll(' ', '') ?? '';
      await person.send(setup, '/two-factor/confirm', { code: new TOTP({ secret }).generate() });
      const team = await person.open('/app/settings/team');
      await person.send(team, '/invitations', { email: `again-${next}`, role: 'owner' });
      await app.get(ApiKeysService).create(person.teamId, { name: keyName, createdBy: person.userId });
      const { id } = await app.get(ApiKeysService).create(person.teamId, { name: 'Key of a colleague' });
      await app.get(ApiKeysService).rotate(id, 24, person);
      await ask(next);
      await press((await linksTo(next, 'change-email'))[0]);
      [undo] = await linksTo(person.email, 'email-changed');
    });

    it('leaves no second factor behind when it is taken back, so that the new password lets the owner in', async () => {
      expect(await press(undo)).toBe(200);
      const [reset = ''] = await linksTo(person.email, 'email-restored');
      const owner = new Browser();
      const password = 'another long password';
      await owner.submit(await owner.open(reset), new URL(reset).pathname, { password });
      const login = await owner.open(new URL('/login', app.origin));
      const answer = await owner.submit(login, '/login?next=%2F', { email: person.email, password });
      expect([answer.status, answer.next?.pathname]).toEqual([303, '/']);
    });

    it('leaves no password behind when it is taken back', async () => {
      await press(undo);
      expect(await app.get(MembersService).authenticate(person.email, PASSWORD)).toBeNull();
    });

    it('leaves a second factor of earlier days as it is when it is taken back', async () => {
      await app.database.execute(
        `UPDATE user_factors SET confirmed_at = now() - interval '73 hours' WHERE user_id = $1`,
        [person.userId],
      );
      await press(undo);
      expect(await app.get(TwoFactorService).isOn(person.userId)).toBe(true);
    });

    it('leaves no invitation behind when it is taken back, and the mail names the keys of that time', async () => {
      await press(undo);
      expect(await app.get(InvitationsService).list(person.teamId)).toEqual([]);
      const mails = await app.get(MailsService).list(1_000);
      const mail = mails.find(({ to, kind }) => to === person.email && kind === 'email-restored');
      const { text } = await app.get(MailsService).get(mail?.id ?? '');
      for (const name of [keyName, 'Key of a colleague']) expect(text).toContain(name);
    });
  });

  it('ends the links that were mailed to the old address', async () => {
    await app.get(PasswordResetService).request(person.email);
    await ask(next);
    await press((await linksTo(next, 'change-email'))[0]);
    expect((await new Browser().open((await linksTo(person.email, 'reset-password'))[0] ?? '')).status).toBe(404);
  });

  it('ends with a new password, whether it was forgotten or changed', async () => {
    await ask(next);
    await app.get(PasswordResetService).request(person.email);
    const [reset = ''] = await linksTo(person.email, 'reset-password');
    const owner = new Browser();
    await owner.submit(await owner.open(reset), new URL(reset).pathname, { password: 'another long password' });
    const [afterReset] = await linksTo(next, 'change-email');
    const other = await signedIn(app);
    const wanted = `other-${next}`;
    await other.send(await other.open('/app/settings/security'), '/security/address', { email: wanted });
    const fields = { current: PASSWORD, next: 'another long password' };
    await other.send(await other.open('/app/settings/password'), '/password', fields);
    const [afterChange] = await linksTo(wanted, 'change-email');
    expect([await press(afterReset), await press(afterChange)]).toEqual([404, 404]);
  });

  it('holds no address that nobody had confirmed', async () => {
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [person.userId]);
    await ask(next);
    await press((await linksTo(next, 'change-email'))[0]);
    expect(await linksTo(person.email, 'email-changed')).toEqual([]);
    expect(await app.get(EmailVerificationService).signUp(person.email, PASSWORD, 'Owner')).toBe(true);
  });

  it('reveals nothing about an address that has an account, and mails nothing to it', async () => {
    const other = await signedIn(app);
    const told = async (email: string) => textOf(await person.browser.open((await ask(email)).next ?? ''));
    const [taken, free] = [await told(other.email), await told(next)];
    expect(taken.replace(other.email, '')).toBe(free.replace(next, ''));
    expect(await linksTo(other.email, 'change-email')).toEqual([]);
  });

  it('fails when another person has taken the address since', async () => {
    await ask(next);
    await app.get(MembersService).signUp(next, PASSWORD, 'Quicker');
    expect(await press((await linksTo(next, 'change-email'))[0])).toBe(400);
    expect(await logIn(person.email)).toBe(303);
  });

  describe('holds the old address', () => {
    let undo: string | undefined;

    beforeEach(async () => {
      await ask(next);
      await press((await linksTo(next, 'change-email'))[0]);
      [undo] = await linksTo(person.email, 'email-changed');
    });

    const isTakenBack = async (): Promise<boolean> =>
      (await press(undo)) === 200 && (await linksTo(person.email, 'email-restored')).length === 1;

    it('against a sign-up, which is answered as for an address in use', async () => {
      const browser = new Browser();
      const form = await browser.open(new URL('/signup', app.origin));
      const fields = { team: 'Thieves', email: person.email.toUpperCase(), password: 'another long password' };
      const answer = await browser.submit(form, '/signup?next=%2F', fields);
      expect([answer.status, answer.next?.pathname]).toEqual([303, '/login']);
      expect(await isTakenBack()).toBe(true);
    });

    it('against another person who changes to it, without revealing this', async () => {
      const [thief, other] = [await signedIn(app), `other-${next}`];
      const submit = async (email: string): Promise<string> => {
        const page = await thief.open('/app/settings/security');
        return textOf(await thief.send(page, '/security/address', { email }));
      };
      expect((await submit(person.email)).replace(person.email, '')).toBe((await submit(other)).replace(other, ''));
      expect(await linksTo(person.email, 'change-email')).toEqual([]);
      expect(await isTakenBack()).toBe(true);
    });

    it('against a link of another person that was mailed before', async () => {
      const thief = await signedIn(app);
      const tokens = app.get(UserTokensService);
      const secret = await tokens.issue({ id: thief.userId, email: person.email }, 'change-email', 60);
      expect(await press(`${app.origin}/change-email/${secret}`)).toBe(400);
      expect(await isTakenBack()).toBe(true);
    });

    it('not against the person, who may change back', async () => {
      await ask(person.email);
      expect(await press((await linksTo(person.email, 'change-email'))[0])).toBe(200);
      expect(await logIn(person.email)).toBe(303);
    });

    it('for 72 hours', async () => {
      await app.database.execute(`UPDATE user_tokens SET expires_at = now() WHERE user_id = $1`, [person.userId]);
      expect(await app.get(EmailVerificationService).signUp(person.email, PASSWORD, 'Later')).toBe(true);
    });
  });

  it('needs a recent proof, and an address', async () => {
    expect((await ask('nobody')).status).toBe(400);
    await forgetProof(person.userId);
    expect(textOf(await ask(next))).toContain('Confirm that it is you');
  });
});

describe('a team that requires a second factor', () => {
  const requireFactor = async (owner: SignedIn): Promise<Page> =>
    owner.browser.submit(await owner.open('/app/settings/team'), '/team/two-factor', {});

  it('shows people without one only the pages of their account, until they set it up', async () => {
    const owner = await signedIn(app);
    await turnOnFactor(owner);
    const member = await signedIn(app);
    await app.database.execute('UPDATE memberships SET team_id = $2 WHERE user_id = $1', [member.userId, owner.teamId]);
    const { access_token: token } = await (await RawClient.register(app)).connect({ email: member.email });
    const statuses = async () => [
      (await member.open('/app/credits')).status,
      (await member.open('/app/settings/keys')).status,
      (await member.open('/app/settings/security')).status,
      (await rpc(app, 'tools/list', { token })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await requireFactor(owner)).status).toBe(303);
    expect(await statuses()).toEqual([403, 403, 200, 401]);
    expect(textOf(await member.open('/app/credits'))).toContain('This team requires two-factor authentication');
    await turnOnFactor(member);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('is not made by an owner without one', async () => {
    const owner = await signedIn(app);
    expect((await requireFactor(owner)).status).toBe(403);
    expect((await owner.open('/app/credits')).status).toBe(200);
  });

  it('does not keep people from their other teams', async () => {
    const person = await signedIn(app);
    const other = await signedIn(app);
    const sql = `INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $2, 'viewer')`;
    await app.database.execute(sql, [other.teamId, person.userId]);
    await app.database.execute('UPDATE teams SET requires_two_factor = true WHERE id = $1', [other.teamId]);
    expect((await person.open('/app/credits')).status).toBe(200);
    const page = await person.open('/app/settings/team');
    expect((await person.send(page, '/team/switch', { team_id: other.teamId })).status).toBe(403);
    expect((await person.send(page, '/team/switch', { team_id: person.teamId })).status).toBe(200);
  });
});

describe('a service that requires a second factor of everyone', () => {
  it('shows people without one nothing of any team, nor their assistants, until they set it up', async () => {
    const person = await signedIn(app);
    const { access_token: token } = await (await RawClient.register(app)).connect({ email: person.email });
    const { key } = await createKey(app, { teamId: person.teamId });
    const env = { ...ENV, PUBLIC_URL: app.origin, SECOND_FACTOR_REQUIRED: 'true' };
    const strict = await startTestApp({ beside: app, env });
    const open = (path: string): Promise<Page> => person.browser.open(new URL(path, strict.origin));
    const statuses = async () => [
      (await open('/app/credits')).status,
      (await open('/app/settings/security')).status,
      (await rpc(strict, 'tools/list', { token })).status,
      (await call(strict, 'GET', '/account', { key })).status,
    ];
    expect(await statuses()).toEqual([403, 200, 401, 200]);
    await turnOnFactor(person);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    expect((await open('/app/settings/team')).html).not.toContain('/team/two-factor');
    await strict.close();
  });
});

describe('the deletion of an account', () => {
  const remove = async (person: SignedIn, email = person.email): Promise<Page> =>
    person.browser.submit(await person.open('/app/settings/security'), '/account/delete', { email });
  /** A person in the team of another one. */
  const colleague = async (): Promise<SignedIn> => {
    const [owner, person] = [await signedIn(app), await signedIn(app)];
    const sql = 'UPDATE memberships SET team_id = $1 WHERE user_id = $2';
    await app.database.execute(sql, [owner.teamId, person.userId]);
    return { ...person, teamId: owner.teamId };
  };

  it('leaves no row that names the person, and keeps the id in the audit log', async () => {
    const person = await colleague();
    const { access_token: token } = await (await RawClient.register(app)).connect({ email: person.email });
    await app.get(PasswordResetService).request(person.email);
    const found = await person.open('/app/opportunities?view=all&q=exports');
    await person.browser.submit(found, 'view=all', { name: 'Exports' });
    expect(textOf(await remove(person))).toContain('Your account is deleted');
    expect(await tablesWith(person.email)).toEqual([]);
    const left = await app.database.query(
      `SELECT action FROM audit_entries WHERE team_id = $1 AND actor_id = $2 ORDER BY id`,
      [person.teamId, person.userId],
    );
    expect(left).toEqual(expect.arrayContaining([{ action: 'member.left' }, { action: 'user.deleted' }]));
    expect((await person.open('/app/settings/security')).next?.pathname).toBe('/login');
    expect((await rpc(app, 'tools/list', { token })).status).toBe(401);
  });

  it('is refused to the last owner of a team, without deleting anything', async () => {
    const owner = await signedIn(app);
    const refused = await remove(owner);
    expect([refused.status, textOf(refused)]).toEqual([403, expect.stringContaining('A team needs an owner')]);
    expect((await owner.open('/app/credits')).status).toBe(200);
  });

  it('needs the address, and a recent proof', async () => {
    const person = await colleague();
    expect((await remove(person, 'another@people.example')).status).toBe(303);
    await forgetProof(person.userId);
    expect(textOf(await remove(person))).toContain('Confirm that it is you');
    expect((await person.open('/app/credits')).status).toBe(200);
  });

  it('cannot empty the audit log about people who have an account', async () => {
    const { userId, email, teamId } = await signedIn(app);
    await app.database.query('SELECT forget_audited_person($1, $2)', [userId, email]);
    const names = `SELECT FROM audit_entries WHERE team_id = $1 AND target_id = $2 AND target_name IS NULL`;
    expect(await app.database.query(names, [teamId, userId])).toEqual([]);
    const rename = `UPDATE audit_entries SET actor_name = 'Another person' WHERE team_id = $1`;
    await expect(app.database.query(rename, [teamId])).rejects.toThrow('audit_entries is append-only');
  });

  /** The tables with a row that has this text in any column. */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await app.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await app.database.query(`SELECT FROM ${name} row WHERE strpos(row::text, $1) > 0 LIMIT 1`, [text]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }
});

/** Turns on the second factor of a person. @returns the authenticator app */
async function turnOnFactor(person: SignedIn): Promise<TOTP> {
  const asked = await person.browser.submit(await person.open('/app/settings/security'), '/two-factor/begin', {});
  const setup = asked.next
    ? await person.browser.open(asked.next)
    : await person.send(asked, '/two-factor/begin', { proof_password: PASSWORD });
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(setup.html)?.[1] ?? '';
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  await person.browser.submit(setup, '/two-factor/confirm', { code: totp.generate() });
  return totp;
}
