import type { OpenAPIObject } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { KEY_REVOKED } from '#access/api-keys/api-keys.events.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { TEAM_EVENT_TYPES } from '#accounts/events/team-event.definition.js';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import type { EventTypeView, EventView } from '#accounts/events/team-events.operations.js';
import { OPPORTUNITIES_DETECTED } from '#workspace/opportunities/opportunities.events.js';
import { REPORT_COMPLETED } from '#market/reports/reports.events.js';
import { EventLog } from '#platform/events/event-log.js';
import { call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { insertReviewOpportunity } from '../../support/opportunities.js';
import { until } from '../../support/until.js';

const OPERATOR = { kind: 'operator', id: null, requestId: null } as const;
const EXAMPLE_KEY = { key: { id: randomUUID(), name: 'CRM', hint: 'abcd' }, expires_at: null };
const BY = { kind: 'system', id: null, name: null } as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
});
afterAll(() => app.close());

const append = (teamId: string): Promise<void> =>
  app.get(TeamEvents).append(KEY_REVOKED, { ...EXAMPLE_KEY, by: BY }, teamId);
const number = (): Promise<boolean> => app.inWorker(TeamEventNumbering).number();

/** All events after a cursor, page by page, with the next cursor. */
async function readAll(
  key: string,
  query = 'cursor=start',
  pageSize = 100,
): Promise<{ events: EventView[]; next: string }> {
  const events: EventView[] = [];
  for (let next = query; ;) {
    const { status, body } = await call(app, 'GET', `/events?${next}&page_size=${pageSize}`, { key });
    expect(status).toBe(200);
    events.push(...(body.data as EventView[]));
    const { has_more, next_cursor } = (body.meta as { pagination: { has_more: boolean; next_cursor: string } })
      .pagination;
    next = `cursor=${next_cursor}`;
    if (!has_more) return { events, next };
  }
}

const typesOf = (events: EventView[]): string[] => events.map(({ type }) => type);

describe('the events of a team', () => {
  it('are numbered from 1 without gaps, and read page by page', async () => {
    const { key, teamId } = await createKey(app);
    for (let n = 0; n < 6; n++) await append(teamId);
    await number();
    const { events } = await readAll(key, 'cursor=start', 2);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(typesOf(events)).toEqual(['key.created', ...Array<string>(6).fill('key.revoked')]);
  });

  it('never appear below a number that was read, while many transactions commit and several workers number', async () => {
    const { key, teamId } = await createKey(app);
    const read: number[] = [];
    const writing = Array.from({ length: 40 }, (_, n) =>
      app.database.transaction(async () => {
        await append(teamId);
        await app.database.query('SELECT pg_sleep($1)', [(n % 5) / 50]);
        if (n % 7 === 0) throw new Error('rolled back');
      }),
    );
    let done = false;
    const written = Promise.allSettled(writing).then(() => (done = true));
    let next = 'cursor=start';
    for (let isLast = false; !isLast;) {
      isLast = done;
      await Promise.all([number(), number()]);
      const part = await readAll(key, next);
      read.push(...part.events.map(({ sequence }) => sequence));
      next = part.next;
    }
    await written;
    expect(read).toEqual(Array.from({ length: 1 + 34 }, (_, n) => n + 1));
  });

  it('do not exist without their fact', async () => {
    const { key, teamId } = await createKey(app);
    await app.database
      .transaction(async () => {
        await append(teamId);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await number();
    expect(typesOf((await readAll(key)).events)).toEqual(['key.created']);
  });

  it('belong to one team', async () => {
    const [mine, other] = [await createKey(app), await createKey(app)];
    await number();
    const [{ id } = { id: '' }] = (await readAll(mine.key)).events;
    const own = await call(app, 'GET', `/events/${id}`, { key: mine.key });
    expect([own.status, (own.body.data as EventView).id]).toEqual([200, id]);
    for (const unknown of [id, randomUUID(), 'none']) {
      expect((await call(app, 'GET', `/events/${unknown}`, { key: other.key })).status).toBe(404);
    }
  });

  it('are filtered by type, and the cursor continues after events of other types', async () => {
    const { key, teamId } = await createKey(app);
    await append(teamId);
    await number();
    const { events, next } = await readAll(key, 'cursor=start&type=key.revoked&type=pitch.generated');
    expect(typesOf(events)).toEqual(['key.revoked']);
    await append(teamId);
    await number();
    const later = await call(app, 'GET', `/events?${next}&type=pitch.generated&type=key.revoked`, { key });
    expect((later.body.data as EventView[]).map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('refuse an unknown type and name the known ones', async () => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', '/events?type=key.lost', { key });
    const [fault] = (body.error?.details as { errors: { field: string; allowed: string[] }[] }).errors;
    expect([status, fault?.field, fault?.allowed]).toEqual([400, 'type', TEAM_EVENT_TYPES]);
  });

  it('can be read from now on', async () => {
    const { key, teamId } = await createKey(app);
    await number();
    const { events, next } = await readAll(key, 'cursor=now');
    expect(events).toEqual([]);
    await append(teamId);
    await number();
    expect((await readAll(key, next)).events.map(({ sequence }) => sequence)).toEqual([2]);
  });

  it('refuse a page number together with a cursor', async () => {
    const { key } = await createKey(app);
    const { status, body } = await call(app, 'GET', '/events?cursor=start&page=2', { key });
    expect(status).toBe(400);
    expect(body.error?.details).toMatchObject({ errors: [{ field: 'cursor', code: 'only_without' }] });
  });

  it('refuse a cursor whose next events are deleted, and name the oldest remaining one', async () => {
    const { key, teamId } = await createKey(app);
    await number();
    const { next } = await readAll(key);
    for (let n = 0; n < 3; n++) await append(teamId);
    await number();
    await app.database.execute('DELETE FROM team_events WHERE team_id = $1 AND sequence < 4', [teamId]);
    const { status, body } = await call(app, 'GET', `/events?${next}`, { key });
    const { reason, oldest_cursor } = body.error?.details as { reason: string; oldest_cursor: string };
    expect([status, reason]).toEqual([400, 'cursor_expired']);
    expect((await readAll(key, `cursor=${oldest_cursor}`)).events.map(({ sequence }) => sequence)).toEqual([4]);
    expect((await readAll(key)).events.map(({ sequence }) => sequence)).toEqual([4]);
  });

  it('are numbered within seconds of the commit without a notification', async () => {
    const { key } = await createKey(app);
    const deadline = Date.now() + 5_000;
    await until(async () => (await readAll(key)).events.length > 0 || Date.now() > deadline);
    expect((await readAll(key)).events).toHaveLength(1);
  });
});

describe('the types of events', () => {
  it('have a schema that their example matches', async () => {
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', '/event-types', { key });
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    const types = body.data as EventTypeView[];
    const wrong = types.filter(({ schema, example }) => !ajv.validate(schema, example.data));
    expect([wrong, types.map(({ type }) => type)]).toEqual([[], TEAM_EVENT_TYPES]);
    expect(TEAM_EVENT_TYPES.length).toBeGreaterThan(10);
  });

  it('are described as a schema of the data, beside an example of the whole event', async () => {
    const { components } = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as OpenAPIObject;
    const { properties = {} } = components?.schemas?.EventType as { properties?: Record<string, object> };
    expect([properties.schema, properties.example]).toMatchObject([
      { description: 'The JSON Schema (2020-12) of the `data` of an event of this type, not of the whole event' },
      { description: 'An example of the whole event. Its `data` matches `schema`' },
    ]);
  });

  it('are the webhooks of the OpenAPI document', async () => {
    const document = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as { webhooks: object };
    expect(Object.keys(document.webhooks).sort()).toEqual(TEAM_EVENT_TYPES);
  });
});

describe('a fact', () => {
  it('about keys, credits and the plan contains its actor', async () => {
    const { key, teamId } = await createKey(app, { tier: 'starter' });
    await app.get(CreditsService).grant(teamId, 5, 'a gift', OPERATOR);
    await app.get(RenewalsService).changePlan(teamId, 'growth');
    const { id } = await app.get(ApiKeysService).create(teamId, { name: 'CRM' });
    await app.get(ApiKeysService).revoke(id, teamId);
    await app.get(ApiKeysService).revoke(id, teamId);
    await number();
    const { events } = await readAll(key);
    const types = ['key.created', 'credits.refilled', 'subscription.updated', 'key.created', 'key.revoked'];
    expect(typesOf(events)).toEqual(types);
    expect(events[1]?.data).toEqual({ credits_balance: 5, granted: 5, expired: 0, reason: 'grant' });
    expect(events[2]?.data).toMatchObject({ from: { tier: 'starter' }, to: { tier: 'growth', status: 'active' } });
    expect(events[4]?.data).toMatchObject({ key: { id, name: 'CRM' }, by: { kind: 'system' } });
  });

  it('about the triage of a team contains both statuses, and is not repeated for the same status', async () => {
    const { key, keyId } = await createKey(app);
    const id = await insertReviewOpportunity(app.database);
    for (const status of ['contacted', 'contacted', 'qualified']) {
      await call(app, 'PATCH', `/opportunities/${id}`, { key, body: { status } });
    }
    await number();
    const { events } = await readAll(key, 'cursor=start&type=opportunity.status_changed');
    const by = { kind: 'key', id: keyId, name: 'test' };
    expect(events.map(({ data }) => data)).toEqual([
      { opportunity_id: id, from: 'new', to: 'contacted', by },
      { opportunity_id: id, from: 'contacted', to: 'qualified', by },
    ]);
  });

  it('about a pitch names its requester', async () => {
    const { key, keyId } = await createKey(app, { credits: 5, spendCap: 5 });
    const id = await insertReviewOpportunity(app.database);
    const pitched = await call(app, 'POST', `/opportunities/${id}/generate-pitch`, { key, body: {} });
    expect(pitched.status).toBe(200);
    await number();
    const { events } = await readAll(key, 'cursor=start&type=pitch.generated');
    expect(events[0]?.data).toMatchObject({ opportunity_id: id, channels: ['email'], by: { kind: 'key', id: keyId } });
  });

  it('about a report is sent once to each paid team that follows the product, even if it is expanded repeatedly', async () => {
    const [follower, free] = [await createKey(app), await createTeam(app, 'free')];
    const opportunity = await insertReviewOpportunity(app.database);
    const { product_id } = await app.database.one<{ product_id: string }>(
      'SELECT product_id FROM opportunities WHERE id = $1',
      [opportunity],
    );
    for (const team of [follower.teamId, free.teamId]) {
      await app.database.execute('INSERT INTO follows (team_id, product_id) VALUES ($1, $2)', [team, product_id]);
    }
    const report_id = randomUUID();
    const generated_at = new Date().toISOString();
    await app.get(EventLog).append(REPORT_COMPLETED, { report_id, product_id, generated_at, total_themes: 3 });
    await app.get(EventLog).append(OPPORTUNITIES_DETECTED, { opportunity_ids: [opportunity], updated_ids: [] });
    await relayEvents(app);
    await app.database.execute(`UPDATE events SET relayed_at = NULL WHERE name = 'report.completed'`);
    await relayEvents(app);
    await number();
    const { events } = await readAll(follower.key, 'cursor=start&type=report.completed&type=opportunity.detected');
    expect(typesOf(events).sort()).toEqual(['opportunity.detected', 'report.completed']);
    const report = events.find(({ type }) => type === 'report.completed');
    expect(report?.data).toMatchObject({ report_id, total_themes: 3, reason: 'followed', product: { id: product_id } });
    const told = await app.database.query('SELECT id FROM team_events WHERE team_id = $1', [free.teamId]);
    expect(told).toEqual([]);
  });
});
