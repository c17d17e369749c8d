import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES } from '#access/policy/key.scopes.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { TEAM_REPORT_COMPLETED } from '#market/reports/reports.events.js';
import { EventLog } from '#platform/events/event-log.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { DestinationDeliveriesQueries } from '#workspace/destinations/destination-deliveries.queries.js';
import { DestinationDispatcher } from '#workspace/destinations/destination.dispatcher.js';
import type { DestinationDeliveryView, DestinationView } from '#workspace/destinations/destinations.operations.js';
import { OPPORTUNITIES_DETECTED } from '#workspace/opportunities/opportunities.events.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { NAUGHTY_STRINGS } from '../../support/naughty-strings.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { says, TestSlack } from '../../support/stand-ins/slack.js';
import { until } from '../../support/until.js';

let app: TestApp;
let slack: TestSlack;

beforeAll(async () => {
  app = await startTestApp({
    worker: true,
    env: {
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      SLACK_WEBHOOK_HOSTS: '127.0.0.1',
      DESTINATION_TIMEOUT_MS: '600',
      DESTINATION_RETRY_SECONDS: '0,0,0',
      DESTINATION_BATCH_SECONDS: '0',
      PLAN_LIMITS_GROWTH: 'destinations=3,saved_searches=50',
    },
  });
  slack = await TestSlack.start();
});
afterAll(async () => {
  await slack.close();
  await app.close();
});
beforeEach(() => {
  slack.answer();
  slack.shown.length = 0;
});

interface Member {
  teamId: string;
  key: string;
}

const newTeam = (options: Parameters<typeof createKey>[1] = {}): Promise<Member> =>
  createKey(app, { scopes: SCOPES, ...options });

async function create({ key }: Member, body: object = {}): Promise<DestinationView> {
  const sent = { kind: 'slack', name: '#sales', secret: slack.webhook('XXXX'), news: ['matches', 'reports'], ...body };
  const answer = await call(app, 'POST', '/destinations', { key, body: sent });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data as DestinationView;
}

const read = async ({ key }: Member, { id }: DestinationView): Promise<DestinationView> =>
  (await call(app, 'GET', `/destinations/${id}`, { key })).body.data as DestinationView;

const logOf = async ({ key }: Member, { id }: DestinationView): Promise<DestinationDeliveryView[]> =>
  (await call(app, 'GET', `/destinations/${id}/deliveries?page_size=100`, { key })).body
    .data as DestinationDeliveryView[];

/** The log as soon as all its deliveries have ended. */
const endedLog = (team: Member, destination: DestinationView): Promise<DestinationDeliveryView[]> =>
  until(async () => {
    await app.inWorker(DestinationDispatcher).dispatch();
    const log = await logOf(team, destination);
    return log.length > 0 && log.every(({ status }) => status !== 'pending') && log;
  });

/** Publishes a finished report to a team. */
async function tellReport({ teamId }: Member, name = 'Tabula'): Promise<void> {
  await app.database.execute('INSERT INTO products (id, name) VALUES (gen_random_uuid(), $1) ON CONFLICT DO NOTHING', [
    name,
  ]);
  const { id } = await app.database.one<{ id: string }>('SELECT id FROM products WHERE name = $1', [name]);
  const data = { ...TEAM_REPORT_COMPLETED.example, product: { id, name } };
  await app.get(TeamEvents).append(TEAM_REPORT_COMPLETED, data, teamId);
  await app.inWorker(TeamEventNumbering).number();
}

const tell = async (opportunity_ids: string[]): Promise<void> => {
  await app.get(EventLog).append(OPPORTUNITIES_DETECTED, { opportunity_ids, updated_ids: [] });
  await relayEvents(app);
};

const reasonOf = ({ status, body }: Awaited<ReturnType<typeof call>>): unknown[] => [
  status,
  (body.error?.details as { reason?: string } | undefined)?.reason,
];

describe('a destination', () => {
  it('are tested ten times a minute by requests at the same time, too', async () => {
    const team = await newTeam();
    const { id } = await create(team);
    const test = () => call(app, 'POST', `/destinations/${id}/test`, { key: team.key });
    const statuses = (await Promise.all(Array.from({ length: 20 }, test))).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(10).fill(429)]);
  });

  it('is shown with the end of its secret only, which no table has in clear text', async () => {
    const team = await newTeam();
    const destination = await create(team, { secret: slack.webhook('SECRETWORD') });
    expect(destination).toMatchObject({ kind: 'slack', secret_hint: 'WORD', status: 'enabled', livemode: true });
    const shown = [await read(team, destination), (await call(app, 'GET', '/audit-log', { key: team.key })).body];
    const rows = await app.database.query('SELECT destination::text AS row FROM destinations destination');
    const kept = await app.database.query('SELECT to_json(kept)::text FROM idempotency_keys kept');
    expect(JSON.stringify([shown, rows, kept])).not.toContain('SECRETWORD');
  });

  it('is unknown to another team, for every route', async () => {
    const team = await newTeam();
    const { id } = await create(team);
    await tellReport(team);
    const [delivery] = await endedLog(team, { id } as DestinationView);
    const { key } = await newTeam();
    const asked = [
      ...[
        ['GET', `/destinations/${id}`],
        ['DELETE', `/destinations/${id}`],
        ['POST', `/destinations/${id}/test`],
      ],
      ...[
        ['GET', `/destinations/${id}/deliveries`],
        ['POST', `/destination-deliveries/${delivery?.id}/retry`],
      ],
    ] as const;
    for (const [method = '', path = ''] of asked) {
      expect([path, (await call(app, method, path, { key })).status]).toEqual([path, 404]);
    }
    expect((await call(app, 'PATCH', `/destinations/${id}`, { key, body: { name: 'Mine' } })).status).toBe(404);
  });

  it('needs the scope webhooks, a paid plan and room in it', async () => {
    const body = { kind: 'slack', name: 'x', secret: slack.webhook('X'), news: ['matches'] };
    const { key: reader } = await newTeam({ scopes: ['read', 'write'] });
    const team = await newTeam();
    for (let n = 0; n < 3; n++) await create(team);
    const refused = [
      await call(app, 'POST', '/destinations', { key: reader, body }),
      await call(app, 'POST', '/destinations', { key: team.key, body }),
    ];
    expect(refused.map(reasonOf)).toEqual([
      [403, 'insufficient_scope'],
      [403, 'limit_reached'],
    ]);
  });

  it.each([
    ['another host', 'https://example.com/services/T1/B1/X', 'not_slack'],
    ['a host that begins like Slack', 'https://hooks.slack.com.example.com/services/T1/B1/X', 'not_slack'],
    ['a private address', 'http://10.0.0.1/services/T1/B1/X', 'not_slack'],
    ['another path', 'http://127.0.0.1/api/chat.postMessage', 'not_slack'],
    ['a query', 'http://127.0.0.1/services/T1/B1/X?to=all', 'not_slack'],
    ['a file', 'file:///services/T1/B1/X', 'not_slack'],
    ['no address', 'xoxb-token', 'not_slack'],
    ['a password', 'http://a:b@127.0.0.1/services/T1/B1/X', 'address_refused'],
  ])('is refused with the address of %s', async (_, secret, refusal) => {
    const { key } = await newTeam();
    const { status, body } = await call(app, 'POST', '/destinations', {
      key,
      body: { kind: 'slack', name: 'x', secret, news: ['matches'] },
    });
    expect([status, body.error?.details]).toEqual([
      400,
      expect.objectContaining({ reason: 'destination_refused', refusal }),
    ]);
  });

  it('is refused with a 400 for hostile values', async () => {
    const team = await newTeam();
    const good = { kind: 'slack', name: 'x', secret: slack.webhook('X'), news: ['matches'] };
    const bad = [
      ...[{ name: 'x'.repeat(10_000) }, { name: ' ' }, { name: 7 }, { secret: 'x'.repeat(10_000) }, { secret: 'a b' }],
      ...[{ kind: 'teams' }, { news: [] }, { news: ['matches', 'matches'] }, { news: 'matches' }, { news: ['all'] }],
      ...[{ saved_search_ids: [] }, { saved_search_ids: ['1'] }, { saved_search_ids: [team.teamId] }, { url: 'x' }],
    ];
    for (const each of bad) {
      const { status } = await call(app, 'POST', '/destinations', { key: team.key, body: { ...good, ...each } });
      expect([each, status]).toEqual([each, 400]);
    }
    for (const name of NAUGHTY_STRINGS.filter((text) => text.trim() !== '' && text.length <= 100).slice(0, 200)) {
      const { status } = await call(app, 'POST', '/destinations', { key: team.key, body: { ...good, name, news: [] } });
      expect([name, status]).toEqual([name, 400]);
    }
  });

  it('is changed field by field, with audit entries that have no secret', async () => {
    const team = await newTeam();
    const { id } = await create(team);
    const body = { name: '#team', news: ['reports'], secret: slack.webhook('NEWS'), status: 'disabled' };
    const { body: answer } = await call(app, 'PATCH', `/destinations/${id}`, { key: team.key, body });
    expect(answer.data).toMatchObject({
      ...{ name: '#team', news: ['reports'], secret_hint: 'NEWS', status: 'disabled', disabled_reason: 'manual' },
    });
    await call(app, 'DELETE', `/destinations/${id}`, { key: team.key });
    const { body: log } = await call(app, 'GET', '/audit-log?page_size=10', { key: team.key });
    expect((log.data as { action: string }[]).map(({ action }) => action).slice(0, 3)).toEqual([
      ...['destination.deleted', 'destination.changed', 'destination.created'],
    ]);
    expect(JSON.stringify(log)).not.toContain('/services/');
    const row = await app.database.one('SELECT secret_encrypted FROM destinations WHERE id = $1', [id]);
    expect(row).toEqual({ secret_encrypted: null });
  });

  it('is disabled when the plan allows fewer', async () => {
    const team = await newTeam();
    const [first, second, third] = [await create(team), await create(team), await create(team)];
    await app.get(RenewalsService).changePlan(team.teamId, 'starter');
    await relayEvents(app);
    const states = await Promise.all([first, second, third].map((each) => read(team, each)));
    expect(states.map(({ disabled_reason }) => disabled_reason)).toEqual([null, null, 'plan']);
  });
});

describe('a message to Slack', () => {
  it('collects the matches of a batch, the best first, and leads back to the app', async () => {
    const team = await newTeam();
    const word = `zebra${team.teamId.slice(-6)}`;
    const search = { name: 'Stripes <!channel> & co', filters: { q: [word] } };
    await call(app, 'POST', '/saved-searches', { key: team.key, body: search });
    const destination = await create(team);
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        insertReviewOpportunity(app.database, {
          text: `${word} <b>bold</b> & mail me at a${n}@b.example`,
          productName: 'A<B>&C',
        }),
      ),
    );
    await app.database.execute('UPDATE opportunities SET search_text = $2 WHERE id = ANY($1)', [ids, word]);
    await tell(ids.slice(0, 5));
    await tell(ids.slice(5));
    const log = await endedLog(team, destination);
    const blocks = slack.shown.flatMap((message) => message.blocks);
    const texts = blocks.flatMap(({ text, elements = [] }) => [text?.text ?? '', ...elements.map((each) => each.text)]);
    const linked = [...texts.join('\n').matchAll(/<http:\/\/[^|>]+\/app\/opportunities\/([0-9a-f-]{36})\|/g)].map(
      ([, id]) => id,
    );
    expect(log.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(log.flatMap(({ opportunity_ids }) => opportunity_ids).sort()).toEqual(ids.toSorted());
    expect(new Set(linked).size).toBe(linked.length);
    expect(linked.length).toBeGreaterThanOrEqual(10);
    expect(texts.join('\n')).toContain('Stripes &lt;!channel&gt; &amp; co');
    expect(texts.join('\n')).not.toMatch(/@b\.example|<b>|<!/);
  });

  it('is sent only for the chosen searches', async () => {
    const team = await newTeam();
    const word = `okapi${team.teamId.slice(-6)}`;
    const save = async (name: string): Promise<string> => {
      const { body } = await call(app, 'POST', '/saved-searches', {
        key: team.key,
        body: { name, filters: { q: [word] } },
      });
      return (body.data as { id: string }).id;
    };
    const [chosen, other] = [await save('Chosen'), await save('Other')];
    const one = await create(team, { saved_search_ids: [chosen] });
    const none = await create(team, { news: ['reports'] });
    const id = await insertReviewOpportunity(app.database, { text: word });
    await app.database.execute('UPDATE opportunities SET search_text = $2 WHERE id = $1', [id, word]);
    await tell([id]);
    await endedLog(team, one);
    const [{ content } = { content: {} }] = await app.database.query<{ content: object }>(
      'SELECT content FROM destination_deliveries WHERE destination_id = ANY($1)',
      [[one.id, none.id]],
    );
    expect(content).toEqual({ opportunity_ids: [id], saved_search_ids: [chosen] });
    expect(other).not.toBe(chosen);
  });

  it('tells of a finished report, once', async () => {
    const team = await newTeam();
    const destination = await create(team);
    await tellReport(team, 'Tabula & <Friends>');
    await endedLog(team, destination);
    expect(slack.shown.map(({ text }) => text)).toEqual(['The report of Tabula &amp; &lt;Friends&gt; is ready']);
  });

  it.each([
    [429, 'rate_limited', { 'retry-after': '0' }],
    [500, 'rollup_error', {}],
    [503, 'unavailable', {}],
  ])('is sent again after %i %s, and appears once', async (status, word, headers) => {
    const team = await newTeam();
    const destination = await create(team);
    slack.answer(says(status, word, headers));
    await tellReport(team);
    expect(await endedLog(team, destination)).toMatchObject([{ status: 'succeeded', attempts: 2, failure: null }]);
    expect(slack.shown).toHaveLength(1);
  });

  it('waits as long as Slack asks', async () => {
    const team = await newTeam();
    const destination = await create(team);
    slack.answer(says(429, 'rate_limited', { 'retry-after': '300' }));
    await tellReport(team);
    const [delivery] = await until(async () => {
      await app.inWorker(DestinationDispatcher).dispatch();
      const log = await logOf(team, destination);
      return log[0]?.attempts === 1 && log;
    });
    expect(delivery).toMatchObject({ status: 'pending', failure: 'rate_limited' });
    expect(Date.parse(delivery?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(290_000);
  });

  it('fails without a repetition when Slack cannot read it, and the destination stays', async () => {
    const team = await newTeam();
    const destination = await create(team);
    slack.answer(says(400, 'invalid_payload'));
    await tellReport(team);
    expect(await endedLog(team, destination)).toMatchObject([
      { status: 'failed', attempts: 1, failure: 'invalid_request', detail: 'Slack could not read the message' },
    ]);
    expect(await read(team, destination)).toMatchObject({
      status: 'enabled',
      last_failure: 'Slack could not read the message',
    });
  });

  it.each([
    [404, 'no_service', 'The webhook was removed or disabled in Slack'],
    [410, 'channel_is_archived', 'The channel was archived'],
    [403, 'action_prohibited', 'A workspace admin has blocked the webhook'],
  ])('disables its destination after %i %s, with mails, an event and an inbox item', async (status, word, words) => {
    const team = await newTeam();
    const owner = `${word}@destinations.example`;
    await app.get(TeamsService).addUser(team.teamId, owner, 'correct horse battery', 'owner');
    const destination = await create(team);
    slack.answer(says(status, word));
    await tellReport(team);
    await endedLog(team, destination);
    await app.inWorker(TeamEventNumbering).number();
    const { body: inbox } = await call(app, 'GET', '/inbox', { key: team.key });
    const mails = (await app.get(MailsService).list(100)).filter(({ to }) => to === owner);
    expect(await read(team, destination)).toMatchObject({
      ...{ status: 'disabled', disabled_reason: 'refused', last_failure: words },
    });
    expect((inbox.data as { title: string }[]).map(({ title }) => title)).toContainEqual(
      expect.stringContaining('The destination #sales was disabled'),
    );
    expect(mails.map(({ kind }) => kind)).toContain('destination-disabled');
  });

  it('that appeared without an answer is not sent again by itself, but by a person', async () => {
    const team = await newTeam();
    const destination = await create(team);
    slack.answer(slack.showAndHang);
    await tellReport(team);
    const [delivery] = await endedLog(team, destination);
    expect([delivery?.status, delivery?.failure, slack.shown.length]).toEqual(['unknown', 'timeout', 1]);
    await call(app, 'POST', `/destination-deliveries/${delivery?.id}/retry`, { key: team.key });
    expect(await endedLog(team, destination)).toMatchObject([{ status: 'succeeded' }]);
    expect(slack.shown).toHaveLength(2);
  });

  it('of a worker that died before it sent is sent, and of one that died after it is not', async () => {
    const team = await newTeam();
    const destination = await create(team);
    const die = (sending: string) =>
      app.database.execute(
        `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, claims, lease_until, next_attempt_at, sending_since)
         SELECT gen_random_uuid(), $1, $2, 'reports', $3, jsonb_build_object('product_id', id, 'report_id', id), 1, now() - interval '1 second',
                now(), ${sending} FROM products LIMIT 1`,
        [team.teamId, destination.id, sending],
      );
    await die('NULL');
    await die('now()');
    const log = await endedLog(team, destination);
    expect(log.map(({ status }) => status).sort()).toEqual(['succeeded', 'unknown']);
    expect(slack.shown).toHaveLength(1);
  });

  it('is canceled if what it is about is gone', async () => {
    const team = await newTeam();
    const destination = await create(team);
    await app.database.execute(
      `INSERT INTO destination_deliveries (id, team_id, destination_id, news, subject, content, next_attempt_at)
       VALUES (gen_random_uuid(), $1, $2, 'matches', 'x', '{"opportunity_ids": ["01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10"]}', now())`,
      [team.teamId, destination.id],
    );
    expect(await endedLog(team, destination)).toMatchObject([{ status: 'canceled', failure: 'nothing_left' }]);
  });

  it('of a test says what Slack answered, and disables nothing', async () => {
    const team = await newTeam();
    const destination = await create(team);
    const test = async () =>
      (await call(app, 'POST', `/destinations/${destination.id}/test`, { key: team.key })).body.data;
    expect(await test()).toMatchObject({ status: 'succeeded', news: 'test', response_status: 200 });
    slack.answer(says(404, 'no_team'));
    expect(await test()).toMatchObject({ status: 'failed', detail: 'The workspace no longer exists' });
    expect((await read(team, destination)).status).toBe('enabled');
    for (let n = 0; n < 8; n++) await test();
    expect((await call(app, 'POST', `/destinations/${destination.id}/test`, { key: team.key })).status).toBe(429);
  });

  it('of a test whose process died is left to no worker, and ends', async () => {
    const team = await newTeam();
    const { id } = await create(team);
    const queries = app.inWorker(DestinationDeliveriesQueries);
    const test = await queries.insertTest(team.teamId, id);
    await app.database.execute(
      `UPDATE destination_deliveries SET lease_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second' WHERE id = $1`,
      [test.id],
    );
    const claimed = await queries.claim(100);
    await queries.purge();
    const { status, claims } = (await queries.find(team.teamId, test.id)) ?? {};
    expect([claimed.map(({ row }) => row.id).includes(test.id), status, claims]).toEqual([false, 'failed', 1]);
  });

  it('of matches that waits gets those that are found meanwhile', async () => {
    const team = await newTeam();
    await create(team);
    const queries = app.inWorker(DestinationDeliveriesQueries);
    const [search_id, ...ids] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [...ids, ...ids])
      await queries.addMatches([{ team_id: team.teamId, search_id, opportunity_ids: [id] }], 3_600);
    const [row] = await app.database.query<{ content: { opportunity_ids: string[]; saved_search_ids: string[] } }>(
      'SELECT content FROM destination_deliveries WHERE team_id = $1',
      [team.teamId],
    );
    expect([row?.content.opportunity_ids.toSorted(), row?.content.saved_search_ids]).toEqual([
      ids.toSorted(),
      [search_id],
    ]);
  });

  it('of matches does not grow while its team is suspended', async () => {
    const team = await newTeam();
    await create(team);
    const queries = app.inWorker(DestinationDeliveriesQueries);
    const found = () => [{ team_id: team.teamId, search_id: randomUUID(), opportunity_ids: [randomUUID()] }];
    await queries.addMatches(found(), 3_600);
    await app.get(TeamSuspensions).suspend(team.teamId, true);
    await queries.addMatches(found(), 3_600);
    const [row] = await app.database.query<{ content: { opportunity_ids: string[] } }>(
      'SELECT content FROM destination_deliveries WHERE team_id = $1',
      [team.teamId],
    );
    expect(row?.content.opportunity_ids).toHaveLength(1);
  });

  it('of test mode has test data, and goes to the destinations of test mode alone', async () => {
    const team = await newTeam();
    const live = await create(team);
    const { key, teamId } = await createKey(app, { teamId: team.teamId, scopes: SCOPES, test: true, spendCap: 500 });
    const shadow = { key, teamId };
    const test = await create(shadow, { secret: slack.webhook('TEST') });
    await call(app, 'POST', '/test/events', { key, body: { type: 'report.completed' } });
    await app.inWorker(TeamEventNumbering).number();
    const log = await endedLog(shadow, test);
    expect([test.livemode, log.length, (await logOf(team, live)).length]).toEqual([false, 1, 0]);
  });
});
