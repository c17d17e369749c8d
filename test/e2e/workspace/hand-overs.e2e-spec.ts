import { randomBytes } from 'node:crypto';
import { SCOPES } from '#access/policy/key.scopes.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { DealStages } from '#workspace/destinations/deal.stages.js';
import { DestinationDispatcher } from '#workspace/destinations/destination.dispatcher.js';
import type { DestinationDeliveryView, DestinationView } from '#workspace/destinations/destinations.operations.js';
import { DestinationsQueries } from '#workspace/destinations/destinations.queries.js';
import { DestinationsSubscriber } from '#workspace/destinations/destinations.subscriber.js';
import type { HandOverView } from '#workspace/destinations/hand-overs.operations.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { insertReviewOpportunity, type ReviewFacts } from '../../support/opportunities.js';
import { TestHubspot } from '../../support/stand-ins/hubspot.js';
import { until } from '../../support/until.js';

let app: TestApp;
let hubspot: TestHubspot;

beforeAll(async () => {
  hubspot = await TestHubspot.start();
  app = await startTestApp({
    worker: true,
    env: {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      HUBSPOT_BASE_URL: hubspot.url,
      DESTINATION_TIMEOUT_MS: '400',
      DESTINATION_RETRY_SECONDS: '0,0,0,0',
      SWEEP_INTERVAL_SECONDS: '3600',
    },
  });
});
afterAll(async () => {
  await app.close();
  await hubspot.close();
});
beforeEach(() => hubspot.reset());

interface Team {
  teamId: string;
  key: string;
  destination: DestinationView;
}

async function newTeam(news: string[] = [], options: Parameters<typeof createKey>[1] = {}): Promise<Team> {
  const { teamId, key } = await createKey(app, { scopes: SCOPES, ...options });
  const body = { kind: 'hubspot', name: 'CRM', secret: hubspot.token, news };
  const { status, body: answer } = await call(app, 'POST', '/destinations', { key, body });
  expect([status, answer.error]).toEqual([200, undefined]);
  return { teamId, key, destination: answer.data as DestinationView };
}

const handOver = ({ key }: Team, id: string, body: object = {}): Promise<ApiResponse> =>
  call(app, 'POST', `/opportunities/${id}/hand-over`, { key, body });

const logOf = async ({ key, destination }: Team): Promise<DestinationDeliveryView[]> =>
  (await call(app, 'GET', `/destinations/${destination.id}/deliveries`, { key })).body
    .data as DestinationDeliveryView[];

const ended = (team: Team): Promise<DestinationDeliveryView[]> =>
  until(async () => {
    await app.inWorker(DestinationDispatcher).dispatch();
    const log = await logOf(team);
    return log.length > 0 && log.every(({ status }) => status !== 'pending') && log;
  });

const ofOpportunity = async ({ key }: Team, id: string): Promise<HandOverView[]> =>
  (await call(app, 'GET', `/opportunities/${id}/hand-overs`, { key })).body.data as HandOverView[];

/** Reveals the email address of a writer to a team. */
async function reveal({ teamId }: Team, id: string, email = 'jane@acme.example'): Promise<void> {
  await app.database.execute(
    `INSERT INTO unlocks (id, team_id, opportunity_id, field, target, outcome, value, source)
     VALUES (gen_random_uuid(), $1, $2, 'email', 'reviewer', 'found', $3, 'directory')`,
    [teamId, id, email],
  );
}

/** An opportunity with a website, whose email address the team has revealed. */
async function revealed(team: Team, facts: ReviewFacts = {}, email?: string): Promise<string> {
  const id = await insertReviewOpportunity(app.database, { companyWebsite: 'https://www.acme.example/x', ...facts });
  await reveal(team, id, email);
  return id;
}

/** Purges the deliveries of a team, as if they were older than 90 days. */
async function purge({ destination }: Team): Promise<void> {
  await app.database.execute(
    `UPDATE destination_deliveries SET created_at = now() - interval '91 days' WHERE destination_id = $1`,
    [destination.id],
  );
  await app.inWorker(DestinationsSubscriber).purge();
}

const countsIn = (): number[] => [
  ...[hubspot.objects.deals.length, hubspot.objects.contacts.length],
  ...[hubspot.objects.companies.length, hubspot.objects.notes.length],
];

describe('a hand-over', () => {
  it('keeps no address of the account of a token that was replaced while it was on its way', async () => {
    const { teamId, key, destination } = await newTeam();
    const queries = app.inWorker(DestinationsQueries);
    const before = (await queries.find(teamId, destination.id))!;
    const secret = `${hubspot.token}-2`;
    expect((await call(app, 'PATCH', `/destinations/${destination.id}`, { key, body: { secret } })).status).toBe(200);
    await queries.noteAccount(before, 'https://app.hubspot.com/contacts/1');
    expect(await queries.find(teamId, destination.id)).toMatchObject({ account_url: null });
  });

  it('makes a deal, a contact, a company and a note that are linked, and says where', async () => {
    const team = await newTeam();
    const id = await revealed(team);
    await handOver(team, id);
    await ended(team);
    const [deal, contact, company, note] = [
      ...[
        hubspot.objects.deals[0],
        hubspot.objects.contacts[0],
        hubspot.objects.companies[0],
        hubspot.objects.notes[0],
      ],
    ];
    const [made] = await ofOpportunity(team, id);
    expect(countsIn()).toEqual([1, 1, 1, 1]);
    expect(deal?.properties).toMatchObject({
      dealstage: 'appointmentscheduled',
      pipeline: 'default',
      qualm_hand_over: made?.id,
    });
    expect(contact?.properties).toEqual({
      ...{
        email: 'jane@acme.example',
        firstname: 'Jane',
        lastname: 'Doe',
        jobtitle: 'Head of Operations',
        company: 'Acme, Inc.',
      },
    });
    expect(company?.properties).toEqual({ domain: 'acme.example', name: 'Acme, Inc.' });
    expect(note?.properties.hs_note_body).toContain('exports fail every single week and nobody answers');
    expect(hubspot.linkedWith('deals', deal?.id ?? '').sort()).toEqual(
      [`contacts ${contact?.id}`, `companies ${company?.id}`, `notes ${note?.id}`].sort(),
    );
    expect(hubspot.linkedWith('contacts', contact?.id ?? '')).toContain(`companies ${company?.id}`);
    expect(made).toMatchObject({
      ...{ status: 'succeeded', detail: null, handed_over_at: expect.any(String) as string },
      record_url: `https://app-eu1.hubspot.com/contacts/62515/record/0-3/${deal?.id}`,
    });
  });

  it('gives no contact that the team has not revealed', async () => {
    const team = await newTeam();
    const id = await insertReviewOpportunity(app.database, {
      text: 'Exports fail. Write to jane@acme.example or +49 30 901820.',
    });
    await handOver(team, id);
    await ended(team);
    expect(countsIn()).toEqual([1, 0, 0, 1]);
    expect(JSON.stringify(hubspot.objects)).not.toMatch(/jane@acme|901820/);
  });

  it('escapes what people wrote, and cuts what is too long', async () => {
    const team = await newTeam();
    const text = `<script>alert(1)</script> & "exports" ${'x'.repeat(60_000)}`;
    const id = await revealed(team, { text, reviewerName: 'J'.repeat(10_000), company: '<b>Acme</b>' });
    await handOver(team, id);
    expect(await ended(team)).toMatchObject([{ status: 'succeeded' }]);
    expect(hubspot.objects.notes[0]?.properties.hs_note_body).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;exports&quot;',
    );
    expect(hubspot.objects.contacts[0]?.properties.firstname?.length).toBeLessThanOrEqual(200);
  });

  it('changes nothing that people wrote in HubSpot, and fills what is missing', async () => {
    const team = await newTeam();
    const company = hubspot.add('companies', { domain: 'acme.example', name: 'ACME Corporation' });
    const contact = hubspot.add('contacts', { email: 'jane@acme.example', firstname: 'Janine' });
    await handOver(team, await revealed(team));
    await ended(team);
    expect(countsIn()).toEqual([1, 1, 1, 1]);
    expect([company.properties.name, contact.properties]).toEqual([
      'ACME Corporation',
      expect.objectContaining({ firstname: 'Janine', lastname: 'Doe' }),
    ]);
  });

  it('finds the company of an earlier one that the search of HubSpot does not know yet', async () => {
    const team = await newTeam();
    await handOver(team, await revealed(team));
    await ended(team);
    await handOver(team, await revealed(team, {}, 'joe@acme.example'));
    await ended(team);
    expect(countsIn()).toEqual([2, 2, 1, 2]);
  });

  it('finds the company that another one has made without an answer', async () => {
    const team = await newTeam();
    hubspot.trouble(
      { at: 'POST /crm/v3/objects/companies/search' },
      { at: 'POST /crm/v3/objects/companies', after: 'reset' },
      { at: 'GET /crm/v4/objects/deals', answer: [500, {}], times: 1 },
    );
    const [one, other] = [await revealed(team), await revealed(team, {}, 'joe@acme.example')];
    await handOver(team, one);
    await handOver(team, other);
    await ended(team);
    expect(countsIn()).toEqual([2, 2, 1, 2]);
    expect(hubspot.objects.deals.map(({ id }) => hubspot.linkedWith('deals', id).length)).toEqual([3, 3]);
  });

  it('is made once, however often and at once it is asked for', async () => {
    const team = await newTeam(['qualified']);
    const id = await revealed(team);
    const asked = await Promise.all(Array.from({ length: 8 }, () => handOver(team, id)));
    await Promise.all(Array.from({ length: 4 }, () => app.inWorker(DestinationDispatcher).dispatch()));
    await ended(team);
    await handOver(team, id);
    await call(app, 'PATCH', `/opportunities/${id}`, { key: team.key, body: { status: 'qualified' } });
    await app.inWorker(TeamEventNumbering).number();
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect([(await ended(team)).length, countsIn()]).toEqual([1, [1, 1, 1, 1]]);
  });

  it('follows when an opportunity becomes qualified, if its destination says so', async () => {
    const [told, quiet] = [await newTeam(['qualified']), await newTeam()];
    const id = await insertReviewOpportunity(app.database);
    for (const { key } of [told, quiet]) {
      await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status: 'contacted' } });
      await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status: 'qualified' } });
    }
    await app.inWorker(TeamEventNumbering).number();
    await ended(told);
    await app.inWorker(TeamEventNumbering).number();
    const { body } = await call(app, 'GET', '/events?cursor=start&type=opportunity.handed_over', { key: told.key });
    expect([countsIn()[0], await logOf(quiet)]).toEqual([1, []]);
    expect(body.data).toMatchObject([{ data: { opportunity_id: id, destination: { name: 'CRM' } } }]);
  });

  const STEPS = [
    ...[
      'POST /crm/v3/properties/deals',
      'POST /crm/v3/objects/deals/batch/upsert',
      'POST /crm/v3/objects/contacts/batch/upsert',
    ],
    ...['PUT /crm/v4/objects/deals', 'POST /crm/v3/objects/companies', 'POST /crm/v3/objects/notes'],
  ];

  it.each(STEPS)('makes nothing twice when the answer of %s is lost', async (at) => {
    for (const after of ['hang', 'reset'] as const) {
      hubspot.reset();
      const team = await newTeam();
      // The search comes before the new company.
      const times = at.endsWith('companies') ? 2 : 1;
      hubspot.trouble({ at, after, times });
      await handOver(team, await revealed(team));
      expect([after, await ended(team)]).toMatchObject([after, [{ status: 'succeeded', attempts: times + 1 }]]);
      expect([after, countsIn()]).toEqual([after, [1, 1, 1, 1]]);
    }
  });

  it.each(STEPS)('makes nothing twice when a worker dies between the answer of %s and its commit', async (at) => {
    const team = await newTeam();
    const times = at.endsWith('companies') ? 2 : 1;
    hubspot.trouble({ at, answer: undefined, after: 'hang', times });
    const id = await revealed(team);
    await handOver(team, id);
    const dying = app.inWorker(DestinationDispatcher).dispatch();
    await until(() => hubspot.requests.some((each) => each.startsWith(at)));
    // As if the worker were gone: its claim has expired, and another worker takes the row.
    await app.database.execute(
      `UPDATE destination_deliveries SET lease_until = now() - interval '1 second', next_attempt_at = now() WHERE destination_id = $1`,
      [team.destination.id],
    );
    await dying;
    expect((await ended(team))[0]?.status).toBe('succeeded');
    expect(countsIn()).toEqual([1, 1, 1, 1]);
  });

  it.each([
    [429, { policyName: 'TEN_SECONDLY_ROLLING', message: 'You have reached your ten_secondly_rolling limit.' }, '0'],
    [500, { message: 'internal error' }, undefined],
    [502, 'no JSON', undefined],
    [423, { message: 'locked' }, undefined],
    [477, { message: 'migration in progress' }, '0'],
  ])('goes on after %i', async (status, body, retryAfter) => {
    const team = await newTeam();
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    hubspot.trouble({ at: 'POST /crm/v3/objects/contacts', answer: [status, body, headers] });
    await handOver(team, await revealed(team));
    expect(await ended(team)).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
    expect(countsIn()).toEqual([1, 1, 1, 1]);
  });

  it('waits as long as the limit that HubSpot names', async () => {
    const team = await newTeam();
    hubspot.trouble({
      at: 'GET /account-info',
      answer: [429, { policyName: 'DAILY', message: 'You have reached your daily limit.' }],
    });
    await handOver(team, await revealed(team));
    const waiting = await until(async () => {
      await app.inWorker(DestinationDispatcher).dispatch();
      const [first] = await logOf(team);
      return first?.attempts === 1 && first;
    });
    expect(waiting).toMatchObject({
      status: 'pending',
      failure: 'rate_limited',
      detail: 'The limit of HubSpot is reached (DAILY)',
    });
    expect(Date.parse(waiting.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('uses the contact that another request has made at the same time', async () => {
    const team = await newTeam();
    const contact = hubspot.add('contacts', { email: 'joe@acme.example' });
    const conflict = {
      status: 'error',
      category: 'CONFLICT',
      message: `Contact already exists. Existing ID: ${contact.id}`,
    };
    hubspot.trouble({ at: 'POST /crm/v3/objects/contacts/batch/upsert', answer: [409, conflict] });
    await handOver(team, await revealed(team));
    await ended(team);
    expect(hubspot.linkedWith('deals', hubspot.objects.deals[0]?.id ?? '')).toContain(`contacts ${contact.id}`);
  });

  it('fails in words when HubSpot does not accept a value, and goes on when a person asks again', async () => {
    const team = await newTeam();
    const id = await revealed(team, {}, 'jane@nowhere');
    await handOver(team, id);
    expect(await ended(team)).toMatchObject([
      {
        status: 'failed',
        failure: 'invalid_request',
        detail: 'HubSpot: Property values were not valid: INVALID_EMAIL',
      },
    ]);
    await app.database.execute(`UPDATE unlocks SET value = 'jane@acme.example' WHERE opportunity_id = $1`, [id]);
    await handOver(team, id);
    expect(await ended(team)).toMatchObject([{ status: 'succeeded' }]);
    expect(countsIn()).toEqual([1, 1, 1, 1]);
  });

  it.each([
    ['a token that was revoked', [401, { category: 'INVALID_AUTHENTICATION' }], 'HubSpot no longer accepts the token'],
    [
      'a missing scope',
      [
        403,
        { category: 'MISSING_SCOPES', errors: [{ context: { requiredGranularScopes: ['crm.objects.deals.write'] } }] },
      ],
      'The private app needs the scopes crm.objects.deals.write',
    ],
  ] as const)('disables its destination after %s, and says so', async (_, [status, body], words) => {
    const team = await newTeam();
    hubspot.trouble({ at: 'POST /crm/v3/objects/deals', answer: [status, body] });
    const id = await revealed(team);
    await handOver(team, id);
    await ended(team);
    await app.inWorker(TeamEventNumbering).number();
    const { body: destination } = await call(app, 'GET', `/destinations/${team.destination.id}`, { key: team.key });
    const { body: inbox } = await call(app, 'GET', '/inbox', { key: team.key });
    expect(destination.data).toMatchObject({ status: 'disabled', disabled_reason: 'refused', last_failure: words });
    expect((inbox.data as { title: string }[])[0]?.title).toContain('The destination CRM was disabled');
    expect((await handOver(team, id)).body.error?.details).toMatchObject({ reason: 'destination_disabled' });
  });

  it('is still listed with its deal when its delivery is purged after 90 days', async () => {
    const team = await newTeam();
    const id = await revealed(team);
    await handOver(team, id);
    await ended(team);
    const before = await ofOpportunity(team, id);
    await purge(team);
    expect(await ofOpportunity(team, id)).toEqual(before);
  });

  it('has failed if it was not completed when its delivery is purged', async () => {
    const team = await newTeam();
    const id = await revealed(team, {}, 'jane@nowhere');
    await handOver(team, id);
    await ended(team);
    await purge(team);
    expect(await ofOpportunity(team, id)).toMatchObject([{ status: 'failed', detail: null, handed_over_at: null }]);
  });

  it('needs a destination, and is unknown to other teams', async () => {
    const [team, other] = [await newTeam(), await newTeam()];
    const id = await revealed(team);
    const { key } = await createKey(app, { scopes: SCOPES });
    await handOver(team, id);
    await ended(team);
    const without = await call(app, 'POST', `/opportunities/${id}/hand-over`, { key, body: {} });
    expect(without.body.error?.details).toMatchObject({ reason: 'no_destination' });
    expect((await handOver(other, id, { destination_id: team.destination.id })).status).toBe(404);
    expect((await handOver(team, team.teamId)).status).toBe(404);
    expect(await ofOpportunity(other, id)).toEqual([]);
  });

  it('is refused with a token of another kind, and its test reads without a change', async () => {
    const team = await newTeam();
    const body = { kind: 'hubspot', name: 'x', news: [] };
    for (const secret of ['hapikey', `pat-${'x'.repeat(1_000)}`, 'Bearer pat-1', 'pat-ümlaut-123456']) {
      const { status } = await call(app, 'POST', '/destinations', { key: team.key, body: { ...body, secret } });
      expect([secret, status]).toEqual([secret, 400]);
    }
    const wrong = { ...body, secret: hubspot.token, saved_search_ids: [team.teamId] };
    expect((await call(app, 'POST', '/destinations', { key: team.key, body: wrong })).status).toBe(400);
    const test = await call(app, 'POST', `/destinations/${team.destination.id}/test`, { key: team.key });
    expect([test.body.data, countsIn()]).toEqual([expect.objectContaining({ status: 'succeeded' }), [0, 0, 0, 0]]);
  });

  it('of test mode hands over test data', async () => {
    const team = await newTeam([], { test: true, spendCap: 500 });
    const { body } = await call(app, 'GET', '/opportunities?page_size=1', { key: team.key });
    const [opportunity] = body.data as { id: string }[];
    await handOver(team, opportunity?.id ?? '');
    expect([(await ended(team))[0]?.status, countsIn()[0]]).toEqual(['succeeded', 1]);
    const live = await newTeam();
    expect((await handOver(live, opportunity?.id ?? '')).status).toBe(404);
  });
});

describe('the stage of a deal', () => {
  /** A deal that was handed over, whose stage is due to be read. */
  async function handedOver() {
    const team = await newTeam();
    const id = await revealed(team);
    await call(app, 'PATCH', `/opportunities/${id}`, { key: team.key, body: { status: 'qualified' } });
    await handOver(team, id);
    await ended(team);
    const deal = hubspot.objects.deals[0];
    if (!deal) throw new Error('There is no deal.');
    const read = async (): Promise<string> => {
      await app.database.execute(
        `UPDATE hand_overs SET stage_read_at = now() - interval '25 hours' WHERE opportunity_id = $1`,
        [id],
      );
      await app.inWorker(DealStages).read();
      return status();
    };
    const status = async (): Promise<string> =>
      ((await call(app, 'GET', `/opportunities/${id}`, { key: team.key })).body.data as { status: string }).status;
    return { team, id, deal, read, status };
  }

  it('becomes the status of the opportunity: won, lost, and open again', async () => {
    const { team, id, deal, read } = await handedOver();
    const statuses = [await read()];
    for (const stage of ['qualifiedtobuy', 'closedwon', 'closedlost', 'qualifiedtobuy']) {
      hubspot.move(deal, stage, new Date(Date.now() + 1_000));
      statuses.push(await read());
    }
    const { body } = await call(app, 'GET', `/opportunities/${id}/activity`, { key: team.key });
    expect(statuses).toEqual(['qualified', 'qualified', 'converted', 'lost', 'qualified']);
    expect((body.data as { by: string | null; kind: string }[]).find(({ kind }) => kind === 'status')?.by).toBe(
      'HubSpot',
    );
  });

  it('does not replace a status that a person gave later', async () => {
    const { team, id, deal, read } = await handedOver();
    hubspot.move(deal, 'closedlost', new Date(Date.now() - 60_000));
    await call(app, 'PATCH', `/opportunities/${id}`, { key: team.key, body: { status: 'contacted' } });
    expect(await read()).toBe('contacted');
  });

  it('does not replace a status that a person gave later, when the events of that time are deleted', async () => {
    const { team, id, deal, read } = await handedOver();
    hubspot.move(deal, 'closedlost', new Date(Date.now() - 60_000));
    await call(app, 'PATCH', `/opportunities/${id}`, { key: team.key, body: { status: 'contacted' } });
    await app.database.execute('DELETE FROM team_events WHERE team_id = $1', [team.teamId]);
    await call(app, 'PATCH', `/opportunities/${id}`, { key: team.key, body: { is_viewed: true } });
    expect(await read()).toBe('contacted');
    hubspot.move(deal, 'closedwon', new Date(Date.now() + 1_000));
    expect(await read()).toBe('converted');
  });

  it('is read again tomorrow when HubSpot fails, and a deal that is gone changes nothing', async () => {
    const { deal, read, status } = await handedOver();
    hubspot.move(deal, 'closedwon', new Date(Date.now() + 1_000));
    hubspot.trouble({ at: 'POST /crm/v3/objects/deals/batch/read', answer: [503, {}] });
    await expect(read()).rejects.toThrow('1 of 1 failed');
    expect(await status()).toBe('qualified');
    expect(await read()).toBe('converted');
    hubspot.objects.deals.length = 0;
    expect(await read()).toBe('converted');
  });
});
