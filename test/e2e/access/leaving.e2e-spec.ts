import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { AccountDeletionService } from '#accounts/teams/account-deletion.service.js';
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { KEPT_TABLES } from '#accounts/team-deletion/team-deletion.queries.js';
import { TeamDeletionService } from '#accounts/team-deletion/team-deletion.service.js';
import { TeamPurge } from '#accounts/team-deletion/team.purge.js';
import { WebhookDeliveriesQueries } from '#accounts/webhooks/webhook-deliveries.queries.js';
import { testTeamIdOf } from '#platform/caller/test-mode.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { UnlockStates } from '#workspace/unlocks/unlock-states.service.js';
import { PersonErasure } from '#workspace/personal-data/person-erasure.service.js';
import { PersonErasureModule } from '#workspace/personal-data/person-erasure.module.js';
import { PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { DataCopyMaker } from '#workspace/personal-data/data-copy.maker.js';
import { PersonalDataQueries } from '#workspace/personal-data/personal-data.queries.js';
import { EXCLUDED_TABLES, PERSONAL_ROWS } from '#workspace/personal-data/personal.rows.js';
import { call, createKey, type TestApp } from '../../support/app.js';
import { Browser, type Page, textOf } from '../../support/browser.js';
import { relayEvents } from '../../support/events.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { RawClient, rpc, startPublicApp } from '../../support/clients/oauth.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { signal } from '../../support/signal.js';
import { type SignedIn, signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

let app: TestApp;
let hunter: StandIn;

beforeAll(async () => {
  hunter = await startStandIn(json(200, { data: { email: null } }));
  app = await startPublicApp({
    worker: true,
    modules: [PersonErasureModule],
    env: {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      HUNTER_API_KEY: 'hunter-secret',
      HUNTER_BASE_URL: `${hunter.url}/v2`,
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      SWEEP_INTERVAL_SECONDS: '3600',
    },
  });
});
afterAll(async () => {
  await app.close();
  await hunter.close();
});
afterEach(async () => {
  expect(await app.get(CreditsService).verify()).toEqual([]);
});

const mailsTo = async (email: string, kind: string) =>
  (await app.get(MailsService).list(1_000)).filter((mail) => mail.to === email && mail.kind === kind);

/** A company that no other test uses. */
const opportunity = (): Promise<string> =>
  insertReviewOpportunity(app.database, { company: `Acme ${randomBytes(4).toString('hex')}` });

/** Makes a paid call as the only item of a bulk job. */
async function inBulk(key: string, action: string, item: object): Promise<void> {
  const body = { action, max_credits: 1, items: [item] };
  const headers = { 'idempotency-key': `${action} ${JSON.stringify(item)}` };
  const { body: answer } = await call(app, 'POST', '/bulk-jobs', { key, body, headers });
  const { id } = answer.data as { id: string };
  await until(async () => {
    await app.inWorker(BulkRunner).runDue();
    const { body: job } = await call(app, 'GET', `/bulk-jobs/${id}`, { key });
    return (job.data as { finished_at: string | null }).finished_at;
  });
}

const unlock = (key: string, id: string) =>
  call(app, 'POST', `/opportunities/${id}/unlock-contact`, { key, body: { field: 'email' } });

/** The tables with a row that has this text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'sandbox') AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.database.query(`SELECT FROM ${name} row WHERE strpos(row::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(name.replace('public.', ''));
  }
  return found;
}

describe('the copy of the data of a person', () => {
  interface Line {
    table: string;
    row: Record<string, unknown>;
  }
  const MY_DATA = '/app/settings/my-data';
  const ask = async (person: SignedIn): Promise<Page> =>
    person.browser.submit(await person.open(MY_DATA), '/my-data', {});
  /** The address of the file of a person, after a worker has made it. */
  const made = async (person: SignedIn): Promise<string> => {
    await ask(person);
    // The worker of the app may have taken the copy already.
    const link = await until(async () => {
      await app.inWorker(DataCopyMaker).make();
      return (await mailsTo(person.email, 'my-data'))[0]?.links[0];
    });
    return new URL(link).pathname;
  };
  const download = (person: SignedIn, path: string): Promise<Response> =>
    fetch(`${app.origin}${path}`, {
      headers: {
        cookie: [...person.browser.cookiesFor(app.origin)].map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      redirect: 'manual',
    });

  it('has all rows about the person and only these, without secrets', async () => {
    const [person, other] = [await signedIn(app, 'growth', 10), await signedIn(app)];
    await (await RawClient.register(app)).connect({ email: person.email });
    await person.browser.submit(await person.open('/app/settings/keys'), '/settings/keys', {
      name: 'ci',
      scopes: 'read',
    });
    const id = await opportunity();
    await person.browser.submit(await person.open(`/app/opportunities/${id}`), '/unlock', { field: 'email' });
    const answer = await download(person, await made(person));
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename=my-data.jsonl.gz',
    ]);
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString();
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const tables = new Set(lines.map(({ table }) => table));
    expect([...tables]).toEqual(
      expect.arrayContaining([
        ...['users', 'memberships', 'web_sessions', 'oauth_connections', 'api_keys', 'purchases', 'credit_entries'],
        ...['runs', 'audit_entries'],
      ]),
    );
    expect(lines.find(({ table }) => table === 'users')?.row).toMatchObject({ id: person.userId, email: person.email });
    expect(text).not.toContain(other.userId);
    expect(text).not.toMatch(/_hash"|password|_encrypted"/);
    // Each row that names the person is in the file, or is left out with a reason.
    const about = new Set([...(await tablesWith(person.userId)), ...(await tablesWith(person.email))]);
    const named = PERSONAL_ROWS.map(({ table }) => table);
    expect([...about].filter((table) => !named.includes(table) && !(table in EXCLUDED_TABLES))).toEqual([]);
  });

  it('names every table with a column for a person', async () => {
    const columns = await app.database.query<{ table: string }>(
      `SELECT DISTINCT table_name AS table FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
         AND column_name ~ '^(user_id|email|recipient|(credential|actor|author|created_by)_(id|kind)|invited_by|created_by)$'
       UNION SELECT conrelid::regclass::text FROM pg_constraint WHERE confrelid = 'users'::regclass`,
    );
    const known = [...PERSONAL_ROWS.map(({ table }) => table), ...Object.keys(EXCLUDED_TABLES)];
    expect(columns.map(({ table }) => table).filter((table) => !known.includes(table))).toEqual([]);
  });

  it('is available only to the account, for seven days', async () => {
    const [person, other] = [await signedIn(app), await signedIn(app)];
    const path = await made(person);
    expect([(await download(person, path)).status, (await download(other, path)).status]).toEqual([200, 404]);
    expect((await fetch(`${app.origin}${path}`, { redirect: 'manual' })).headers.get('location')).toMatch(/^\/login/);
    await app.database.execute(`UPDATE data_copies SET finished_at = now() - interval '8 days' WHERE user_id = $1`, [
      person.userId,
    ]);
    expect((await download(person, path)).status).toBe(404);
    expect(await app.inWorker(DataCopyMaker).purge()).toBe(1);
  });

  it('is tried again after a pause, five times in total, and then the page shows the failure', async () => {
    const person = await signedIn(app);
    const maker = app.inWorker(DataCopyMaker);
    const failing = jest.spyOn(PersonalDataQueries.prototype, 'store').mockRejectedValue(new Error('no luck'));
    await ask(person);
    const attempts = async (): Promise<unknown> => {
      await maker.make();
      await maker.make();
      // The worker makes copies, too, and may still hold this one.
      await until(() =>
        app.database.maybeOne('SELECT FROM data_copies WHERE user_id = $1 AND lease_until IS NULL', [person.userId]),
      );
      const sql = `UPDATE data_copies SET next_attempt_at = now() WHERE user_id = $1 RETURNING attempts`;
      return app.database.one(sql, [person.userId]);
    };
    const made: unknown[] = [];
    for (let pass = 0; pass < 6; pass++) made.push(await attempts());
    failing.mockRestore();
    expect(made).toEqual([1, 2, 3, 4, 5, 5].map((each) => ({ attempts: each })));
    expect(textOf(await person.open(MY_DATA))).toMatch(/could not be made\. Ask for a new one\./);
  });

  it('is made at most once an hour, and is deleted with the account', async () => {
    const person = await signedIn(app);
    await made(person);
    await ask(person);
    expect(textOf(await person.open(MY_DATA))).toContain('You asked for a copy less than an hour ago.');
    await app.database.execute('DELETE FROM users WHERE id = $1', [person.userId]);
    expect(await app.database.query('SELECT FROM data_copies WHERE user_id = $1', [person.userId])).toEqual([]);
  });
});

describe('the page of people that a team does not want to contact', () => {
  it('adds and removes entries, and shows the fault of a value', async () => {
    const person = await signedIn(app);
    const page = () => person.open('/app/settings/suppressions');
    const refused = await person.browser.submit(await page(), '/suppressions', { value: 'nobody' });
    expect([refused.status, textOf(refused)]).toEqual([400, expect.stringContaining('Must be an email address')]);
    await person.browser.submit(await page(), '/suppressions', { value: 'Acme.example' });
    const listed = await page();
    expect(textOf(listed)).toContain('acme.example');
    expect((await person.browser.submit(listed, '/remove', {})).status).toBe(303);
    expect(textOf(await page())).not.toContain('acme.example');
  });
});

describe('the deletion of a team', () => {
  let owner: SignedIn;
  let key: string;

  beforeEach(async () => {
    owner = await signedIn(app, 'growth', 10);
    const name = `Team ${randomBytes(6).toString('hex')}`;
    await app.database.execute('UPDATE teams SET name = $2 WHERE id = $1', [owner.teamId, name]);
    ({ key } = await createKey(app, {
      teamId: owner.teamId,
      spendCap: 100,
      scopes: ['read', 'write', 'spend:unlock', 'webhooks'],
    }));
    Object.assign(owner, { team: name });
  });

  const nameOf = (person: SignedIn): string => (person as SignedIn & { team: string }).team;
  const remove = async (name = nameOf(owner)): Promise<Page> =>
    owner.browser.submit(await owner.open('/app/settings/team'), '/team/delete', { name });

  it('ends keys, connections, test mode and pages at once, and a restore brings everything back', async () => {
    const test = await createKey(app, { teamId: owner.teamId, test: true });
    const client = await RawClient.register(app);
    const { access_token: token, refresh_token: refresh } = await client.connect({ email: owner.email });
    const shared = await call(app, 'POST', '/saved-searches', {
      key,
      body: { name: 'Feed', filters: { q: ['slow'] }, deliver: { feed: true } },
    });
    const { feed_url } = shared.body.data as { feed_url: string };
    const statuses = async () => [
      (await call(app, 'GET', '/account', { key })).status,
      (await call(app, 'GET', '/account', { key: test.key })).status,
      (await rpc(app, 'tools/list', { token })).status,
      (await fetch(feed_url)).status,
      (await owner.open('/app/credits')).status,
    ];
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    const page = await remove();
    expect([page.status, textOf(page)]).toEqual([200, expect.stringContaining('The team is deleted')]);
    expect(await statuses()).toEqual([401, 401, 401, 404, 303]);
    expect((await client.refresh(refresh)).status).toBe(400);
    expect(await mailsTo(owner.email, 'team-deleted')).toHaveLength(1);
    await app.get(TeamDeletionService).restore(owner.teamId);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect(await mailsTo(owner.email, 'team-restored')).toHaveLength(1);
    await expect(app.get(TeamDeletionService).restore(owner.teamId)).rejects.toThrow('no deleted team');
  });

  it('sends no webhook until the team is restored', async () => {
    const receiver = await startStandIn(json(200, {}));
    await call(app, 'POST', '/webhook-endpoints', {
      key,
      body: { url: receiver.url, event_types: ['pitch.generated'] },
    });
    await app.get(TeamDeletionService).delete(owner.teamId);
    await app.database.execute(
      `INSERT INTO webhook_deliveries (id, team_id, endpoint_id, event_id, event_type, origin, body, next_attempt_at)
       SELECT gen_random_uuid(), team_id, id, gen_random_uuid(), 'pitch.generated', 'event', '{}', now()
       FROM webhook_endpoints WHERE team_id = $1`,
      [owner.teamId],
    );
    const claims = async () => {
      await app.inWorker(WebhookDeliveriesQueries).claim(10);
      const sql = 'SELECT claims FROM webhook_deliveries WHERE team_id = $1';
      return (await app.database.one<{ claims: number }>(sql, [owner.teamId])).claims;
    };
    expect(await claims()).toBe(0);
    await app.get(TeamDeletionService).restore(owner.teamId);
    expect(await claims()).toBeGreaterThan(0);
    await receiver.close();
  });

  it('leaves no event behind that fails, and a restore applies a plan that got smaller before', async () => {
    const body = { url: 'http://127.0.0.1:9/', event_types: ['pitch.generated'] };
    await call(app, 'POST', '/webhook-endpoints', { key, body });
    const endpoints = () =>
      app.database.query(
        `SELECT endpoint.status, (SELECT count(*)::integer FROM event_deliveries) AS undelivered
         FROM webhook_endpoints endpoint WHERE team_id = $1`,
        [owner.teamId],
      );
    await app.database.transaction(async () => {
      await app.get(RenewalsService).changePlan(owner.teamId, 'growth', 'canceled');
      await app.get(TeamDeletionService).delete(owner.teamId);
    });
    await relayEvents(app);
    const deleted = await endpoints();
    await app.get(TeamDeletionService).restore(owner.teamId);
    await relayEvents(app);
    expect([deleted, await endpoints()]).toEqual([
      [{ status: 'enabled', undelivered: 0 }],
      [{ status: 'disabled', undelivered: 0 }],
    ]);
  });

  it('needs the name of the team', async () => {
    expect((await remove('Another team')).status).toBe(303);
    expect((await call(app, 'GET', '/account', { key })).status).toBe(200);
  });

  it('leaves its people their account, with which they create another team', async () => {
    await remove();
    expect((await owner.open('/app/settings/team')).next?.pathname).toBe('/app/team');
    const page = await owner.send(await owner.open('/app/team'), '/app/team', { team: 'Next' });
    expect(page.status).toBe(200);
    expect(textOf(await owner.open('/app/settings/team'))).toContain('Next is on the Free plan');
  });

  it('lets the last owner delete the account, too', async () => {
    await remove();
    const security = await owner.open('/app/settings/security');
    expect((await owner.browser.submit(security, '/account/delete', { email: owner.email })).status).toBe(200);
    expect(await app.database.query('SELECT FROM users WHERE id = $1', [owner.userId])).toEqual([]);
  });

  it('leaves no team without an owner when the last owner creates one while deleting the account', async () => {
    const person = await signedIn(app);
    await app.get(TeamDeletionService).delete(person.teamId);
    let deletion: Promise<unknown> | undefined;
    const teamId = await app.database.transaction(async () => {
      const created = await app.get(MembershipsService).createTeam(person.userId, 'Another');
      const deleting = app.database.outside(() =>
        app.get(AccountDeletionService).delete(person.userId, () => Promise.resolve()),
      );
      deletion = deleting.catch((error: unknown) => error);
      await whenLockIsAwaited(app.database);
      return created;
    });
    expect(await deletion).toMatchObject({ details: { reason: 'last_owner' } });
    expect(await app.get(MembershipsService).findByTeam(teamId)).toHaveLength(1);
  });

  it('is restored without an owner if the last one has deleted the account, and says so', async () => {
    const person = await signedIn(app);
    await app.get(TeamDeletionService).delete(person.teamId);
    await app.get(AccountDeletionService).delete(person.userId, () => Promise.resolve());
    expect(await app.get(TeamDeletionService).restore(person.teamId)).toBe(false);
  });

  it('refunds open purchases', async () => {
    const [asked, answered] = [signal(), signal()];
    hunter.behave((...args) => {
      asked.give();
      void answered.given.then(() => json(200, { data: { email: null } })(...args));
    });
    const bought = unlock(key, await opportunity());
    await asked.given;
    await app.get(TeamDeletionService).delete(owner.teamId);
    expect(await app.inWorker(TeamPurge).endRuns()).toBe(1);
    expect((await bought).status).toBe(500);
    answered.give();
    expect(await app.get(CreditsService).balanceOf(owner.teamId)).toBe(10);
  });

  it('lets no purchase begin after it, even with concurrent ones', async () => {
    hunter.behave(json(200, { data: { email: null } }));
    const ids = await Promise.all(Array.from({ length: 8 }, opportunity));
    const racing = ids.map((id) => unlock(key, id));
    await app.get(TeamDeletionService).delete(owner.teamId);
    const charges = () =>
      app.database.query(`SELECT position FROM credit_entries WHERE team_id = $1 AND kind = 'charge'`, [owner.teamId]);
    const before = await charges();
    const statuses = (await Promise.all(racing)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 401, 500].includes(status))).toEqual([]);
    expect(await charges()).toEqual(before);
    await app.inWorker(TeamPurge).endRuns();
    const open = `SELECT FROM purchases WHERE team_id = $1 AND state = 'open'`;
    expect(await app.database.query(open, [owner.teamId])).toEqual([]);
  });

  it('deletes all rows except the ledger and the purchases after 14 days, and these have no name', async () => {
    const test = await createKey(app, { teamId: owner.teamId, test: true });
    await call(app, 'POST', '/suppressions', { key, body: { value: 'example.com' } });
    await call(app, 'POST', '/test/reset', { key: test.key });
    await unlock(key, await opportunity());
    await remove();
    // In 14 days every event of the team is relayed and numbered.
    await relayEvents(app);
    await app.inWorker(TeamEventNumbering).number();
    const purge = app.inWorker(TeamPurge);
    expect([await purge.purge(), (await tablesWith(nameOf(owner))).includes('teams')]).toEqual([0, true]);
    await app.database.execute(`UPDATE teams SET deleted_at = now() - interval '15 days' WHERE id = $1`, [
      owner.teamId,
    ]);
    await app.database.query(
      `CREATE FUNCTION demand_time() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF current_setting('statement_timeout') <> '0' THEN RAISE EXCEPTION 'the time is limited'; END IF;
         RETURN old;
       END $$`,
    );
    await app.database.query(
      'CREATE TRIGGER demand_time BEFORE DELETE ON api_keys FOR EACH ROW EXECUTE FUNCTION demand_time()',
    );
    expect(await purge.purge()).toBe(1);
    await app.database.query('DROP FUNCTION demand_time CASCADE');
    await app.database.execute('DELETE FROM mails');
    expect(await tablesWith(nameOf(owner))).toEqual([]);
    const about = [...(await tablesWith(owner.teamId)), ...(await tablesWith(testTeamIdOf(owner.teamId)))];
    const kept = new Set([...KEPT_TABLES, 'teams']);
    expect(about.filter((table) => !kept.has(table))).toEqual([]);
    const log = await app.database.query('SELECT action FROM audit_entries WHERE strpos(audit_entries::text, $1) > 0', [
      owner.teamId,
    ]);
    expect(log).toEqual([{ action: 'team.purged' }]);
    await expect(app.get(TeamDeletionService).restore(owner.teamId)).rejects.toThrow('no deleted team');
  });
});

describe('the erasure of a person', () => {
  const writer = () => {
    const n = randomBytes(4)
      .toString('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
    const firstName = `Jane${n}`;
    const person = {
      company: `Erase ${n}`,
      firstName,
      reviewerName: `${firstName} Doe`,
      profileUrl: `https://linkedin.com/in/jane-${n}`,
    };
    return {
      ...person,
      email: `jane@${n}.example.com`,
      text: `Exports fail every single week. Regards, ${person.reviewerName}`,
    };
  };
  const contactOf = ({ reviewerName: name, company, email, profileUrl }: ReturnType<typeof writer>) => ({
    ...{ name, company, email, title: 'CEO', phone: '+49 30 1234' },
    profile_url: profileUrl,
  });
  const reviewOf = ({ reviewerName, company, profileUrl, text }: ReturnType<typeof writer>, id: string) => ({
    ...{ external_id: id, platform: 'g2', product_name: 'Tabula', rating: 2, text },
    ...{ reviewer_name: reviewerName, reviewer_company: company, reviewer_profile_url: profileUrl },
  });
  const traces = async (jane: ReturnType<typeof writer>): Promise<string[]> => [
    ...(await tablesWith(jane.firstName)),
    ...(await tablesWith(jane.email)),
    ...(await tablesWith(new URL(jane.profileUrl).pathname)),
  ];

  it.each(['email', 'profileUrl'] as const)('by %s keeps the texts, and nothing that names the person', async (by) => {
    const jane = writer();
    await importLines(app, ContactsImporter, [contactOf(jane), { name: 'Ben Worker', company: jane.company }]);
    const id = await insertReviewOpportunity(app.database, jane);
    const { key, teamId } = await createKey(app, {
      ...{ tier: 'growth', credits: 10, spendCap: 100, scopes: ['read', 'spend:unlock', 'spend:pitch'] },
    });
    const post = (path: string, body: object) => call(app, 'POST', `/opportunities/${id}/${path}`, { key, body });
    expect((await unlock(key, id)).body.data).toMatchObject({ value: jane.email });
    await post('unlock-contact', { field: 'committee' });
    await post('unlock-contact', { field: 'phone', target: 'committee', target_id: 0 });
    await post('generate-pitch', {});
    await inBulk(key, 'unlock_contact', { opportunity_id: id, field: 'email' });
    await inBulk(key, 'generate_pitch', { opportunity_id: id, channels: ['call'] });
    await app.database.execute(
      `WITH source AS (INSERT INTO sources (id, connector, settings, settings_key, label, interval_seconds)
         VALUES (gen_random_uuid(), 'feed', '{}', $1, 'A feed', 3600) RETURNING id)
       INSERT INTO source_rejects (source_id, external_id, reason, raw) SELECT id, '1', 'no text', $2 FROM source`,
      [randomBytes(6).toString('hex'), JSON.stringify({ author: jane.reviewerName })],
    );
    const found = await app.get(PersonErasure).show(jane[by]);
    expect(found).toMatchObject({
      is_suppressed: false,
      contacts: [{ name: jane.reviewerName }],
      reviews: [expect.any(String)],
    });
    expect(await app.get(PersonErasure).erase(jane[by])).toMatchObject({ contacts: 1, reviews: 1, unlocks: 2 });
    const left = new Set(await traces(jane));
    expect([...left].sort()).toEqual(['suppressions']);
    const [review] = await app.database.query<{ text: string }>('SELECT text FROM reviews WHERE id = $1', [
      found.reviews[0],
    ]);
    expect(review?.text).toBe('Exports fail every single week. Regards, [name hidden]');
    const state = (await app.get(UnlockStates).findByTeam(teamId, [id])).get(id);
    expect([state?.email.value, state?.committee?.map(({ name, index }) => [name, index])]).toEqual([
      null,
      [['Ben Worker', 1]],
    ]);
    expect((await unlock(key, id)).body.data).toMatchObject({ found: false });
    expect(await app.get(PersonErasure).show(jane.email)).toMatchObject({
      is_suppressed: true,
      contacts: [],
      reviews: [],
    });
  });

  it('by either spelling of an international domain takes the address in the other, and completes the request', async () => {
    const jane = writer();
    const [name = '', domain = ''] = jane.email.split('@');
    const email = `${name}@münchen.${domain}`;
    await importLines(app, ContactsImporter, [contactOf({ ...jane, email })]);
    await app.get(PrivacyRequests).request(email);
    await app.get(PersonErasure).erase(`${name}@xn--mnchen-3ya.${domain}`);
    // The mail with the link stays until it is purged.
    expect((await tablesWith(email)).filter((table) => table !== 'mails')).toEqual([]);
  });

  it('takes the name out of the opportunities of their texts at once, before these are read again', async () => {
    const jane = writer();
    const id = await insertReviewOpportunity(app.database, {
      ...jane,
      painPoints: {
        ...{ summary: `${jane.reviewerName} waits for exports`, reason: `${jane.reviewerName} complains` },
        items: [{ theme: 'Exports', severity: 'high', quote: `Regards, ${jane.reviewerName}`, confidence: 0.9 }],
        buying_signals: [{ type: 'switching', evidence: `${jane.reviewerName} leaves` }],
        competitors_mentioned: ['Tabula'],
      },
    });
    await app.database.execute('UPDATE opportunities SET search_text = $2, repost_key = $3 WHERE id = $1', [
      ...[id, `regards, ${jane.reviewerName.toLowerCase()}`, jane.reviewerName],
    ]);
    const erased = await app.database.transaction(async () => {
      await app.get(PersonErasure).erase(jane.profileUrl);
      return app.database.one('SELECT pain_points, search_text, repost_key FROM opportunities WHERE id = $1', [id]);
    });
    expect(erased).toEqual({
      pain_points: {
        ...{ summary: '[name hidden] waits for exports', reason: '[name hidden] complains' },
        items: [{ theme: 'Exports', severity: 'high', quote: 'Regards, [name hidden]', confidence: 0.9 }],
        buying_signals: [{ type: 'switching', evidence: '[name hidden] leaves' }],
        competitors_mentioned: ['Tabula'],
      },
      search_text: '',
      repost_key: null,
    });
  });

  it('by name takes the contact with the profile of their texts', async () => {
    const jane = writer();
    await importLines(app, ContactsImporter, [contactOf(jane)]);
    await importLines(app, ReviewsImporter, [reviewOf(jane, randomBytes(6).toString('hex'))]);
    const named = await app.get(PersonErasure).findNamed(jane.reviewerName, jane.company);
    expect(await app.get(PersonErasure).eraseWriters(named)).toMatchObject({ contacts: 1, reviews: 1 });
    expect([...new Set(await traces(jane))]).toEqual(['suppressions']);
  });

  it('by name takes the contact and the answer of a provider that an unlock of their text has found', async () => {
    const jane = writer();
    await importLines(app, ContactsImporter, [{ ...contactOf(jane), profile_url: null }]);
    const id = await insertReviewOpportunity(app.database, { ...jane, profileUrl: null });
    const { key } = await createKey(app, { credits: 10, spendCap: 100 });
    expect((await unlock(key, id)).body.data).toMatchObject({ value: jane.email });
    const named = await app.get(PersonErasure).findNamed(jane.reviewerName, jane.company);
    expect(await app.get(PersonErasure).eraseWriters(named)).toMatchObject({ contacts: 1, reviews: 1, unlocks: 1 });
    expect([...new Set(await traces(jane))]).toEqual(['suppressions']);
  });

  it('is not undone by imports, which keep the texts without the person', async () => {
    const jane = writer();
    const review = reviewOf(jane, randomBytes(6).toString('hex'));
    await importLines(app, ReviewsImporter, [review]);
    await importLines(app, ContactsImporter, [contactOf(jane)]);
    await app.get(PersonErasure).erase(jane.email);
    await importLines(app, ContactsImporter, [contactOf(jane), { ...contactOf(jane), email: null, profile_url: null }]);
    const again = { ...review, external_id: randomBytes(6).toString('hex') };
    await importLines(app, ReviewsImporter, [review, again]);
    await importLines(app, PostsImporter, [
      {
        ...{
          external_id: randomBytes(6).toString('hex'),
          source: 'network',
          text: jane.text,
          url: `${jane.profileUrl}/posts/1`,
        },
        ...{ author_name: jane.reviewerName, author_company_name: jane.company },
      },
    ]);
    expect([...new Set(await traces(jane))]).toEqual(['suppressions']);
    const stored = await app.database.query<{ text: string; reviewer_name: string | null }>(
      `SELECT text, reviewer_name FROM reviews WHERE text LIKE 'Exports fail every single week. Regards, [name%'`,
    );
    expect(stored.length).toBeGreaterThanOrEqual(2);
    expect(stored.every(({ reviewer_name }) => reviewer_name === null)).toBe(true);
  });

  it('is requested at /privacy by a link to the address, and carried out by an operator', async () => {
    const { email } = writer();
    const browser = new Browser();
    const at = (path: string): URL => new URL(path, app.origin);
    expect((await browser.submit(await browser.open(at('/privacy')), '/privacy', { email: 'nobody' })).status).toBe(
      400,
    );
    const sent = await browser.submit(await browser.open(at('/privacy')), '/privacy', { email });
    expect([sent.status, textOf(sent)]).toEqual([200, expect.stringContaining('We sent a link to this address')]);
    const link = (await mailsTo(email, 'privacy-request'))[0]?.links[0] ?? '';
    const waiting = async () => (await app.get(PrivacyRequests).list()).filter((request) => request.email === email);
    const page = await browser.open(link);
    expect(await waiting()).toEqual([]);
    expect((await browser.submit(page, new URL(link).pathname, {})).status).toBe(200);
    expect((await browser.open(link)).status).toBe(404);
    expect(await waiting()).toHaveLength(1);
    await app.get(PersonErasure).erase(email);
    expect(await waiting()).toEqual([]);
    expect(await mailsTo(email, 'person-erased')).toHaveLength(1);
  });
});
