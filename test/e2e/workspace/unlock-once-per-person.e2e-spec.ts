import { CreditsService } from '#accounts/credits/credits.service.js';
import { sandboxId } from '#accounts/runs/forced-effect.js';
import { BulkRunner } from '#workspace/bulk/bulk.runner.js';
import type { BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import type { UnlockedContact } from '#workspace/unlocks/unlocked-contact.dto.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { importLines } from '../../support/imported.js';
import { insertReviewOpportunity, type ReviewFacts } from '../../support/opportunities.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';

const EMAIL = { field: 'email' };
const MEMBER = { field: 'email', target: 'committee', target_id: 0 };
const COMMITTEE = { field: 'committee' };
const RACES = 50;
const CREDITS = 60;

let counter = 0;

/** Jane at a company that no other test of this file uses, with a profile. */
const newJane = (): ReviewFacts & { company: string; profileUrl: string } => {
  counter += 1;
  return {
    company: `Acme ${counter}`,
    companyWebsite: `https://acme${counter}.example.com`,
    profileUrl: `https://www.linkedin.com/in/jane-${counter}`,
  };
};

const foundByHunter = (email: string) =>
  json(200, { data: { first_name: 'Jane', last_name: 'Doe', email, score: 97 }, meta: { params: {} } });

describe('a contact of one person', () => {
  let app: TestApp;
  let hunter: StandIn;

  beforeAll(async () => {
    hunter = await startStandIn(foundByHunter('jane@acme.example.com'));
    const env = { HUNTER_API_KEY: 'hunter-secret', HUNTER_BASE_URL: `${hunter.url}/v2`, RATE_LIMIT_SPENDING: '1000' };
    app = await startTestApp({ env, worker: true });
  });
  afterAll(async () => {
    await app.close();
    await hunter.close();
  });
  afterEach(async () => {
    expect(await app.get(CreditsService).verify()).toEqual([]);
  });

  /** Waits until the worker has ended a bulk job. */
  const bulkEnded = async (key: string, id: string): Promise<void> => {
    while (!((await call(app, 'GET', `/bulk-jobs/${id}`, { key })).body.data as BulkJobView).finished_at) {
      await app.inWorker(BulkRunner).runDue();
    }
  };
  const team = (more: object = {}) => createKey(app, { credits: CREDITS, spendCap: 1_000, ...more });
  const opportunityOf = (facts: ReviewFacts) => insertReviewOpportunity(app.database, facts);
  const unlock = async (key: string, id: string, body: object = EMAIL) =>
    (await call(app, 'POST', `/opportunities/${id}/unlock-contact`, { key, body })).body.data as UnlockedContact;
  const spent = async (teamId: string) => CREDITS - (await app.get(CreditsService).balanceOf(teamId));
  const janeInDirectory = ({ company, profileUrl }: { company: string; profileUrl: string }) =>
    importLines(app, ContactsImporter, [
      {
        name: 'Jane Doe',
        company,
        title: 'CTO',
        email: `${company}@acme.example.com`.replace(' ', ''),
        profile_url: profileUrl,
      },
    ]);

  it('is free on another text of the person, before anything is charged', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    const first = await unlock(key, await opportunityOf(jane));
    const second = await unlock(key, await opportunityOf({ ...jane, company: null }));
    expect(second).toMatchObject({
      ...{ found: true, value: first.value, reason: 'already_revealed' },
      ...{ already_revealed: true, credit_refunded: false },
    });
    expect(await spent(teamId)).toBe(1);
  });

  it('is in the audit log once for each text on which it was free, and is no further event', async () => {
    const [jane, one, other] = [newJane(), newJane(), newJane()];
    await janeInDirectory(jane);
    hunter.behave(foundByHunter('jane.seen@acme.example.com'));
    const { key, keyId, teamId } = await team();
    const ids = await Promise.all([jane, { ...jane, company: null }].map(opportunityOf));
    const refunded = await Promise.all([one, other].map((facts) => opportunityOf({ ...facts, profileUrl: null })));
    for (const id of [...ids, ...ids, ...refunded]) await unlock(key, id);
    const entries = await app.database.query(
      `SELECT target_id AS id, actor_id AS by, changes FROM audit_entries
       WHERE team_id = $1 AND action = 'contact.unlocked' ORDER BY created_at, id`,
      [teamId],
    );
    const changes = { field: [null, 'email'], target: [null, 'reviewer'], target_id: [null, null] };
    expect(entries).toEqual([...ids, ...refunded].map((id) => ({ id, by: keyId, changes })));
    const events = await app.database.query(
      `SELECT FROM team_events WHERE team_id = $1 AND type = 'contact.unlocked'`,
      [teamId],
    );
    expect(events).toHaveLength(2);
  });

  it('is shown on the other text once it was asked for there', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key } = await team();
    const { value } = await unlock(key, await opportunityOf(jane));
    const other = await opportunityOf(jane);
    await unlock(key, other);
    const { body } = await call(app, 'GET', `/opportunities/${other}`, { key });
    expect(body.data).toMatchObject({ is_reviewer_email_revealed: true, reviewer_email: value });
  });

  it('is free as a member of the committee after the author was unlocked', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    const id = await opportunityOf(jane);
    await unlock(key, id);
    await unlock(key, id, COMMITTEE);
    expect(await unlock(key, id, MEMBER)).toMatchObject({ reason: 'already_revealed', found: true });
    expect(await spent(teamId)).toBe(2);
  });

  it('is free as the author after the member of the committee was unlocked', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    const id = await opportunityOf(jane);
    await unlock(key, id, COMMITTEE);
    await unlock(key, id, MEMBER);
    expect(await unlock(key, id)).toMatchObject({ reason: 'already_revealed', found: true });
    expect(await spent(teamId)).toBe(2);
  });

  it('is refunded if only the provider shows that it is the same person, and the ledger says why', async () => {
    const [one, other] = [newJane(), newJane()];
    hunter.behave(foundByHunter('jane.once@acme.example.com'));
    const { key, teamId } = await team();
    await unlock(key, await opportunityOf({ ...one, profileUrl: null }));
    expect(await unlock(key, await opportunityOf({ ...other, profileUrl: null }))).toMatchObject({
      ...{ found: true, value: 'jane.once@acme.example.com', reason: 'already_revealed' },
      ...{ already_revealed: true, credit_refunded: true },
    });
    expect(await spent(teamId)).toBe(1);
    const refunds = await app.database.query(
      `SELECT reason FROM credit_entries WHERE team_id = $1 AND kind = 'refund'`,
      [teamId],
    );
    expect(refunds).toEqual([{ reason: 'already_revealed' }]);
  });

  it('is free in test mode, too', async () => {
    const { key } = await createKey(app, { test: true, spendCap: 1_000 });
    const [id, name] = [sandboxId(212), 'Liam Dreyer'];
    const author = await unlock(key, id);
    await unlock(key, id, { field: 'committee' });
    const { buying_committee } = (await call(app, 'GET', `/opportunities/${id}`, { key })).body
      .data as OpportunityDetail;
    const target_id = buying_committee.members?.find((member) => member.name === name)?.index;
    const member = await unlock(key, id, { ...EMAIL, target: 'committee', target_id });
    expect(member).toMatchObject({ value: author.value, already_revealed: true, reason: 'already_revealed' });
    expect(member.credits_remaining).toBe(author.credits_remaining - 1);
  });

  it('is not that of a namesake at another company', async () => {
    const [one, other] = [newJane(), newJane()];
    await janeInDirectory(one);
    await janeInDirectory(other);
    const { key, teamId } = await team();
    const values = [
      await unlock(key, await opportunityOf({ ...one, profileUrl: null })),
      await unlock(key, await opportunityOf({ ...other, profileUrl: null })),
    ].map(({ value }) => value);
    expect(new Set(values).size).toBe(2);
    expect(await spent(teamId)).toBe(2);
  });

  it('is not another field of the person', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    await unlock(key, await opportunityOf(jane));
    expect(await unlock(key, await opportunityOf(jane), { field: 'profile' })).toMatchObject({ reason: 'revealed' });
    expect(await spent(teamId)).toBe(2);
  });

  it('is paid for by each team', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const [one, other] = [await team(), await team()];
    await unlock(one.key, await opportunityOf(jane));
    expect(await unlock(other.key, await opportunityOf(jane))).toMatchObject({ reason: 'revealed' });
  });

  it('is charged after a look-up that found nothing and was refunded', async () => {
    const jane = newJane();
    hunter.behave(json(404, { errors: [] }));
    const { key, teamId } = await team();
    await unlock(key, await opportunityOf(jane));
    await janeInDirectory(jane);
    await app.database.execute(`UPDATE enrichment_answers SET finished_at = now() - interval '1 year'`);
    expect(await unlock(key, await opportunityOf(jane))).toMatchObject({ reason: 'revealed' });
    expect(await spent(teamId)).toBe(1);
  });

  it('is priced as free', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key } = await team();
    await unlock(key, await opportunityOf(jane));
    expect(await unlock(key, await opportunityOf(jane), { ...EMAIL, dry_run: true })).toMatchObject({
      ...{ would: 'free', free_because: 'already_revealed', credits_required: 0 },
    });
  });

  it('costs nothing in a bulk job after the first item', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    const ids = await Promise.all([1, 2, 3].map(() => opportunityOf(jane)));
    const items = ids.map((opportunity_id) => ({ opportunity_id, ...EMAIL }));
    const { body } = await call(app, 'POST', '/bulk-jobs', {
      key,
      headers: { 'Idempotency-Key': `once ${counter}` },
      body: { action: 'unlock_contact', items, max_credits: 3 },
    });
    await bulkEnded(key, (body.data as BulkJobView).id);
    expect(await spent(teamId)).toBe(1);
  });

  it('charges two members who ask at once for one credit', async () => {
    const jane = newJane();
    await janeInDirectory(jane);
    const { key, teamId } = await team();
    const colleague = await createKey(app, { teamId, spendCap: 1_000 });
    const [one, other] = [await opportunityOf(jane), await opportunityOf(jane)];
    await Promise.all([unlock(key, one), unlock(colleague.key, other)]);
    expect(await spent(teamId)).toBe(1);
  });

  it(`charges ${RACES} races one credit, if nobody knows before that it is one person`, async () => {
    hunter.behave(foundByHunter('jane.raced@acme.example.com'));
    const { key, teamId } = await team();
    const ids = await Promise.all(
      Array.from({ length: RACES }, () => opportunityOf({ ...newJane(), profileUrl: null })),
    );
    const answers = await Promise.all(ids.map((id) => unlock(key, id)));
    expect(answers.filter(({ value }) => value === 'jane.raced@acme.example.com')).toHaveLength(RACES);
    expect(answers.filter(({ reason }) => reason === 'revealed')).toHaveLength(1);
    expect(await spent(teamId)).toBe(1);
  });
});
