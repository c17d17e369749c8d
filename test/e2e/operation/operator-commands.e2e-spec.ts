import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { Browser } from '../../support/browser.js';
import { CLI, type Ended, runCommand, spawnCommand } from '../../support/command-line.js';
import { PASSWORD, RawClient, rpc, signUp, startPublicApp } from '../../support/clients/oauth.js';
import { createTestDatabase } from '../../support/database.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { signedIn } from '../../support/signed-in.js';
import { createReviewedProduct } from '../../support/reviewed-product.js';

const NEW_PASSWORD = 'a better horse battery';

const ENCRYPTION_KEYS = randomBytes(32).toString('base64');

describe("an operator's command", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startPublicApp({ worker: true, env: { ENCRYPTION_KEYS } });
  });
  afterAll(() => app.close());

  const variables = (): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    DATABASE_URL: app.testDatabase.url,
    REDIS_URL: app.testDatabase.redisUrl,
    REDIS_KEY_PREFIX: app.testDatabase.redisKeyPrefix,
    PUBLIC_URL: app.origin,
    ENCRYPTION_KEYS,
    PASSWORD_MEMORY_KB: '1024',
  });

  /** Runs a command with `--json`. */
  const run = (words: string[], input?: string): Promise<Ended> => runCommand([...words, '--json'], variables(), input);

  const qualm = async <Result>(words: string[], input?: string): Promise<Result> =>
    JSON.parse((await run(words, input)).stdout) as Result;

  it('rotates the keys of cookies and forms, which the next start generates again', async () => {
    await signedIn(app);
    const before = await app.database.query(`SELECT name FROM secrets WHERE name LIKE '%-key'`);
    expect(await qualm(['secrets', 'rotate'])).toEqual({ rotated: before.length });
    const next = await startTestApp({ beside: app });
    const { open } = await signedIn(next);
    expect((await open('/app/credits')).status).toBe(200);
    await next.close();
  });

  it('mails the digests that are due at a time', async () => {
    expect(await qualm(['digest', 'send', '--as-of', '2026-01-01'])).toEqual({
      as_of: '2026-01-01T00:00:00.000Z',
      sent: 0,
    });
  });

  it('disables a person at once: sessions, connections and sign-ins', async () => {
    const { email } = await signUp(app);
    const browser = new Browser();
    const client = await RawClient.register(app);
    const { access_token: token, refresh_token: refresh } = await client.connect({ email, browser });
    const visit = async () => (await browser.open(`${app.origin}/app/credits`)).status;
    expect([await visit(), (await rpc(app, 'tools/list', { token })).status]).toEqual([200, 200]);
    expect(await qualm(['user', 'disable', email])).toMatchObject({ sessions_ended: 1, connections_ended: 1 });
    expect((await rpc(app, 'tools/list', { token })).status).toBe(401);
    expect((await client.refresh(refresh)).status).toBe(400);
    expect(await visit()).not.toBe(200);
    const members = app.get(MembersService);
    expect(await members.authenticate(email, PASSWORD)).toBeNull();
    await run(['user', 'enable', email]);
    expect(await members.authenticate(email, PASSWORD)).toMatchObject({ email });
    expect((await rpc(app, 'tools/list', { token })).status).toBe(401);
  });

  it('leaves a disabled person no session that a sign-in of the same moment created', async () => {
    const { email, userId } = await signUp(app);
    const browser = new Browser();
    await (await RawClient.register(app)).connect({ email, browser });
    await app.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [userId]);
    expect((await browser.open(`${app.origin}/app/credits`)).status).not.toBe(200);
  });

  it('creates a person once, with a confirmed address', async () => {
    const words = ['user', 'create', 'operator-made@example.com', '--password', NEW_PASSWORD];
    expect(await qualm(words)).toEqual({ email: 'operator-made@example.com', created: true });
    expect(await run(words)).toMatchObject({ code: 1, stderr: 'This email address is in use\n' });
    expect(await app.get(MembersService).authenticate('operator-made@example.com', NEW_PASSWORD)).not.toBeNull();
  });

  it('writes a mail with the link for a new password, and shows mails', async () => {
    const { email } = await signUp(app);
    expect(await qualm(['user', 'reset-password', email])).toEqual({ email, mailed: true });
    const { mails } = await qualm<{ mails: { id: string; to: string; links: string[] }[] }>(['mail', 'list']);
    const mail = mails.find(({ to }) => to === email);
    expect(mail).toMatchObject({ kind: 'reset-password', status: 'kept', links: [expect.stringContaining('/reset/')] });
    expect(await qualm(['mail', 'show', mail?.id ?? ''])).toMatchObject({ to: email, text: expect.any(String) });
  });

  it('marks an address as confirmed', async () => {
    const { email, userId } = await signUp(app);
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [userId]);
    await qualm(['user', 'verify', email]);
    const { verified } = await app.database.one<{ verified: boolean }>(
      'SELECT email_verified_at IS NOT NULL AS verified FROM users WHERE id = $1',
      [userId],
    );
    expect(verified).toBe(true);
  });

  it('resets a second factor once', async () => {
    const { email, userId } = await signUp(app);
    await app.get(TwoFactorService).begin({ id: userId, email });
    expect(await qualm(['user', 'reset-two-factor', email])).toEqual({ email, reset: true });
    expect(await run(['user', 'reset-two-factor', email])).toMatchObject({ code: 1, stdout: '' });
  });

  it('encrypts everything with the first key', async () => {
    const { reencrypted } = await qualm<{ reencrypted: Record<string, number> }>(['secrets', 'reencrypt']);
    expect(reencrypted).toMatchObject({ mails: 0, user_factors: 0 });
  });

  it('sets a password from standard input and ends the sessions and connections', async () => {
    const { email } = await signUp(app);
    await (await RawClient.register(app)).connect({ email, browser: new Browser() });
    expect(await qualm(['user', 'set-password', email, '--password', '-'], `${NEW_PASSWORD}\n`)).toEqual({
      email,
      sessions_ended: 1,
      connections_ended: 1,
    });
    const members = app.get(MembersService);
    expect(await members.authenticate(email, PASSWORD)).toBeNull();
    expect(await members.authenticate(email, NEW_PASSWORD)).toMatchObject({ email });
  });

  it.each([
    ['on standard input', '-', 'too short\n'],
    ['in an option', 'too short', undefined],
  ])('has the password rule of the app: %s', async (_what, password, input) => {
    const owner = ['--owner-email', 'new@example.com', '--owner-password', password];
    const made = await run(['team', 'create', '--name', 'A', '--plan', 'free', ...owner], input);
    expect([made.code, made.stdout]).toEqual([2, '']);
    expect(made.stderr).toContain('It must have 10 to 200 characters.');
  });

  it('lists teams and people', async () => {
    const { teamId, email, userId } = await signUp(app, 'growth', 7);
    const { teams } = await qualm<{ teams: { id: string }[] }>(['team', 'list']);
    expect(teams.find(({ id }) => id === teamId)).toMatchObject({
      plan: 'growth',
      status: 'active',
      credits_balance: 7,
    });
    expect(await qualm(['user', 'list', '--team', teamId])).toEqual({
      users: [
        expect.objectContaining({
          id: userId,
          email,
          disabled_at: null,
          teams: [{ id: teamId, name: 'Team growth', role: 'owner' }],
        }),
      ],
    });
  });

  it('rotates a key: both work during the overlap, and both count against one spend cap', async () => {
    const { keyId, key } = await createKey(app, { spendCap: 5 });
    const rotated = await qualm<{ id: string; key: string; old_expires_at: string }>([
      'key',
      'rotate',
      keyId,
      '--overlap',
      '2',
    ]);
    const statuses = async () =>
      Promise.all([key, rotated.key].map(async (each) => (await call(app, 'GET', '/ping', { key: each })).status));
    expect(await statuses()).toEqual([200, 200]);
    expect(Date.parse(rotated.old_expires_at) - Date.now()).toBeGreaterThan(7_100_000);
    expect(
      await app.database.query('SELECT DISTINCT budget_id FROM api_keys WHERE id IN ($1, $2)', [keyId, rotated.id]),
    ).toHaveLength(1);
    expect(await run(['key', 'rotate', keyId])).toMatchObject({
      code: 1,
      stderr: 'The key was rotated before: rotate the key that replaced it\n',
    });
    await run(['key', 'rotate', rotated.id, '--overlap', '0h']);
    expect(await statuses()).toEqual([200, 401]);
    expect(await run(['key', 'rotate', rotated.id])).toMatchObject({
      code: 1,
      stderr: 'The key is revoked or has expired: create a new key\n',
    });
  });

  it('makes a key with scopes, addresses and caps, shows it, and changes its caps', async () => {
    const { teamId } = await signUp(app);
    const options = ['--scopes', 'read,spend:pitch', '--allow', '203.0.113.7', '--allow', '2001:db8::/32'];
    const caps = ['--spend-cap', '9', '--daily-cap', '3'];
    const made = ['key', 'create', '--team', teamId, '--name', 'ci', ...options, ...caps];
    const { id } = await qualm<{ id: string }>(made);
    await qualm(['key', 'set-cap', id, '--daily-cap', 'none']);
    const shown = await qualm<object>(['key', 'show', id]);
    expect(Object.keys(shown)).not.toContain('position');
    expect(shown).toMatchObject({
      scopes: ['read', 'spend:pitch'],
      allowed_cidrs: ['203.0.113.7/32', '2001:db8::/32'],
      spend_cap: 9,
      daily_cap: null,
      status: 'live',
    });
    for (const wrong of [
      ['--scopes', 'everything'],
      ['--allow', 'localhost'],
      ['--daily-cap', '-1'],
    ]) {
      expect((await run(['key', 'create', '--team', teamId, '--name', 'ci', ...wrong])).code).toBe(2);
    }
  });

  it('lists the people of a team, changes a role, and removes a person with their connections', async () => {
    const { teamId, email } = await signUp(app);
    const member = `member-of-${teamId}@example.com`;
    await app.get(TeamsService).addUser(teamId, member, PASSWORD, 'member');
    await (await RawClient.register(app)).connect({ email: member });
    const team = ['--team', teamId];
    expect(await qualm(['member', 'set-role', member, '--role', 'admin', ...team])).toMatchObject({
      role_before: 'member',
    });
    expect(await qualm(['member', 'remove', member, ...team])).toMatchObject({ removed: true, connections_ended: 1 });
    expect(await qualm(['member', 'list', ...team])).toMatchObject({ members: [{ email, role: 'owner' }] });
    expect((await run(['member', 'set-role', email, '--role', 'viewer', ...team])).code).toBe(1);
  });

  it('records every change in the audit log of the team, as made by the operator', async () => {
    const { team_id: team } = await qualm<{ team_id: string }>([
      'team',
      'create',
      '--name',
      'Audited',
      '--plan',
      'growth',
    ]);
    const { id } = await qualm<{ id: string }>(['key', 'create', '--team', team, '--name', 'ci']);
    await qualm(['key', 'revoke', id]);
    await qualm(['credits', 'grant', team, '5', '--reason', 'a gift']);
    await qualm(['team', 'set-plan', team, '--plan', 'scale']);
    expect(await qualm(['team', 'delete', team])).toMatchObject({ restorable_until: expect.any(String) });
    expect((await run(['team', 'set-plan', team, '--plan', 'growth'])).code).toBe(1);
    expect(await qualm(['team', 'restore', team])).toEqual({ team_id: team, restored: true, has_owner: false });
    expect((await run(['team', 'restore', team])).code).toBe(1);
    const { email } = await signUp(app);
    const add = ['member', 'add', email, '--team', team, '--role', 'owner'];
    expect(await qualm(add)).toEqual({ team_id: team, email, role: 'owner', added: true });
    expect(await run(add)).toMatchObject({ code: 1, stderr: expect.stringContaining('member set-role') });
    const { entries } = await qualm<{ entries: { action: string; actor_kind: string }[] }>([
      'audit',
      'list',
      '--team',
      team,
    ]);
    const actions = [
      'member.joined',
      'team.restored',
      'team.deleted',
      'plan.changed',
      'credits.granted',
      'key.revoked',
      'key.created',
      'credits.granted',
      'team.created',
    ];
    expect(entries.map(({ action, actor_kind }) => [action, actor_kind])).toEqual(
      actions.map((each) => [each, 'operator']),
    );
  });

  it('ends the running period of a team, whose credits expire and are refilled, and lists its events', async () => {
    const created = ['team', 'create', '--name', 'Renewed', '--plan', 'growth', '--credits', '7'];
    const { team_id: team } = await qualm<{ team_id: string }>(created);
    expect(await qualm(['team', 'renew', team])).toMatchObject({ credits_balance: 500 });
    await app.inWorker(TeamEventNumbering).number();
    const { events } = await qualm<{ events: { type: string; data: object }[] }>(['event', 'list', '--team', team]);
    expect(events[0]).toMatchObject({
      type: 'credits.refilled',
      data: { granted: 500, expired: 7, reason: 'renewal' },
    });
  });

  it('does not renew a team without a running period', async () => {
    const { team_id: team } = await qualm<{ team_id: string }>(['team', 'create', '--name', 'Free', '--plan', 'free']);
    expect(await run(['team', 'renew', team])).toMatchObject({ code: 1, stderr: 'The team has no running period.\n' });
  });

  it('erases what the writer of a found text wrote elsewhere, under the same name and company', async () => {
    const profile = 'https://people.example/inés';
    await insertReviewOpportunity(app.database, {
      reviewerName: 'Inés Roy',
      company: 'Found, Inc.',
      profileUrl: profile,
    });
    await insertReviewOpportunity(app.database, { reviewerName: 'Ines Roy', company: 'FOUND' });
    expect(await qualm(['person', 'erase', profile, '--yes'])).toMatchObject({ reviews: 2 });
    await run(['suppress', 'remove', profile]);
  });

  it('shows and erases a person, who is then suppressed', async () => {
    const profile = 'https://people.example/joan';
    await insertReviewOpportunity(app.database, { reviewerName: 'Joan Ray', profileUrl: profile });
    expect(await qualm(['person', 'show', profile])).toMatchObject({
      is_suppressed: false,
      reviews: [expect.any(String)],
    });
    expect(await qualm(['person', 'erase', profile, '--yes'])).toMatchObject({ contacts: 0, reviews: 1, unlocks: 0 });
    expect(await qualm(['person', 'show', profile])).toMatchObject({ is_suppressed: true, is_erased: true });
    expect(await qualm(['person', 'requests'])).toEqual({ requests: [] });
    expect(await run(['person', 'show', 'Joan'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('an email address or the address of a profile page'),
    });
    await run(['suppress', 'remove', profile]);
  });

  it('erases nobody without a question, and refuses where it cannot ask', async () => {
    expect(await run(['person', 'erase', 'https://people.example/joan'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('person erase asks for confirmation on a terminal; add --yes'),
    });
  });

  it('says that an address of nobody erases nobody', async () => {
    expect(await run(['person', 'erase', 'nobody@acme.example', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing is stored about nobody@acme\.example, so nothing was erased\./),
    });
    expect(await qualm(['person', 'show', 'nobody@acme.example'])).toMatchObject({ is_suppressed: false });
  });

  it('lists writers known by name alone, and erases the chosen one for good', async () => {
    const line = {
      platform: 'Named',
      product_name: 'Namedly',
      text: 'Ann Lee says it works.',
      reviewer_name: 'Ann Lee',
    };
    const lines = [
      { ...line, external_id: 'n-1' },
      { ...line, external_id: 'n-2', reviewer_company: 'Acme' },
    ];
    await importLines(app, ReviewsImporter, lines);
    const erase = ['person', 'erase', '--name', 'ann lee', '--yes'];
    expect(await run(erase)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^1 {2}Ann Lee {2}no company {2}1 review, 0 posts\n2 {2}Ann Lee {2}Acme/),
    });
    expect(await qualm([...erase, '--choose', '1'])).toMatchObject({ writers: 1, reviews: 1 });
    await importLines(app, ReviewsImporter, lines);
    const names = await app.database.query(
      `SELECT reviewer_name, text FROM reviews WHERE platform = 'Named' ORDER BY external_id`,
    );
    expect(names).toEqual([
      { reviewer_name: null, text: '[name hidden] says it works.' },
      { reviewer_name: 'Ann Lee', text: 'Ann Lee says it works.' },
    ]);
    expect(await qualm([...erase, '--company', 'acm'])).toMatchObject({ writers: 1, reviews: 1 });
    expect(await run(erase)).toMatchObject({ code: 1, stderr: 'No review or post has a writer called ann lee.\n' });
  });

  it('lists, shows and undoes an import', async () => {
    const line = { external_id: 'u-1', platform: 'Undo', product_name: 'Undoly', text: 'It works.' };
    const { import_id: id } = await importLines(app, ReviewsImporter, [line]);
    const { imports } = await qualm<{ imports: object[] }>(['import', 'list', '--limit', '1']);
    expect(imports).toEqual([await qualm(['import', 'show', String(id)])]);
    expect(imports).toMatchObject([{ id, kind: 'reviews', state: 'completed', inserted: 1 }]);
    expect(await run(['import', 'undo', String(id)])).toMatchObject({ code: 2 });
    expect(await qualm(['import', 'undo', String(id), '--yes'])).toEqual({
      ...{ import_id: id, removed: 1, products: 1, kept: {} },
    });
    expect(await run(['import', 'show', '999999'])).toMatchObject({ code: 1, stderr: 'There is no import 999999\n' });
  });

  it('counts one product that an undo removes', async () => {
    const line = { external_id: 'u-2', platform: 'Undo', product_name: 'Undone', text: 'It works.' };
    const { import_id: id } = await importLines(app, ReviewsImporter, [line]);
    const { stdout } = await runCommand(['import', 'undo', String(id), '--yes'], variables());
    expect(stdout).toContain('Products that it had created and that nothing uses, removed too: 1');
  });

  it('merges, renames and deletes products', async () => {
    for (const name of ['acme.example', 'Acme Desk']) {
      await app.database.execute('INSERT INTO products (id, name) VALUES (gen_random_uuid(), $1)', [name]);
    }
    expect(await qualm(['products', 'merge', 'acme.example', 'Acme Desk'])).toMatchObject({
      into: { name: 'Acme Desk' },
    });
    expect(await qualm(['products', 'rename', 'acme.example', 'Acme Suite'])).toMatchObject({ from: 'Acme Desk' });
    expect(await run(['products', 'delete', 'Acme Suite'])).toMatchObject({ code: 2 });
    expect(await qualm(['products', 'delete', 'Acme Suite', '--yes'])).toMatchObject({ losses: { reviews: 0 } });
    expect(await run(['products', 'delete', 'Acme Desk', '--yes'])).toMatchObject({
      code: 1,
      stderr: 'Product not found\n',
    });
  });

  it('lists suppressed people and allows one again', async () => {
    await run(['suppress', 'add', 'Jane@Acme.example']);
    expect(await qualm(['suppress', 'list'])).toEqual({
      suppressed: [{ address: 'jane@acme.example', created_at: expect.any(String) }],
    });
    expect(await qualm(['suppress', 'remove', 'jane@acme.example'])).toEqual({ removed: 'jane@acme.example' });
    expect(await run(['suppress', 'remove', 'jane@acme.example'])).toMatchObject({
      code: 1,
      stderr: 'This address is not suppressed\n',
    });
  });

  it('waits for a report', async () => {
    const id = await createReviewedProduct(app.database);
    expect(await qualm(['report', 'generate', id, '--wait'])).toMatchObject({ product_id: id, status: 'completed' });
  });

  it('lists products', async () => {
    const id = await createReviewedProduct(app.database);
    const { products } = await qualm<{ products: { id: string }[] }>(['products', 'list', '--limit', '100']);
    expect(products.map((product) => product.id)).toContain(id);
  });

  it('shows the running processes and the waiting work', async () => {
    const status = await qualm<object>(['status']);
    expect(status).toMatchObject({
      ok: true,
      postgres: { state: 'up', pending_migrations: 0, version: expect.stringMatching(/^\d+\.\d+$/) },
      redis: { state: 'up', version: expect.any(String) },
      api: { state: 'up', url: app.origin, version: expect.any(String) },
      backlog: { texts_waiting: expect.any(Number), parked_deliveries: 0 },
    });
    expect(status).toHaveProperty('workers', 1);
  });

  it('completes in bash', () => {
    const completed = (...words: string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `source <("$0" "$1" completion bash); shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _qualm; echo "\${COMPREPLY[@]}"`,
          process.execPath,
          CLI,
          'qualm',
          ...words,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect(completed('user', '')).toBe(
      'list create set-password reset-password verify reset-two-factor disable enable sessions',
    );
    expect(completed('user', 'sessions', 'e')).toBe('end');
    expect(completed('key', 'create', '--te')).toBe('--team --test');
  });
});

describe('migrate', () => {
  const environment = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    PASSWORD_MEMORY_KB: '1024',
    ...variables,
  });

  it('creates the first team once, when two processes race', async () => {
    const database = await createTestDatabase();
    const dataDir = join(mkdtempSync(join(tmpdir(), 'qualm-')), 'data');
    const first = { QUALM_INIT_TEAM: 'Acme', QUALM_INIT_EMAIL: 'owner@acme.example' };
    const variables = environment({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...first });
    const ended = await Promise.all([1, 2].map(() => spawnCommand(['migrate', '--json'], variables)));
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    const file = join(dataDir, 'first-owner.password');
    expect(ended.map(({ stdout }) => stdout).sort()).toEqual([
      `{"migrations":[],"first_owner_password_file":"${file}"}\n`,
      '{"migrations":[]}\n',
    ]);
    expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
      0o600,
      expect.stringMatching(/^[\w-]{20}\n$/),
    ]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT name, tier, email, role FROM teams JOIN memberships ON team_id = teams.id JOIN users ON users.id = user_id`,
    );
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ name: 'Acme', tier: 'growth', email: 'owner@acme.example', role: 'owner' }]);
  });

  it('connects with any character in a password, percent-encoded in the URL or unchanged in DATABASE_PASSWORD', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const [role, password] = [`operator_${Date.now()}`, `p@ss/%:#?&+ "é`];
    await client.query(`CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    const url = new URL(database.url);
    url.username = role;
    const withPassword = (each: string) => Object.assign(new URL(url), { password: each }).href;
    const codes: number[] = [];
    for (const variables of [
      { DATABASE_URL: withPassword(encodeURIComponent(password)) },
      { DATABASE_URL: withPassword(''), DATABASE_PASSWORD: password },
      { DATABASE_URL: withPassword('wrong') },
    ]) {
      codes.push((await runCommand(['migrate'], environment(variables))).code);
    }
    await client.query(`DROP ROLE ${role}`);
    await client.end();
    await database.drop();
    expect(codes).toEqual([0, 0, 1]);
  });
});
