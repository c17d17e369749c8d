import { randomUUID } from 'node:crypto';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { RunsReaper } from '#accounts/runs/runs.reaper.js';
import { ProviderResultsQueries } from '#workspace/enrichment/provider-results.queries.js';
import { DirectoryProvider } from '#workspace/enrichment/directory.provider.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import type { TeamSuppressionView } from '#workspace/enrichment/team-suppressions.operations.js';
import { UnlockStates } from '#workspace/unlocks/unlock-states.service.js';
import { UnlocksErasure } from '#workspace/unlocks/unlocks-erasure.service.js';
import { PersonErasureModule } from '#workspace/personal-data/person-erasure.module.js';
import { PersonErasure } from '#workspace/personal-data/person-erasure.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { type Handler, json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { importLines } from '../../support/imported.js';
import { insertPostOpportunity, insertReviewOpportunity, type ReviewFacts } from '../../support/opportunities.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';
import { until } from '../../support/until.js';

const person = (email: string | null, more: object = {}): object => ({
  data: { first_name: 'Jane', last_name: 'Doe', email, score: 97, phone_number: null, linkedin_url: null, ...more },
  meta: { params: {} },
});

let counter = 0;

const environmentOf = (hunter: StandIn) => ({
  HUNTER_API_KEY: 'hunter-secret',
  HUNTER_BASE_URL: `${hunter.url}/v2`,
  SWEEP_INTERVAL_SECONDS: '3600',
});

const suite = (app: () => TestApp) => ({
  /** A company that no other test in this file uses, so that no provider result is stored for it. */
  newCompany: (): ReviewFacts => ({
    company: `Acme ${++counter}`,
    companyWebsite: `https://acme${counter}.example.com`,
  }),
  richTeam: (credits = 10) => createKey(app(), { credits, spendCap: 1_000 }),
  unlock: (key: string, id: string, body: object = { field: 'email' }, to = app()) =>
    call(to, 'POST', `/opportunities/${id}/unlock-contact`, { key, body }),
  /** The same request each time, whose answer is kept. */
  unlockOnce: (key: string, id: string) =>
    call(app(), 'POST', `/opportunities/${id}/unlock-contact`, {
      ...{ key, body: { field: 'email' }, headers: { 'Idempotency-Key': `unlock ${id}` } },
    }),
  balance: (teamId: string) => app().get(CreditsService).balanceOf(teamId),
  charges: (teamId: string) =>
    app().database.query(
      `SELECT kind, count(*) FROM credit_entries WHERE team_id = $1 AND kind IN ('charge', 'refund') GROUP BY kind ORDER BY kind`,
      [teamId],
    ),
  directory: (...contacts: object[]) => importLines(app(), ContactsImporter, contacts),
});

describe('POST /opportunities/{id}/unlock-contact', () => {
  let app: TestApp;
  let second: TestApp;
  let hunter: StandIn;

  beforeAll(async () => {
    hunter = await startStandIn(json(200, person(null)));
    const env = environmentOf(hunter);
    app = await startTestApp({ env, worker: true, modules: [PersonErasureModule] });
    second = await startTestApp({ env, beside: app });
  });
  afterAll(async () => {
    await second.close();
    await app.close();
    await hunter.close();
  });
  afterEach(async () => {
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  const { newCompany, richTeam, unlock, unlockOnce, balance, charges, directory } = suite(() => app);

  it('is refunded, and stores nothing, if the person is erased while a provider is asked', async () => {
    const facts = { ...newCompany(), reviewerName: 'Nora Quill' };
    let answer: (() => void) | undefined;
    hunter.behave((...exchange) => (answer = () => json(200, person('nora@acme.example.com'))(...exchange)));
    const { key, teamId } = await richTeam();
    const asked = unlock(key, await insertReviewOpportunity(app.database, facts));
    await until(() => answer);
    const erasure = app.get(PersonErasure);
    await erasure.eraseWriters(await erasure.findNamed('Nora Quill', facts.company ?? null));
    answer?.();
    expect([(await asked).status, await balance(teamId)]).toEqual([500, 10]);
    expect(await app.database.query('SELECT FROM unlocks WHERE team_id = $1', [teamId])).toEqual([]);
  });

  it('does not come back by a repeated unlock while the person is erased', async () => {
    const facts = { ...newCompany(), profileUrl: 'https://people.example/repeated' };
    const contact = { name: 'Jane Doe', company: facts.company, email: 'jane@repeated.example.com' };
    await directory({ ...contact, profile_url: facts.profileUrl });
    const { key, teamId } = await richTeam();
    const other = await insertReviewOpportunity(app.database, { ...facts, company: null, companyWebsite: null });
    await unlock(key, await insertReviewOpportunity(app.database, facts));
    const unlocks = app.get(UnlocksErasure);
    const erase = unlocks.erase.bind(unlocks);
    let repeated: ReturnType<typeof unlock> | undefined;
    jest.spyOn(unlocks, 'erase').mockImplementationOnce(async (found) => {
      await app.database.outside(async () => {
        repeated = unlock(key, other);
        await Promise.race([repeated, whenLockIsAwaited(app.database)]);
      });
      await erase(found);
    });
    await app.get(PersonErasure).erase('jane@repeated.example.com');
    expect((await repeated)?.body.data).toMatchObject({ found: false, value: null, reason: 'suppressed' });
    const kept = 'SELECT FROM unlocks WHERE team_id = $1 AND value IS NOT NULL';
    expect(await app.database.query(kept, [teamId])).toEqual([]);
  });

  it('is erased with the person, under whatever address the directory has by then', async () => {
    const facts = newCompany();
    await directory({ name: 'Jane Doe', company: facts.company, email: 'earlier@acme.example.com' });
    const { key, teamId } = await richTeam();
    await unlock(key, await insertReviewOpportunity(app.database, facts));
    await app.database.execute(
      `UPDATE contacts SET email = 'later@acme.example.com', email_key = 'email:later@acme.example.com'
       WHERE email = 'earlier@acme.example.com'`,
    );
    await app.get(PersonErasure).erase('later@acme.example.com');
    expect(await app.database.query('SELECT outcome, value FROM unlocks WHERE team_id = $1', [teamId])).toEqual([
      { outcome: 'suppressed', value: null },
    ]);
  });

  it('reveals an email address from the directory for one credit', async () => {
    const facts = newCompany();
    await directory({ name: 'Jane Doe', company: facts.company, email: 'jane@acme.example.com' });
    const { key } = await richTeam();
    const { status, body } = await unlock(key, await insertReviewOpportunity(app.database, facts));
    expect([status, body.data]).toEqual([
      200,
      {
        field: 'email',
        target: 'reviewer',
        found: true,
        value: 'jane@acme.example.com',
        source: 'directory',
        credits_remaining: 9,
        from_cache: false,
        already_revealed: false,
        reason: 'revealed',
        credit_refunded: false,
      },
    ]);
  });

  it('records the unlock in the audit log, without the contact', async () => {
    const facts = newCompany();
    await directory({ name: 'Jane Doe', company: facts.company, email: 'jane@acme.example.com' });
    const { key, keyId, teamId } = await richTeam();
    const auditor = await createKey(app, { teamId, scopes: ['audit'] });
    const id = await insertReviewOpportunity(app.database, facts);
    const { headers } = await unlock(key, id);
    hunter.behave(json(200, person(null)));
    await unlock(key, id, { field: 'phone' });
    const log = (await call(app, 'GET', '/audit-log?action=contact.unlocked', { key: auditor.key })).body.data;
    expect(log).toMatchObject([
      {
        actor: { kind: 'key', id: keyId, name: 'test' },
        target: { type: 'opportunity', id, name: null },
        changes: { field: [null, 'email'], target: [null, 'reviewer'], target_id: [null, null] },
        request_id: headers.get('x-request-id'),
      },
    ]);
  });

  it('shows unlocked values in the detail, only to the team that unlocked them', async () => {
    const facts = newCompany();
    await directory({ name: 'Jane Doe', company: facts.company, email: 'jane@acme.example.com' });
    hunter.behave(json(200, person(null)));
    const [{ key }, stranger] = [await richTeam(), await richTeam()];
    const id = await insertReviewOpportunity(app.database, facts);
    await unlock(key, id);
    await unlock(key, id, { field: 'phone' });
    const [own, foreign] = await Promise.all(
      [key, stranger.key].map(
        async (each) => (await call(app, 'GET', `/opportunities/${id}`, { key: each })).body.data,
      ),
    );
    expect(own).toMatchObject({
      reviewer_email: 'jane@acme.example.com',
      is_reviewer_email_revealed: true,
      reviewer_email_source: 'directory',
      reviewer_phone: null,
      is_reviewer_phone_revealed: false,
      reviewer_phone_not_found: true,
    });
    expect(foreign).toMatchObject({
      reviewer_email: null,
      is_reviewer_email_revealed: false,
      reviewer_phone_not_found: false,
    });
  });

  it('asks Hunter by name and domain, with the key in a header', async () => {
    hunter.behave(json(200, person('jane.doe@acme.example.com')));
    const facts = { ...newCompany(), reviewerName: 'Jane van Doe' };
    const { key } = await richTeam();
    const { body } = await unlock(key, await insertReviewOpportunity(app.database, facts));
    expect(body.data).toMatchObject({ found: true, value: 'jane.doe@acme.example.com', source: 'hunter' });
    const [request] = hunter.requests;
    expect([request?.url.pathname, Object.fromEntries(request?.url.searchParams ?? [])]).toEqual([
      '/v2/email-finder',
      { domain: `acme${counter}.example.com`, first_name: 'Jane', last_name: 'van Doe' },
    ]);
    expect(request?.headers['x-api-key']).toBe('hunter-secret');
  });

  it('asks Hunter by company if there is no website', async () => {
    hunter.behave(json(200, person('jane.doe@acme.example.com')));
    const { company } = newCompany();
    const { key } = await richTeam();
    await unlock(key, await insertReviewOpportunity(app.database, { company }));
    expect(hunter.requests[0]?.url.searchParams.get('company')).toBe(company);
  });

  it('charges nothing for a contact that is already revealed', async () => {
    hunter.behave(json(200, person('jane.doe@acme.example.com')));
    const { key } = await richTeam(1);
    const id = await insertReviewOpportunity(app.database, newCompany());
    await unlock(key, id);
    const { status, body } = await unlock(key, id);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        found: true,
        value: 'jane.doe@acme.example.com',
        already_revealed: true,
        reason: 'already_revealed',
        credits_remaining: 0,
      }),
    ]);
  });

  it('refunds a contact that is not found, and remembers it', async () => {
    hunter.behave(json(200, person(null)));
    const { key, teamId } = await richTeam();
    const id = await insertReviewOpportunity(app.database, newCompany());
    const first = await unlock(key, id);
    const again = await unlock(key, id);
    const missed = {
      field: 'email',
      target: 'reviewer',
      found: false,
      value: null,
      source: null,
      already_revealed: false,
      reason: 'not_found',
    };
    expect(first.body.data).toEqual({ ...missed, credits_remaining: 10, from_cache: false, credit_refunded: true });
    expect(again.body.data).toEqual({ ...missed, credits_remaining: 10, from_cache: true, credit_refunded: false });
    expect(hunter.requests).toHaveLength(1);
    expect(await charges(teamId)).toEqual([
      { kind: 'charge', count: 1 },
      { kind: 'refund', count: 1 },
    ]);
  });

  it('lists charge and refund with the id of the request', async () => {
    hunter.behave(json(200, person(null)));
    const { key } = await richTeam();
    const { headers } = await unlock(key, await insertReviewOpportunity(app.database, newCompany()));
    const { body } = await call(app, 'GET', '/account/ledger?kind=charge&kind=refund', { key });
    const requestId = headers.get('x-request-id');
    expect(body.data).toMatchObject([
      { kind: 'refund', reason: 'not_found', request_id: requestId },
      { kind: 'charge', request_id: requestId },
    ]);
  });

  it('looks up a contact again when it was not found long ago', async () => {
    hunter.behave(json(200, person(null)));
    const { key } = await richTeam();
    const id = await insertReviewOpportunity(app.database, newCompany());
    await unlock(key, id);
    await app.database.execute(
      `UPDATE unlocks SET finished_at = now() - interval '31 days' WHERE opportunity_id = $1`,
      [id],
    );
    await app.database.execute(`UPDATE enrichment_answers SET finished_at = now() - interval '31 days'`);
    hunter.behave(json(200, person('late@acme.example.com')));
    expect((await unlock(key, id)).body.data).toMatchObject({ found: true, value: 'late@acme.example.com' });
  });

  it('deletes provider results when they are too old to be reused', async () => {
    hunter.behave(json(200, person('jane.doe@acme.example.com')));
    const { key } = await richTeam();
    await unlock(key, await insertReviewOpportunity(app.database, newCompany()));
    await app.database.execute(`UPDATE enrichment_answers SET finished_at = now() - interval '31 days'`);
    expect(await app.inWorker(ProviderResultsQueries).purge()).toBeGreaterThan(0);
    expect(await app.database.query('SELECT 1 FROM enrichment_answers')).toEqual([]);
  });

  it('gives a second team the stored provider result for one credit, without asking a provider', async () => {
    hunter.behave(json(200, person('jane.doe@acme.example.com')));
    const [one, two] = [await richTeam(), await richTeam()];
    const id = await insertReviewOpportunity(app.database, newCompany());
    await unlock(one.key, id);
    const { body } = await unlock(two.key, id);
    expect(body.data).toMatchObject({ found: true, from_cache: true, source: 'hunter', credits_remaining: 9 });
    expect(hunter.requests).toHaveLength(1);
  });

  it('asks the provider once and charges each team once when two teams unlock one contact fifty times at the same time', async () => {
    hunter.behave((request, response, body) => {
      setTimeout(() => json(200, person('jane.doe@acme.example.com'))(request, response, body), 100);
    });
    const teams = [await richTeam(), await richTeam()];
    const id = await insertReviewOpportunity(app.database, newCompany());
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        unlock((teams[index % 2] as { key: string }).key, id, { field: 'email' }, index % 3 ? app : second),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => (body.data as { value: string }).value)).size).toBe(1);
    expect(hunter.requests).toHaveLength(1);
    for (const { teamId } of teams) expect(await charges(teamId)).toEqual([{ kind: 'charge', count: 1 }]);
  });

  describe('with a provider that fails', () => {
    it('does not remember the failure', async () => {
      hunter.behave((request) => void request.socket.destroy());
      const { key } = await richTeam();
      const id = await insertReviewOpportunity(app.database, newCompany());
      expect((await unlock(key, id)).status).toBe(500);
      hunter.behave(json(200, person('jane.doe@acme.example.com')));
      expect((await unlock(key, id)).body.data).toMatchObject({ found: true, credits_remaining: 9 });
    });

    it('tries again when the provider requests a pause', async () => {
      const later: Handler[] = [
        json(429, {}, { 'retry-after': '0' }),
        json(403, {}),
        json(200, person('j@acme.example.com')),
      ];
      hunter.behave((...request) => later.shift()?.(...request));
      const { key } = await richTeam();
      const { body } = await unlock(key, await insertReviewOpportunity(app.database, newCompany()));
      expect(body.data).toMatchObject({ found: true, value: 'j@acme.example.com' });
    });

    it.each<[string, Handler]>([
      ['must not reveal the person', json(451, { errors: [{ id: 'claimed_email' }] })],
      ['rejects the name', json(400, { errors: [{ id: 'invalid_first_name' }] })],
      ['does not find the person', json(404, { errors: [{ id: 'not_found' }] })],
    ])('reports not found when the provider %s', async (_, handler) => {
      hunter.behave(handler);
      const { key } = await richTeam();
      const { body } = await unlock(key, await insertReviewOpportunity(app.database, newCompany()));
      expect(body.data).toMatchObject({ found: false, reason: 'not_found', credit_refunded: true });
    });
  });

  describe('for a buying committee', () => {
    const colleagues = (company: string) => [
      {
        name: 'Ada Chief',
        company,
        title: 'CTO',
        email: 'ada@acme.example.com',
        profile_url: `https://www.linkedin.com/in/ada-${counter}/`,
      },
      { name: 'Ben Worker', company, title: 'Clerk', phone: '+1 555 0100' },
    ];

    it('reveals the members, then their own contacts by index, whether 0 or "0"', async () => {
      const facts = newCompany();
      await directory(...colleagues(facts.company as string));
      const { key, teamId } = await richTeam();
      const id = await insertReviewOpportunity(app.database, facts);
      const members = await unlock(key, id, { field: 'committee', target: 'committee' });
      expect(members.body.data).toMatchObject({
        field: 'committee',
        target: 'committee',
        found: true,
        value: '2 members',
      });
      const email = await unlock(key, id, { field: 'email', target: 'committee', target_id: 0 });
      const again = await unlock(key, id, { field: 'email', target: 'committee', target_id: '0' });
      expect(email.body.data).toMatchObject({
        target: 'committee',
        found: true,
        value: 'ada@acme.example.com',
        credits_remaining: 8,
      });
      expect(again.body.data).toMatchObject({ already_revealed: true, credits_remaining: 8 });
      const state = (await app.get(UnlockStates).findByTeam(teamId, [id])).get(id);
      expect(state?.committee).toEqual([
        expect.objectContaining({
          index: 0,
          name: 'Ada Chief',
          role: 'decision_maker',
          email: 'ada@acme.example.com',
          is_email_revealed: true,
          phone: null,
        }),
        expect.objectContaining({
          index: 1,
          name: 'Ben Worker',
          role: 'end_user',
          email: null,
          is_email_revealed: false,
        }),
      ]);
    });

    it('does not find a member before the reveal, by an unknown index, or for another team', async () => {
      const facts = newCompany();
      await directory(...colleagues(facts.company as string));
      const [one, two] = [await richTeam(), await richTeam()];
      const id = await insertReviewOpportunity(app.database, facts);
      const member = { field: 'phone', target: 'committee', target_id: 1 };
      const before = await unlock(one.key, id, member);
      await unlock(one.key, id, { field: 'committee' });
      const unknown = await unlock(one.key, id, { ...member, target_id: 7 });
      const strangers = await unlock(two.key, id, member);
      expect([before, unknown, strangers].map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(await balance(two.teamId)).toBe(10);
    });

    it('keeps the indexes when people join and leave the company', async () => {
      const facts = newCompany();
      const [ada, ben] = colleagues(facts.company as string);
      await directory(ada as object, ben as object);
      const { key, teamId } = await richTeam();
      const id = await insertReviewOpportunity(app.database, facts);
      await unlock(key, id, { field: 'committee' });
      await directory({ ...ada, company: 'Elsewhere' }, { name: 'Cleo New', company: facts.company });
      const state = (await app.get(UnlockStates).findByTeam(teamId, [id])).get(id);
      expect(state?.committee?.map(({ index, name }) => [index, name])).toEqual([
        [1, 'Ben Worker'],
        [2, 'Cleo New'],
      ]);
    });

    it('refunds when no person of the company is known', async () => {
      const { key } = await richTeam();
      const { body } = await unlock(key, await insertReviewOpportunity(app.database, newCompany()), {
        field: 'committee',
      });
      expect(body.data).toMatchObject({
        found: false,
        reason: 'not_found',
        credit_refunded: true,
        credits_remaining: 10,
      });
    });
  });

  it('reveals the profile that the review names', async () => {
    const { key, teamId } = await richTeam();
    const profileUrl = 'https://www.linkedin.com/in/jane-review';
    const id = await insertReviewOpportunity(app.database, { ...newCompany(), profileUrl });
    const { body } = await unlock(key, id, { field: 'profile' });
    expect(body.data).toMatchObject({ found: true, value: profileUrl, source: 'review' });
    expect((await app.get(UnlockStates).findByTeam(teamId, [id])).get(id)?.profile).toMatchObject({
      isRevealed: true,
      value: profileUrl,
    });
  });

  describe('whose profile is too long for an index', () => {
    /** Letters that an index cannot compress, as it would do with equal ones. */
    const name = String.fromCodePoint(...Array.from({ length: 900 }, (_, i) => 0x4e00 + ((i * 7_919) % 20_000)));
    const profileUrl = `https://www.linkedin.com/in/${name}`;

    it('is found by name and company', async () => {
      const [{ key }, facts] = [await richTeam(), newCompany()];
      await directory({ name: 'Jane Doe', company: facts.company, phone: '+49 30 456' });
      const id = await insertReviewOpportunity(app.database, { ...facts, profileUrl });
      expect((await unlock(key, id, { field: 'phone' })).body.data).toMatchObject({ found: true, value: '+49 30 456' });
      expect((await unlock(key, id, { field: 'profile' })).body.data).toMatchObject({ found: false });
    });

    it('is no contact of the directory, which takes the other lines', async () => {
      const { company } = newCompany();
      const lines = [
        { name: 'Jane Doe', company, profile_url: profileUrl },
        { name: 'Joe Doe', company },
      ];
      expect(await directory(...lines)).toMatchObject({ inserted: 1, rejected: 1 });
    });
  });

  it('finds the author of a post by name and company', async () => {
    const { company } = newCompany();
    await directory({ name: 'José Müller', company: `${company as string} GmbH`, phone: '+49 30 123' });
    const { key } = await richTeam();
    const id = await insertPostOpportunity(app.database, { authorName: 'jose muller', company: company as string });
    expect((await unlock(key, id, { field: 'phone' })).body.data).toMatchObject({ found: true, value: '+49 30 123' });
  });

  it('refunds for a person without a name and company', async () => {
    hunter.behave(json(200, person('wrong@acme.example.com')));
    const { key } = await richTeam();
    const id = await insertReviewOpportunity(app.database, { reviewerName: null, company: null });
    expect((await unlock(key, id)).body.data).toMatchObject({
      found: false,
      reason: 'not_found',
      credits_remaining: 10,
    });
    expect(hunter.requests).toHaveLength(0);
  });

  it('does not reveal a namesake at the same company, whose profile on the same site is another one', async () => {
    const facts = newCompany();
    const profile = (name: string) => `https://people${counter}.example.com/${name}`;
    const namesake = { name: 'Jane Doe', company: facts.company, email: `namesake${counter}@acme.example.com` };
    await directory({ ...namesake, profile_url: profile('jane') });
    hunter.behave(json(200, person(null)));
    const { key } = await richTeam();
    const id = await insertReviewOpportunity(app.database, { ...facts, profileUrl: profile('jane-2') });
    expect((await unlock(key, id)).body.data).toMatchObject({ found: false, value: null, reason: 'not_found' });
  });

  it('knows no contact of a person whose namesake at the same company has another profile on the same site', async () => {
    const facts = newCompany();
    const site = `https://people${counter}.example.com`;
    await directory({ name: 'Jane Doe', company: facts.company, profile_url: `${site}/jane` });
    const people = ['jane', 'jane-2'].map((name) => ({
      ...{ name: 'Jane Doe', company: facts.company ?? null, profileUrl: `${site}/${name}` },
    }));
    expect(await app.get(DirectoryProvider).has(people)).toEqual([true, false]);
  });

  it('is not withheld because a namesake at the same company is suppressed', async () => {
    const facts = newCompany();
    const profile = (name: string) => `https://people${counter}.example.com/${name}`;
    const email = `namesake${counter}@acme.example.com`;
    await directory({ name: 'Jane Doe', company: facts.company, email, profile_url: profile('jane') });
    await app.get(SuppressionsService).add(email);
    const { key } = await richTeam();
    const id = await insertReviewOpportunity(app.database, { ...facts, profileUrl: profile('jane-2') });
    expect((await unlock(key, id, { field: 'profile' })).body.data).toMatchObject({ value: profile('jane-2') });
  });

  describe('for a suppressed person', () => {
    it('reveals nothing and keeps no charge, for any provider of the value', async () => {
      const facts = newCompany();
      const [byEmail, byProfile] = [`gone${counter}@acme.example.com`, `https://linkedin.com/in/gone-${counter}`];
      await directory({ name: 'Jane Doe', company: facts.company, email: byEmail, phone: '+1 555 0199' });
      await app.get(SuppressionsService).add(byEmail.toUpperCase());
      await app.get(SuppressionsService).add(`${byProfile}/?trk=x`);
      const { key } = await richTeam();
      const phone = await unlock(key, await insertReviewOpportunity(app.database, facts), { field: 'phone' });
      const profile = await unlock(
        key,
        await insertReviewOpportunity(app.database, { ...newCompany(), profileUrl: byProfile }),
        { field: 'profile' },
      );
      hunter.behave(json(200, person(byEmail)));
      const found = await unlock(key, await insertReviewOpportunity(app.database, newCompany()));
      for (const { body } of [phone, profile, found]) {
        expect(body.data).toMatchObject({
          found: false,
          value: null,
          source: null,
          reason: 'suppressed',
          credits_remaining: 10,
        });
      }
    });

    it('does not repeat a stored response that contains the value', async () => {
      const facts = newCompany();
      const email = `replayed${counter}@acme.example.com`;
      await directory({ name: 'Jane Doe', company: facts.company, email });
      const { key } = await richTeam();
      const id = await insertReviewOpportunity(app.database, facts);
      const again = () => unlockOnce(key, id);
      expect((await again()).body.data).toMatchObject({ value: email });
      await app.get(SuppressionsService).add(email);
      expect((await again()).body.data).toMatchObject({ value: null, reason: 'suppressed' });
      const kept = await app.database.query('SELECT FROM enrichment_answers WHERE value = $1', [email]);
      expect(kept).toEqual([]);
    });

    it('is found by either spelling of an international domain, also in stored responses', async () => {
      const facts = newCompany();
      const email = `spelled${counter}@münchen.example.com`;
      await directory({ name: 'Jane Doe', company: facts.company, email });
      const { key } = await richTeam();
      const id = await insertReviewOpportunity(app.database, facts);
      expect((await unlockOnce(key, id)).body.data).toMatchObject({ value: email });
      await app.get(SuppressionsService).add(`spelled${counter}@xn--mnchen-3ya.example.com`);
      expect((await unlockOnce(key, id)).body.data).toMatchObject({ value: null, reason: 'suppressed' });
    });

    it('reveals the person again once no longer suppressed, although the look-up was kept', async () => {
      const facts = newCompany();
      const email = `returned${counter}@acme.example.com`;
      await directory({ name: 'Jane Doe', company: facts.company, email });
      hunter.behave(json(200, person(email)));
      const { key } = await richTeam();
      const id = await insertReviewOpportunity(app.database, { ...facts, company: null });
      await app.get(SuppressionsService).add(email);
      expect((await unlock(key, id)).body.data).toMatchObject({ value: null, reason: 'suppressed' });
      await app.get(SuppressionsService).remove(email);
      expect((await unlock(key, id)).body.data).toMatchObject({ value: email, reason: 'revealed' });
    });

    it('hides values that were revealed before, and leaves the member out of the committee', async () => {
      const facts = newCompany();
      const email = `later${counter}@acme.example.com`;
      await directory(
        { name: 'Jane Doe', company: facts.company, email },
        { name: 'Ben Worker', company: facts.company },
      );
      const { key, teamId } = await richTeam();
      const id = await insertReviewOpportunity(app.database, facts);
      await unlock(key, id);
      await unlock(key, id, { field: 'committee' });
      await app.get(SuppressionsService).add(email);
      const state = (await app.get(UnlockStates).findByTeam(teamId, [id])).get(id);
      expect([state?.email.isRevealed, state?.email.value]).toEqual([false, null]);
      expect(state?.committee?.map(({ name }) => name)).toEqual(['Ben Worker']);
      expect((await unlock(key, id)).body.data).toMatchObject({
        found: false,
        reason: 'suppressed',
        credit_refunded: true,
      });
    });
  });

  describe("for a person on the team's own list", () => {
    const list = (key: string, value: string) => call(app, 'POST', '/suppressions', { key, body: { value } });
    const entries = async (key: string, query = ''): Promise<TeamSuppressionView[]> =>
      (await call(app, 'GET', `/suppressions${query}`, { key })).body.data as TeamSuppressionView[];
    const SUPPRESSED = { found: false, value: null, source: null, reason: 'suppressed', already_revealed: false };
    /** An opportunity whose writer the directory knows, and the writer's address. */
    const known = async (): Promise<{ id: string; facts: ReviewFacts; email: string }> => {
      const facts = newCompany();
      const email = `jane@acme${counter}.example.com`;
      await directory({ name: 'Jane Doe', company: facts.company, email });
      return { facts, email, id: await insertReviewOpportunity(app.database, facts) };
    };

    it('keeps the list by address, domain and profile, each value once, and audits it without the value', async () => {
      const [{ key, teamId }, stranger] = [await richTeam(), await richTeam()];
      const values = ['Jane@Acme.example', 'https://www.Acme.example/', 'de.linkedin.com/in/Jane/?trk=x'];
      const again = ['jane@acme.EXAMPLE', 'mailto:jane@acme.example'];
      const added = [];
      for (const value of [...values, ...again]) added.push((await list(key, value)).body.data);
      expect(added.slice(3)).toEqual([added[0], added[0]]);
      const rows = await entries(key);
      expect(rows).toEqual([added[2], added[1], added[0]]);
      expect(rows.map(({ kind, value }) => [kind, value])).toEqual([
        ['profile', 'linkedin.com/in/jane'],
        ['domain', 'acme.example'],
        ['email', 'jane@acme.example'],
      ]);
      const first = await call(app, 'GET', '/suppressions?page_size=2', { key });
      const { pagination } = first.body.meta as { pagination: { next_cursor: string } };
      expect(await entries(key, `?cursor=${pagination.next_cursor}`)).toEqual([added[0]]);
      const remove = async (as: string, id: string) =>
        (await call(app, 'DELETE', `/suppressions/${id}`, { key: as })).body.data;
      const id = rows[0]?.id ?? '';
      expect([await remove(stranger.key, id), await remove(key, id), await remove(key, id)]).toEqual([
        { removed: false },
        { removed: true },
        { removed: false },
      ]);
      expect(await entries(stranger.key)).toEqual([]);
      const audited = await app.database.query<{ action: string }>(
        `SELECT action, target_name, changes FROM audit_entries WHERE team_id = $1 AND target_type = 'suppression' ORDER BY id`,
        [teamId],
      );
      expect(audited.map(({ action }) => action.replace('suppression.', ''))).toEqual([
        ...['added', 'added', 'added', 'removed'],
      ]);
      expect(JSON.stringify(audited)).not.toMatch(/acme|jane/i);
    });

    it.each([
      '',
      'jane',
      'com',
      'jane@acme',
      'foo/bar',
      'javascript:alert(1)',
      '10.0.0.1',
      'a b.example',
      'a b@aol.com',
      'bob:pw@mail.ru',
      7,
      null,
    ])('refuses %j, which is not an address, domain or profile', async (value) => {
      const { key } = await richTeam();
      const { status, body } = await call(app, 'POST', '/suppressions', { key, body: { value } });
      expect([status, body.error?.details]).toMatchObject([400, { errors: [{ field: 'value' }] }]);
    });

    it('holds 10,000 entries', async () => {
      const { key, teamId } = await richTeam();
      await app.database.execute(
        `INSERT INTO team_suppressions (id, team_id, key)
         SELECT gen_random_uuid(), $1, 'domain:n' || n || '.example' FROM generate_series(1, 10000) AS n`,
        [teamId],
      );
      const { status, body } = await list(key, 'one.too.many.example');
      expect([status, body.error?.details]).toEqual([
        403,
        {
          reason: 'limit_reached',
          limit_name: 'suppressions',
          limit: 10_000,
          current: 10_000,
          upgrade_required: false,
        },
      ]);
      expect((await list(key, 'n1.example')).status).toBe(200);
    });

    it.each(['address', 'domain', 'company website'])('charges nothing when the list has the %s', async (what) => {
      const { id, email, facts } = await known();
      const [{ key, teamId }, other] = [await richTeam(), await richTeam()];
      const website = new URL(facts.companyWebsite ?? '').host;
      await list(key, { address: email, domain: email.replace(/.*@/, ''), 'company website': website }[what] ?? '');
      expect((await unlock(key, id, { field: 'email', dry_run: true })).body.data).toMatchObject({
        ...{ would: 'free', credits_required: 0, expected: 'not_found' },
      });
      expect((await unlock(key, id)).body.data).toMatchObject({ ...SUPPRESSED, credits_remaining: 10 });
      expect(await charges(teamId)).toEqual([]);
      expect((await unlock(other.key, id)).body.data).toMatchObject({ found: true, value: email });
    });

    it('answers without a credit, and refuses a domain above the one of the address', async () => {
      const { id } = await known();
      const { key } = await richTeam(0);
      expect((await unlock(key, id)).status).toBe(402);
      await list(key, 'example.com');
      expect((await unlock(key, id)).body.data).toMatchObject(SUPPRESSED);
    });

    it('hides unlocked values, and shows them again without a charge after the removal', async () => {
      const { id, email, facts } = await known();
      await directory({ name: 'Ben Worker', company: facts.company, title: 'CEO' });
      const { key, teamId } = await richTeam();
      await unlock(key, id);
      await unlock(key, id, { field: 'committee' });
      const shown = async () => {
        const state = (await app.get(UnlockStates).findByTeam(teamId, [id])).get(id);
        return [state?.email.value, state?.committee?.map(({ name }) => name).sort()];
      };
      const entry = (await list(key, email)).body.data as TeamSuppressionView;
      expect(await shown()).toEqual([null, ['Ben Worker']]);
      expect((await unlock(key, id)).body.data).toMatchObject(SUPPRESSED);
      const member = { target: 'committee', target_id: 0, field: 'email' };
      expect((await unlock(key, id, member)).body.data).toMatchObject(SUPPRESSED);
      await call(app, 'DELETE', `/suppressions/${entry.id}`, { key });
      expect(await shown()).toEqual([email, ['Ben Worker', 'Jane Doe']]);
      expect((await unlock(key, id)).body.data).toMatchObject({ value: email, reason: 'already_revealed' });
      expect(await balance(teamId)).toBe(8);
    });

    it('does not repeat a stored response that contains the value', async () => {
      const { id, email } = await known();
      const { key } = await richTeam();
      const again = () => unlockOnce(key, id);
      expect((await again()).body.data).toMatchObject({ value: email });
      await list(key, email.replace(/.*@/, ''));
      expect((await again()).body.data).toMatchObject(SUPPRESSED);
    });

    it('refunds an address that a provider finds, and keeps the answer for other teams', async () => {
      const facts = newCompany();
      const email = `jane@other${counter}.example.com`;
      hunter.behave(json(200, person(email)));
      const [{ key }, other] = [await richTeam(), await richTeam()];
      await list(key, email);
      const id = await insertReviewOpportunity(app.database, facts);
      expect((await unlock(key, id)).body.data).toMatchObject({ ...SUPPRESSED, credits_remaining: 10 });
      expect((await unlock(other.key, id)).body.data).toMatchObject({ value: email, from_cache: true });
      expect((await unlock(key, id, { field: 'email', dry_run: true })).body.data).toMatchObject({ would: 'free' });
    });

    it('refunds an unlock when the entry comes while a provider is being asked', async () => {
      const facts = newCompany();
      const email = `jane@late${counter}.example.com`;
      const { key, teamId } = await richTeam();
      hunter.behave((request, response, body) => {
        void list(key, email).then(() => json(200, person(email))(request, response, body));
      });
      const id = await insertReviewOpportunity(app.database, facts);
      expect((await unlock(key, id)).body.data).toMatchObject({ ...SUPPRESSED, credit_refunded: true });
      expect(await balance(teamId)).toBe(10);
    });

    it('keeps a charge only for an unlock before the entry, in any race of the two', async () => {
      const { key, teamId } = await richTeam(20);
      for (let round = 0; round < 5; round++) {
        const { id, email } = await known();
        const [answer] = await Promise.all([unlock(key, id), list(key, email)]);
        const { found, reason } = answer.body.data as { found: boolean; reason: string };
        const { count } = await app.database.one<{ count: number }>(
          `SELECT count(*)::int AS count FROM unlocks WHERE team_id = $1 AND opportunity_id = $2 AND outcome = 'found'`,
          [teamId, id],
        );
        expect(reason).toBe(found ? 'revealed' : 'suppressed');
        // Paid values are visible again after the entry is removed.
        const net = await app.database.one<{ spent: number }>(
          `SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries
           WHERE team_id = $1 AND kind IN ('charge', 'refund') AND purchase_id IN
             (SELECT id FROM purchases WHERE strpos(thing, $2) > 0)`,
          [teamId, id],
        );
        expect(net.spent).toBe(count);
      }
    });
  });

  describe('with an invalid body', () => {
    it.each<[object, string[]]>([
      [{}, ['field']],
      [{ field: 'fax' }, ['field']],
      [{ field: null, target: null }, ['field', 'target']],
      [{ field: 'email', target: 'boss' }, ['target']],
      [{ field: 'profile', target: 'committee' }, ['target']],
      [{ field: 'committee', target: 'reviewer' }, ['target']],
      [{ field: 'email', target: 'committee' }, ['target_id']],
      [{ field: 'email', target_id: 0 }, ['target_id']],
      [{ field: 'committee', target_id: 0 }, ['target_id']],
      ...[-1, 1.5, '', '1.5', 'x', null, true, [0], {}, '01', '-0', '+1', '99999999999'].map(
        (bad): [object, string[]] => [{ field: 'phone', target: 'committee', target_id: bad }, ['target_id']],
      ),
      [{ field: 'email', targetId: 0 }, ['targetId']],
    ])('refuses %j', async (body, fields) => {
      const { key, teamId } = await richTeam();
      const answer = await unlock(key, await insertReviewOpportunity(app.database), body);
      const details = answer.body.error?.details as { errors: { field: string }[] };
      expect([answer.status, details.errors.map(({ field }) => field)]).toEqual([400, fields]);
      expect(await charges(teamId)).toEqual([]);
    });
  });

  it("names the missing field, and the source of a member's index", async () => {
    const { key } = await richTeam();
    const id = await insertReviewOpportunity(app.database, newCompany());
    const faults = async (body: object) => (await unlock(key, id, body)).body.error?.details;
    expect(await faults({})).toMatchObject({
      errors: [{ field: 'field', code: 'required', message: 'field is required', allowed: expect.any(Array) }],
    });
    expect(await faults({ field: 'email', target: 'committee' })).toMatchObject({
      errors: [{ field: 'target_id', code: 'required', message: expect.stringContaining('buying_committee.members') }],
    });
  });

  it('answers 401, 403, 400, 404 and 402 in the order of checks', async () => {
    const id = await insertReviewOpportunity(app.database, newCompany());
    const [poor, capless] = [await createKey(app, { spendCap: 5 }), await createKey(app, { credits: 5 })];
    const capped = await createKey(app, { credits: 5, spendCap: 0 });
    const answers = await Promise.all([
      call(app, 'POST', `/opportunities/${id}/unlock-contact`, { body: {} }),
      unlock(capless.key, randomUUID(), {}),
      unlock(poor.key, randomUUID(), {}),
      unlock(poor.key, randomUUID()),
      unlock(poor.key, 'not-a-uuid'),
      unlock(poor.key, id),
      unlock(capped.key, id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 400, 404, 404, 402, 402]);
    expect(answers.slice(-2).map(({ body }) => body.error?.details)).toEqual([
      { reason: 'insufficient_credits', credits_balance: 0, credits_required: 1 },
      { reason: 'spend_cap_reached', spend_cap: 0, spend_used: 0, spend_remaining: 0, credits_required: 1 },
    ]);
  });

  describe('whose worker is considered dead', () => {
    /**
     * An unlock that waits for Hunter, with the leases of a worker that has died; `answerLate` lets Hunter find the
     * person.
     */
    const unlockWithDeadWorker = async () => {
      let answerLate = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        hunter.behave((...exchange) => {
          answerLate = () => json(200, person('late@acme.example.com'))(...exchange);
          resolve();
        });
      });
      const { key, teamId } = await richTeam();
      const id = await insertReviewOpportunity(app.database, newCompany());
      const pending = unlock(key, id);
      await asked;
      await app.database.execute(`UPDATE runs SET lease_until = now() - interval '1 s' WHERE state = 'running'`);
      await app.database.execute(
        `UPDATE enrichment_answers SET lease_until = now() - interval '1 s' WHERE state = 'running'`,
      );
      return { key, teamId, id, pending, answerLate };
    };

    it('refunds the credit once, and discards the late result', async () => {
      const { teamId, pending, answerLate } = await unlockWithDeadWorker();
      // The waiting request may end the run before the reaper does.
      await app.inWorker(RunsReaper).reap();
      expect(await balance(teamId)).toBe(10);
      answerLate();
      expect((await pending).status).toBe(500);
      expect(await charges(teamId)).toEqual([
        { kind: 'charge', count: 1 },
        { kind: 'refund', count: 1 },
      ]);
    });

    it('lets the next request refund the credit and start a new run', async () => {
      const { key, teamId, id, pending, answerLate } = await unlockWithDeadWorker();
      hunter.behave(json(200, person('jane.doe@acme.example.com')));
      expect((await unlock(key, id)).body.data).toMatchObject({ found: true, credits_remaining: 9 });
      answerLate();
      expect((await pending).status).toBe(500);
      expect(await charges(teamId)).toEqual([
        { kind: 'charge', count: 2 },
        { kind: 'refund', count: 1 },
      ]);
      expect((await unlock(key, id)).body.data).toMatchObject({
        already_revealed: true,
        value: 'jane.doe@acme.example.com',
      });
    });
  });
});

describe('an unlock by a provider that fails', () => {
  let app: TestApp;
  let hunter: StandIn;

  beforeAll(async () => {
    hunter = await startStandIn(json(200, person(null)));
    app = await startTestApp({ env: { ...environmentOf(hunter), ENRICHMENT_TIMEOUT_MS: '300' }, worker: true });
  });
  afterAll(async () => {
    await app.close();
    await hunter.close();
  });
  afterEach(async () => {
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  const { newCompany, richTeam, unlock, balance } = suite(() => app);

  const silent: Handler = () => undefined;
  const garbage: Handler = (_, response) => response.end('<html>login</html>');
  const drops: Handler = (request) => void request.socket.destroy();

  it.each<[string, Handler]>([
    ['drops the connection', drops],
    ['does not answer in time', silent],
    ['answers 500', json(500, { errors: [{ id: 'server_error' }] })],
    ['answers garbage', garbage],
    ['answers with another JSON shape', json(200, { data: 'nobody' })],
    ['answers with an invalid address', json(200, person('jane at acme'))],
    ['answers endlessly', (_, response) => response.end('x'.repeat(400_000))],
    ['redirects', (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['rejects the API key', json(401, { errors: [{ id: 'authentication_failed' }] })],
    ['limits the rate for an hour', json(429, { errors: [{ id: 'too_many_requests' }] }, { 'retry-after': '3600' })],
    ['answers 404', json(404, 'no such page')],
  ])('refunds the credit and says so when the provider %s', async (_, handler) => {
    hunter.behave(handler);
    const { key, teamId } = await richTeam();
    const id = await insertReviewOpportunity(app.database, newCompany());
    const { status, body } = await unlock(key, id);
    expect([status, body.error?.code]).toEqual([500, 'internal_error']);
    expect(body.error?.message).toMatch(/credit was refunded/);
    expect(await balance(teamId)).toBe(10);
  });

  it('returns the failure to every waiting request', async () => {
    hunter.behave(silent);
    const teams = [await richTeam(), await richTeam()];
    const id = await insertReviewOpportunity(app.database, newCompany());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => unlock((teams[index % 2] as { key: string }).key, id)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
    expect(await Promise.all(teams.map(({ teamId }) => balance(teamId)))).toEqual([10, 10]);
  });
});
