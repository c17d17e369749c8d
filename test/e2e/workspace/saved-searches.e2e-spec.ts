import { randomBytes, randomUUID } from 'node:crypto';
import { RenewalsService } from '#accounts/credits/renewals.service.js';
import { MembersQueries } from '#accounts/teams/members.queries.js';
import { MembershipsService } from '#accounts/teams/memberships.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { SavedSearchLimits } from '#workspace/saved-searches/saved-search-limits.service.js';
import { SavedSearchesService } from '#workspace/saved-searches/saved-searches.service.js';
import type { SavedSearchWithFeed } from '#workspace/saved-searches/saved-searches.operations.js';
import { type ApiResponse, call, createKey, createTeam, startTestApp, type TestApp } from '../../support/app.js';
import { membersIn } from '../../support/members.js';
import { insertPostOpportunity } from '../../support/opportunities.js';

let app: TestApp;
let key: string;
let teamId: string;

beforeAll(async () => {
  app = await startTestApp({
    env: {
      PLAN_LIMITS_STARTER: 'saved_searches=2,delivering_searches=1',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    },
  });
  ({ key, teamId } = await createKey(app));
});
afterAll(() => app.close());

const send = (method: string, path: string, body?: unknown, as = key): Promise<ApiResponse> =>
  call(app, method, `/saved-searches${path}`, { key: as, body });

/** Saves a search and returns it. */
async function save(body: object, as = key): Promise<SavedSearchWithFeed> {
  const { status, body: answer } = await send('POST', '', { name: 'Exports', filters: {}, ...body }, as);
  expect([status, answer.error]).toEqual([200, undefined]);
  return answer.data as SavedSearchWithFeed;
}

/** The status, and the reason or the fields at fault. */
function faultsOf({ status, body }: ApiResponse): unknown[] {
  const { reason, errors, ...details } = body.error?.details as { reason: string; errors?: { field: string }[] };
  return [status, reason, errors?.map(({ field }) => field) ?? details];
}

describe('saved searches', () => {
  it('keep filters as they were sent, and get default deliveries', async () => {
    const filters = {
      q: 'exports',
      frustration_tier: ['high'],
      min_rating: 1,
      has_buying_signal: true,
      exclude: ['ads'],
    };
    const created = await save({ filters });
    expect(created).toMatchObject({
      name: 'Exports',
      filters,
      deliver: { webhook: false, inbox: true, feed: false, email: null },
      is_enabled: true,
      feed_hint: null,
      created_by: { kind: 'key', name: 'test' },
      last_matched_at: null,
      matches_7_days: 0,
      relevant_share: null,
      livemode: true,
    });
    expect((await send('GET', `/${created.id}`)).body.data).toEqual(created);
  });

  it('are listed with the newest first', async () => {
    const { key: other } = await createKey(app);
    const ids = [(await save({}, other)).id, (await save({}, other)).id];
    const { body } = await send('GET', '?page_size=1', undefined, other);
    expect([body.data, body.meta]).toMatchObject([[{ id: ids[1] }], { pagination: { has_more: true } }]);
  });

  it('change only in the fields of a request', async () => {
    const { id } = await save({ filters: { q: ['a'] }, deliver: { webhook: true, inbox: false } });
    const { body } = await send('PATCH', `/${id}`, { deliver: { inbox: true }, is_enabled: false });
    expect(body.data).toMatchObject({
      name: 'Exports',
      filters: { q: ['a'] },
      deliver: { webhook: true, inbox: true },
      is_enabled: false,
    });
    const replaced = await send('PATCH', `/${id}`, { name: 'Renamed', filters: { source: 'forum' } });
    expect(replaced.body.data).toMatchObject({ name: 'Renamed', filters: { source: 'forum' } });
  });

  it('are gone after their deletion', async () => {
    const { id } = await save({});
    expect((await send('DELETE', `/${id}`)).body.data).toEqual({ deleted: true });
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
  });

  it('of another team are not found', async () => {
    const { id } = await save({});
    const { key: stranger } = await createKey(app);
    const statuses = await Promise.all(
      ['GET', 'PATCH', 'DELETE'].map((method) =>
        send(method, `/${id}`, method === 'PATCH' ? { name: 'x' } : undefined, stranger),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it.each<[unknown, string[]]>([
    [{ filters: { status: ['won'], q: [1] } }, ['filters.status', 'filters.q']],
    [{ filters: { page: 1, sort: 'created_at', ids: [] } }, ['filters.page', 'filters.sort', 'filters.ids']],
    [{ filters: { min_rating: 4, max_rating: 2 } }, ['filters.min_rating', 'filters.max_rating']],
    [{ filters: { q: 'a\u0000' } }, ['filters.q']],
    [{ filters: { exclude: Array(21).fill('a') } }, ['filters.exclude']],
    [{ filters: [] }, ['filters']],
    [{ name: ' ', filters: {} }, ['name']],
    [{ name: 'x'.repeat(101), filters: {} }, ['name']],
    [{ filters: {}, deliver: { sms: true, webhook: 'yes' } }, ['deliver.webhook', 'deliver.sms']],
    [
      { filters: {}, deliver: { email: { frequency: 'hourly', recipients: [] } } },
      ['deliver.email.frequency', 'deliver.email.recipients'],
    ],
    [
      { filters: {}, deliver: { email: { frequency: 'daily', hour: 24, time_zone: 'Mars', recipients: ['1'] } } },
      ['deliver.email.hour', 'deliver.email.time_zone', 'deliver.email.recipients'],
    ],
  ])('refuse %j at its fields', async (body, fields) => {
    const answer = await send('POST', '', { name: 'Exports', ...(body as object) });
    const [status, reason, found] = faultsOf(answer);
    expect([status, reason, (found as string[]).sort()]).toEqual([400, 'validation_failed', fields.sort()]);
  });

  it.each([
    [{ status: ['contacted', 'lost'] }, 'filters.status'],
    [{ is_viewed: true }, 'filters.is_viewed'],
    [{ is_revealed: [true] }, 'filters.is_revealed'],
    [{ created_before: '2026-01-01' }, 'filters.created_before'],
  ])('with delivery must be able to match: %j', async (filters, field) => {
    const deliver = { webhook: true };
    const refused = await send('POST', '', { name: 'Never', filters, deliver });
    expect(faultsOf(refused)).toEqual([400, 'never_matches', { field }]);
    const { id } = await save({ filters, deliver: { inbox: false } });
    expect(faultsOf(await send('PATCH', `/${id}`, { deliver }))).toEqual([400, 'never_matches', { field }]);
  });

  it('are switched off, the newest first, if a smaller plan does not allow them', async () => {
    const { key: shrinking, teamId: team } = await createKey(app);
    const bodies = [{}, { deliver: { webhook: true } }, { deliver: { webhook: true } }, {}];
    const ids: string[] = [];
    for (const body of bodies) ids.push((await save(body, shrinking)).id);
    await app.get(RenewalsService).changePlan(team, 'starter');
    await app.get(SavedSearchLimits).enforce(team);
    const read = async (id: string) => (await send('GET', `/${id}`, undefined, shrinking)).body.data;
    expect(await Promise.all(ids.map(read))).toMatchObject([
      { is_enabled: true, disabled_reason: null },
      { is_enabled: true, disabled_reason: null },
      { is_enabled: false, disabled_reason: 'plan' },
      { is_enabled: false, disabled_reason: 'plan' },
    ]);
    expect(faultsOf(await send('PATCH', `/${ids[3]}`, { is_enabled: true }, shrinking))[1]).toBe('limit_reached');
    await send('PATCH', `/${ids[0]}`, { is_enabled: false }, shrinking);
    const enabled = await send('PATCH', `/${ids[3]}`, { is_enabled: true }, shrinking);
    expect(enabled.body.data).toMatchObject({ is_enabled: true, disabled_reason: null });
  });

  it('are limited by the plan, even for concurrent requests', async () => {
    const { key: small } = await createKey(app, { tier: 'starter' });
    const outgoing = { name: 'a', filters: {}, deliver: { webhook: true } };
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '', outgoing, small)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const limit_name = 'delivering_searches';
    const refused = await send('POST', '', outgoing, small);
    expect(faultsOf(refused)).toEqual([
      403,
      'limit_reached',
      { limit_name, limit: 1, current: 1, upgrade_required: true },
    ]);
    const { id } = await save({}, small);
    expect(faultsOf(await send('POST', '', { name: 'c', filters: {} }, small))[1]).toBe('limit_reached');
    expect(faultsOf(await send('PATCH', `/${id}`, { deliver: { feed: true } }, small))[1]).toBe('limit_reached');
  });

  it('mail only people of the team who have confirmed their address', async () => {
    const teams = app.get(TeamsService);
    const member = await teams.addUser(teamId, 'new@acme.example', 'a long password', 'member');
    const { teamId: another } = await createTeam(app);
    const stranger = await teams.addUser(another, 'far@acme.example', 'a long password', 'member');
    const mailTo = (id: string) =>
      send('POST', '', { name: 'Mail', filters: {}, deliver: { email: { frequency: 'weekly', recipients: [id] } } });
    expect(faultsOf(await mailTo(stranger.id)).slice(0, 2)).toEqual([400, 'validation_failed']);
    await app.database.execute('UPDATE users SET email_verified_at = NULL WHERE id = $1', [member.id]);
    expect(faultsOf(await mailTo(member.id)).slice(0, 2)).toEqual([403, 'email_unverified']);
    await app.database.execute('UPDATE users SET email_verified_at = now() WHERE id = $1', [member.id]);
    expect((await mailTo(member.id)).body.data).toMatchObject({
      deliver: {
        email: { frequency: 'weekly', weekday: 'monday', hour: 8, time_zone: 'UTC', recipients: [member.id] },
      },
    });
  });

  it.each([
    ['leave the team', (id: string) => app.get(MembershipsService).remove(teamId, id, null)],
    ['delete their account', (id: string) => app.get(MembersQueries).deletePerson(id)],
  ])('mail nothing more to people who %s, and can still be changed', async (_way, leave) => {
    const [stays, leaves] = await Promise.all(
      ['stays', 'leaves'].map((name) =>
        app.get(TeamsService).addUser(teamId, `${name}-${randomUUID()}@acme.example`, 'a long password', 'member'),
      ),
    );
    const recipients = [stays?.id ?? '', leaves?.id ?? ''];
    const both = await save({ deliver: { email: { frequency: 'daily', recipients } } });
    const alone = await save({ deliver: { email: { frequency: 'daily', recipients: recipients.slice(1) } } });
    await leave(leaves?.id ?? '');
    const renamed = await Promise.all([both, alone].map(({ id }) => send('PATCH', `/${id}`, { name: 'Renamed' })));
    expect(renamed.map(({ body }) => body.data)).toMatchObject([
      { name: 'Renamed', deliver: { email: { recipients: recipients.slice(0, 1) } } },
      { name: 'Renamed', deliver: { email: null } },
    ]);
  });

  describe('that the assistant of a member has saved', () => {
    let saved: string;
    let owner: string;
    let other: string;
    const caller = (userId: string, parts: Partial<TeamCaller> = {}): TeamCaller => ({
      ...{ lane: 'session', clientIp: '127.0.0.1', credentialId: userId, userId, role: 'member', budget: null },
      ...{ team: { id: teamId, name: 'Team', tier: 'growth', status: 'active' }, ...parts },
    });
    const assistantOf = async (userId: string): Promise<TeamCaller> => {
      const credentialId = randomUUID();
      await app.database.execute(
        `INSERT INTO oauth_connections (id, grant_id, user_id, team_id, client_id, client_name, expires_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'client', 'Assistant', now() + interval '1 day')`,
        [credentialId, userId, teamId],
      );
      return caller(userId, { lane: 'oauth', credentialId, credentialName: 'Assistant' });
    };
    const rename = (by: TeamCaller) => app.get(SavedSearchesService).update(by, saved, { name: 'Renamed' });

    beforeEach(async () => {
      [owner, other] = (await membersIn(app, teamId)) as [string, string];
      const search = { name: 'Leaving', filters: {}, deliver: {}, is_enabled: true };
      saved = (await app.get(SavedSearchesService).create(await assistantOf(owner), search)).id;
    });

    it('name the assistant', async () => {
      expect((await send('GET', `/${saved}`)).body.data).toMatchObject({
        created_by: { kind: 'oauth', name: 'Assistant' },
      });
    });

    it('can be changed and deleted by the member, and by each of their assistants', async () => {
      expect(await rename(caller(owner))).toMatchObject({ name: 'Renamed' });
      expect(await rename(await assistantOf(owner))).toMatchObject({ name: 'Renamed' });
      expect(await app.get(SavedSearchesService).delete(caller(owner), saved)).toEqual({ deleted: true });
    });

    it('cannot be changed by another member or their assistant', async () => {
      for (const by of [caller(other), await assistantOf(other)])
        await expect(rename(by)).rejects.toMatchObject({ details: { reason: 'role_required' } });
    });
  });

  it('return the address of a feed only when the feed is switched on', async () => {
    const created = await save({ deliver: { feed: true } });
    expect(created.feed_url).toMatch(/\/api\/v1\/feeds\/[0-9a-f]{64}\.atom$/);
    expect(created.feed_url?.slice(-9, -5)).toBe(created.feed_hint);
    const changed = await send('PATCH', `/${created.id}`, { name: 'Other', deliver: { feed: true } });
    expect(changed.body.data).not.toHaveProperty('feed_url');
    const off = await send('PATCH', `/${created.id}`, { deliver: { feed: false } });
    expect(off.body.data).toMatchObject({ feed_hint: null });
  });

  it('are in the audit log with their changes', async () => {
    const { id } = await save({ name: 'Audited' });
    await send('PATCH', `/${id}`, { name: 'Changed', is_enabled: true });
    await send('DELETE', `/${id}`);
    const entries = await app.database.query<{ action: string; changes: object }>(
      'SELECT action, changes FROM audit_entries WHERE target_id = $1 ORDER BY id',
      [id],
    );
    expect(entries.map(({ action }) => action.split('.')[1])).toEqual(['created', 'changed', 'deleted']);
    expect(entries[1]?.changes).toEqual({ name: ['Audited', 'Changed'] });
  });

  it('show their past matches in a preview', async () => {
    for (const text of ['one', 'two', 'three']) await insertPostOpportunity(app.database, { text });
    await app.database.execute(
      `UPDATE opportunities SET created_at = now() - interval '20 days' WHERE id = (SELECT id FROM opportunities LIMIT 1)`,
    );
    const { body } = await send('POST', '/preview', { filters: { source: ['forum'] } });
    expect(body.data).toMatchObject({ count_7_days: 2, count_30_days: 3, is_capped: false, per_week: 0.7 });
    expect((body.data as { sample: unknown[] }).sample).toHaveLength(3);
    expect((await send('POST', '/preview', { filters: { sort: 'x' } })).status).toBe(400);
  });
});
