import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { type TestApp } from '../support/app.js';
import { type Page, textOf } from '../support/browser.js';
import { PASSWORD, startPublicApp } from '../support/oauth.js';
import { type SignedIn, signedIn } from '../support/signed-in.js';

let app: TestApp;

beforeAll(async () => {
  app = await startPublicApp({
    env: {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      SIGN_IN_ATTEMPTS: '3',
      SIGN_IN_ATTEMPTS_PER_ADDRESS: '1000',
    },
  });
}, 60_000);
afterAll(() => app.close());

/** Makes the last proof of a person's sessions older than the 15 minutes that it counts. */
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

  it('asks for the password when the login is too old, and then makes the change as it was filled in', async () => {
    const asked = await createKey();
    expect([asked.status, textOf(asked)]).toEqual([403, expect.stringContaining('Confirm that it is you')]);
    await person.send(asked, '/settings/keys', { proof_password: PASSWORD });
    expect(await made()).toEqual([{ name: KEY.name }]);
    const again = await person.browser.submit(keys, '/settings/keys', KEY);
    expect([again.status, again.next?.pathname]).toEqual([303, '/app/settings/keys']);
  });

  it('keeps what was filled in after a wrong password, which the audit log names', async () => {
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

  it('counts wrong passwords as failed logins', async () => {
    const asked = await createKey();
    const guess = () => person.browser.submit(asked, '/settings/keys', { proof_password: 'wrong' });
    const statuses = [(await guess()).status, (await guess()).status, (await guess()).status];
    const refused = await person.browser.submit(asked, '/settings/keys', { proof_password: PASSWORD });
    expect([statuses, refused.status]).toEqual([[400, 400, 400], 429]);
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  it('needs its CSRF token beside the proof', async () => {
    const asked = await createKey();
    const fields = { proof_password: PASSWORD, csrf_token: 'forged' };
    expect((await person.browser.submit(asked, '/settings/keys', fields)).status).toBe(403);
    expect(await made()).toEqual([]);
  });

  it('needs a code too from a person with a second factor', async () => {
    const totp = await turnOnFactor(person);
    await forgetProof(person.userId);
    const asked = await createKey();
    const without = await person.browser.submit(asked, '/settings/keys', { proof_password: PASSWORD, proof_code: '0' });
    expect([without.status, textOf(without)]).toEqual([400, expect.stringContaining('This code is wrong')]);
    const code = totp.generate({ timestamp: Date.now() + 30_000 });
    const done = await person.browser.submit(without, '/settings/keys', { proof_password: PASSWORD, proof_code: code });
    expect(done.status).toBe(303);
  });
});

/** Turns on the second factor of a person. @returns the authenticator app */
async function turnOnFactor(person: SignedIn): Promise<TOTP> {
  const asked = await person.browser.submit(await person.open('/app/settings/security'), '/two-factor/begin', {});
  const setup = await person.send(asked, '/two-factor/begin', { proof_password: PASSWORD });
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(setup.html)?.[1] ?? '';
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  await person.browser.submit(setup, '/two-factor/confirm', { code: totp.generate() });
  return totp;
}
