import { randomUUID } from 'node:crypto';
import { SourcesService } from '#market/sources/sources.service.js';
import { TrackingQueries } from '#workspace/tracking/tracking.queries.js';
import { TrackingService } from '#workspace/tracking/tracking.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { textOf } from '../../support/browser.js';
import { signedIn } from '../../support/signed-in.js';
import { answerOfWorld, type WorldItem } from '../../support/source-world.js';
import { type Handler, json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import type { TrackedSource } from '#workspace/tracking/tracking.operations.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { whenLockIsAwaited } from '../../support/lock-wait.js';

const AT = Date.now() - 3_600_000;
const ITEMS: WorldItem[] = [1, 2, 3].map((id) => ({ id, at: AT, changedAt: AT, text: `acme works ${id}` }));

const PASSWORD = 'a password of operators';

let service: StandIn;
let app: TestApp;

const world: Handler = (request, response, body) => {
  void app.database
    .execute('DELETE FROM outbound_budgets')
    .then(() => json(200, answerOfWorld(request.url ?? '', ITEMS).body)(request, response, body));
};

beforeAll(async () => {
  service = await startStandIn(json(404, {}));
  app = await startTestApp({
    env: {
      OPERATOR_CONTACT: 'ops@example.com',
      OPS_PASSWORD: PASSWORD,
      SOURCE_BASE_URLS: `https://api.github.com=${service.url},https://store.steampowered.com=${service.url}`,
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
      PLAN_LIMITS_GROWTH: 'sources=3,source_minutes=60',
    },
  });
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(() => service.behave(world));

let repositories = 0;
const another = (more: object = {}) => ({
  connector: 'github',
  settings: { repository: `acme/boards-${++repositories}`, product: 'Acme' },
  ...more,
});
const add = (key: string, body: object) => call(app, 'POST', '/sources', { key, body });
const sourceOf = ({ body }: Awaited<ReturnType<typeof add>>) =>
  (body.data as { source: { id: string; interval_seconds: number } }).source;
const listed = async (key: string) => (await call(app, 'GET', '/sources', { key })).body.data as { id: string }[];

/** Presses a button of a source on the page of operators. */
async function press(id: string, button: string, fields: Record<string, string> = {}): Promise<void> {
  const authorization = `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}`;
  const { status } = await fetch(`${app.origin}/ops/sources/${id}/${button}`, {
    ...{ method: 'POST', headers: { authorization }, redirect: 'manual', body: new URLSearchParams(fields) },
  });
  expect(status).toBe(303);
}

/** The entries of the audit log about a source, of a team or of operators alone, the oldest first. */
const entriesOf = (id: string, teamId: string | null) =>
  app.database.query<{ action: string; actor_kind: string }>(
    `SELECT action, actor_kind FROM audit_entries WHERE target_id = $1 AND team_id IS NOT DISTINCT FROM $2 ORDER BY created_at, id`,
    [id, teamId],
  );

/** What the events of a team say about a source, the oldest first. */
const eventsOf = async (id: string, teamId: string): Promise<string[]> => {
  const events = await app.database.query<{ tail: string }>(
    `SELECT tail FROM team_events WHERE team_id = $1 AND type = 'source.changed' AND tail LIKE '%' || $2 || '%' ORDER BY created_at, id`,
    [teamId, id],
  );
  return events.map(
    ({ tail }) => `${/"change":"(\w+)"/.exec(tail)?.[1]} by ${/"by":\{"kind":"(\w+)"/.exec(tail)?.[1]}`,
  );
};

/** Ends what the teams of a source have, as the purge of deleted teams and the round after it do. */
async function purgeTeamsOf(sourceId: string): Promise<void> {
  await app.database.execute('DELETE FROM team_sources WHERE source_id = $1', [sourceId]);
  expect(await app.get(TrackingService).relaxLeft()).toBe(1);
}

describe('the sources of a team', () => {
  it('are offered with what they need and what their terms allow', async () => {
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', '/sources/connectors', { key });
    expect(body.data).toContainEqual(
      expect.objectContaining({ name: 'github', is_available: true, is_contactable: false, terms: expect.any(String) }),
    );
  });

  it('are added after a look at the first page, listed, and removed with the last team that has them', async () => {
    const [one, other] = [await createKey(app), await createKey(app)];
    const wanted = another();
    const preview = await call(app, 'POST', '/sources/preview', { key: one.key, body: wanted });
    expect(preview.body.data).toMatchObject({
      read: 3,
      lines: [{ text: expect.stringContaining('acme works') }, {}, {}],
    });
    const { id } = sourceOf(await add(one.key, wanted));
    expect(sourceOf(await add(other.key, wanted)).id).toBe(id);
    expect((await add(one.key, wanted)).body.data).toMatchObject({ already_tracked: true });
    expect((await call(app, 'GET', `/sources/${id}`, { key: other.key })).body.data).toMatchObject({
      id,
      state: 'active',
    });
    await call(app, 'DELETE', `/sources/${id}`, { key: one.key });
    expect([await listed(one.key), (await listed(other.key)).length]).toEqual([[], 1]);
    const gone = await call(app, 'DELETE', `/sources/${id}`, { key: other.key });
    expect(gone.body.data).toEqual({ removed: true });
    await expect(app.get(SourcesService).get(id)).rejects.toThrow('There is no such source');
  });

  it('that teams share are called by each team as it has named them', async () => {
    const [one, other] = [await createKey(app), await createKey(app)];
    const wanted = (product: string) => ({ connector: 'steam', settings: { app: '438320', product, maker: 'Acme' } });
    const { id } = sourceOf(await add(one.key, wanted('Secret of one')));
    const labels = ['Steam: Secret of one', 'Steam: Choice of other'];
    const added = sourceOf(await add(other.key, wanted('Choice of other')));
    expect(added).toMatchObject({ id, label: labels[1], settings: { product: 'Choice of other' } });
    await press(id, 'pause');
    for (const [at, { key, teamId }] of [one, other].entries()) {
      const seen = (await call(app, 'GET', `/sources/${id}`, { key })).body.data;
      expect([(await listed(key))[0], seen]).toEqual([seen, expect.objectContaining({ label: labels[at] })]);
      const names = 'SELECT DISTINCT target_name FROM audit_entries WHERE team_id = $1 AND target_id = $2';
      expect(await app.database.query(names, [teamId, id])).toEqual([{ target_name: labels[at] }]);
    }
    // As a team that joined before the names of teams were kept.
    await app.database.execute('UPDATE team_sources SET settings = NULL WHERE team_id = $1', [other.teamId]);
    expect(await listed(other.key)).toMatchObject([{ label: 'Steam: 438320', settings: { app: '438320' } }]);
  });

  it('are in the audit log and in an event when they are added and removed', async () => {
    const { key, teamId } = await createKey(app);
    const { id } = sourceOf(await add(key, another()));
    await call(app, 'DELETE', `/sources/${id}`, { key });
    const entries = `SELECT action FROM audit_entries WHERE team_id = $1 AND target_id = $2 ORDER BY created_at`;
    expect(await app.database.query(entries, [teamId, id])).toEqual([
      { action: 'source.added' },
      { action: 'source.removed' },
    ]);
    const events = await app.database.query<{ tail: string }>(
      `SELECT tail FROM team_events WHERE team_id = $1 AND type = 'source.changed' ORDER BY created_at`,
      [teamId],
    );
    expect(events.map(({ tail }) => [tail.includes(id), /"change":"(\w+)"/.exec(tail)?.[1]])).toEqual([
      [true, 'added'],
      [true, 'removed'],
    ]);
  });

  it('are in the audit log and in an event of each team when an operator pauses, resumes and removes them', async () => {
    const teams = [await createKey(app), await createKey(app)];
    const wanted = another();
    let id = '';
    for (const { key } of teams) ({ id } = sourceOf(await add(key, wanted)));
    for (const button of ['pause', 'resume', 'remove']) await press(id, button);
    for (const { teamId } of teams) {
      const entries = await entriesOf(id, teamId);
      expect(entries.map(({ action, actor_kind }) => `${action} by ${actor_kind}`)).toEqual([
        ...['source.added by key', 'source.paused by operator'],
        ...['source.resumed by operator', 'source.removed by operator'],
      ]);
      expect(await eventsOf(id, teamId)).toEqual([
        ...['added by key', 'paused by operator', 'resumed by operator', 'removed by operator'],
      ]);
    }
    expect(await entriesOf(id, null)).toEqual([]);
  });

  it('that no team has are in the audit log of operators alone, once for each change', async () => {
    const { source_id: id } = await app.get(SourcesService).add(another());
    for (const button of ['pause', 'pause', 'resume', 'sync', 'remove']) await press(id, button, { erase: 'yes' });
    expect((await entriesOf(id, null)).map(({ action }) => action)).toEqual([
      ...['source.added', 'source.paused', 'source.resumed', 'source.fetch_requested', 'source.removed'],
    ]);
  });

  it('that an operator adds, too, are in the audit log of operators', async () => {
    const { key } = await createKey(app);
    const wanted = another();
    const { id } = sourceOf(await add(key, wanted));
    for (let n = 0; n < 2; n++) await app.get(SourcesService).add(wanted);
    expect((await entriesOf(id, null)).map(({ action }) => action)).toEqual(['source.added']);
  });

  it.each([
    ['without the end of its host', 'feed', { address: 'https://[::1' }, 'address'],
    ['with a sign that no host has', 'feed', { address: 'https://exa%mple.com/feed' }, 'address'],
    ['with a port that cannot be', 'discourse', { forum: 'forum.example.com:99999' }, 'forum'],
    ['too long for an index', 'feed', { address: `https://example.com/${'長'.repeat(1_000)}` }, 'address'],
  ])('are refused with an address %s', async (_, connector, settings, setting) => {
    const { key } = await createKey(app);
    for (const path of ['/sources', '/sources/preview']) {
      const { status, body } = await call(app, 'POST', path, { key, body: { connector, settings } });
      expect([status, body.error?.details]).toMatchObject([400, { reason: 'source_settings_invalid', setting }]);
    }
  });

  it('that need a credential are for the operator alone', async () => {
    const { key } = await createKey(app);
    const body = { connector: 'google-play', settings: { package: 'com.example.app', product: 'Acme' } };
    for (const path of ['/sources', '/sources/preview'])
      expect((await call(app, 'POST', path, { key, body })).body.error).toMatchObject({
        message: expect.stringContaining('is for the operator of this service alone'),
      });
  });

  it('of the operator stay when the last team leaves', async () => {
    const { key } = await createKey(app);
    const wanted = another();
    const { source_id: id } = await app.get(SourcesService).add(wanted);
    await add(key, wanted);
    await call(app, 'DELETE', `/sources/${id}`, { key });
    expect(await app.get(SourcesService).get(id)).toMatchObject({ state: 'active' });
  });

  it('are removed when their only team is gone', async () => {
    const { key, teamId } = await createKey(app);
    const { id } = sourceOf(await add(key, another()));
    // As the purge of a deleted team does.
    await app.database.execute('DELETE FROM team_sources WHERE team_id = $1', [teamId]);
    await app.database.execute(`UPDATE sources SET created_at = now() - interval '2 hours' WHERE id = $1`, [id]);
    expect(await app.get(TrackingService).removeUnwanted()).toBe(1);
    await expect(app.get(SourcesService).get(id)).rejects.toThrow('There is no such source');
  });

  it('stay if a team adds one in the moment in which it would be removed', async () => {
    const [gone, other] = [await createKey(app), await createKey(app)];
    const wanted = another();
    const { id } = sourceOf(await add(gone.key, wanted));
    const queries = app.get(TrackingQueries);
    jest.spyOn(queries, 'unwanted').mockImplementationOnce(async () => {
      await app.database.execute('DELETE FROM team_sources WHERE team_id = $1', [gone.teamId]);
      await add(other.key, wanted);
      return [id];
    });
    expect(await app.get(TrackingService).removeUnwanted()).toBe(0);
    expect(await app.get(SourcesService).get(id)).toMatchObject({ state: 'active' });
  });

  it('are fetched as often as the team that wants it most, and no more often than its plan allows', async () => {
    const [one, other] = [await createKey(app), await createKey(app)];
    const wanted = another();
    const { id, interval_seconds } = sourceOf(await add(one.key, { ...wanted, interval_minutes: 1 }));
    expect(interval_seconds).toBe(3_600);
    await call(app, 'DELETE', `/sources/${id}`, { key: one.key });
    const slow = sourceOf(await add(one.key, { ...wanted, interval_minutes: 600 }));
    expect(slow.interval_seconds).toBe(36_000);
    expect(sourceOf(await add(other.key, { ...wanted, interval_minutes: 120 })).interval_seconds).toBe(7_200);
    await call(app, 'DELETE', `/sources/${slow.id}`, { key: other.key });
    expect((await call(app, 'GET', `/sources/${slow.id}`, { key: one.key })).body.data).toMatchObject({
      interval_seconds: 36_000,
    });
  });

  it.each([
    ['leaves', (key: string, id: string) => call(app, 'DELETE', `/sources/${id}`, { key })],
    ['is gone', (_: string, id: string) => purgeTeamsOf(id)],
  ])('of the operator are fetched as often as the operator wants again when the last team %s', async (_, end) => {
    const { key } = await createKey(app);
    const wanted = another();
    const { source_id: id } = await app.get(SourcesService).add({ ...wanted, intervalSeconds: 36_000 });
    expect(sourceOf(await add(key, { ...wanted, interval_minutes: 60 })).interval_seconds).toBe(3_600);
    await end(key, id);
    expect(await app.get(SourcesService).get(id)).toMatchObject({ state: 'active', interval_seconds: 36_000 });
  });

  it('that the operator adds too are fetched as often as the operator wants when the last team leaves', async () => {
    const { key } = await createKey(app);
    const wanted = another();
    const { id } = sourceOf(await add(key, { ...wanted, interval_minutes: 60 }));
    await app.get(SourcesService).add({ ...wanted, intervalSeconds: 36_000 });
    expect(await app.get(SourcesService).get(id)).toMatchObject({ interval_seconds: 3_600 });
    await call(app, 'DELETE', `/sources/${id}`, { key });
    expect(await app.get(SourcesService).get(id)).toMatchObject({ interval_seconds: 36_000 });
  });

  it('are fetched for a team that adds a place while the last other team leaves it', async () => {
    const [leaving, adding] = [await createKey(app), await createKey(app)];
    const place = another();
    const { id } = sourceOf(await add(leaving.key, place));
    let answer: ReturnType<typeof add> | undefined;
    await app.database.transaction(async () => {
      const caller = { team: { id: leaving.teamId } } as TeamCaller;
      await app.get(TrackingService).remove(caller, id);
      const added = app.database.outside(() => add(adding.key, place));
      await Promise.race([added, whenLockIsAwaited(app.database)]);
      answer = added;
    });
    expect((await answer)?.status).toBe(200);
    const { body } = await call(app, 'GET', '/sources', { key: adding.key });
    expect((body.data as TrackedSource[]).map(({ state }) => state)).toEqual(['active']);
  });

  it('are as many as the free plan has when the subscription has ended', async () => {
    const team = { id: randomUUID(), tier: 'growth', status: 'canceled' } as const;
    const free = await app.get(TrackingService).useOf({ ...team, tier: 'free' });
    expect(await app.get(TrackingService).useOf(team)).toEqual(free);
  });

  it('are never more than the plan has, whoever adds at the same time', async () => {
    const { key } = await createKey(app);
    await add(key, another());
    await add(key, another());
    // The operator has them already, so that no addition has to ask a service.
    const places = Array.from({ length: 50 }, () => another());
    for (const place of places) await app.get(SourcesService).add(place);
    const answers = await Promise.all(places.map((place) => add(key, place)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 403)?.body.error).toMatchObject({
      details: { reason: 'source_limit_reached', limit: 3, current: 3, upgrade_required: true },
    });
    expect(await listed(key)).toHaveLength(3);
  });

  it('leave nothing behind when their first page cannot be read', async () => {
    const { key } = await createKey(app);
    service.behave(json(404, {}));
    const { status, body } = await add(key, another());
    expect([status, body.error?.details]).toEqual([
      400,
      { reason: 'source_unreadable', failure_kind: 'refused', failure: 'api.github.com answered 404' },
    ]);
    expect(await listed(key)).toEqual([]);
  });

  it.each([
    [{ connector: 'teletext', settings: {} }, 'connector must be one of'],
    [{ connector: 'github', settings: { repository: '../..' } }, 'repository must be owner/name'],
    [{ connector: 'github', settings: { repository: { deep: true } } }, 'repository must be text'],
    [{ connector: 'github', settings: 'x' }, 'settings'],
    [{ connector: 'github', settings: { repository: 'a/b', secret: 'x' } }, 'secret is not a setting of github'],
    [{ connector: 'feed', settings: { address: 'http://169.254.169.254/' } }, 'The address is refused'],
  ])('are refused with a clear reason: %j', async (body, message) => {
    const { key } = await createKey(app);
    const answer = await call(app, 'POST', '/sources/preview', { key, body });
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('are previewed at most ten times a minute', async () => {
    const { key } = await createKey(app);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++)
      statuses.push((await call(app, 'POST', '/sources/preview', { key, body: another() })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('of another team are not found', async () => {
    const [one, other] = [await createKey(app), await createKey(app)];
    const { id } = sourceOf(await add(one.key, another()));
    expect((await call(app, 'GET', `/sources/${id}`, { key: other.key })).status).toBe(404);
    expect((await call(app, 'DELETE', `/sources/${id}`, { key: other.key })).body.data).toEqual({ removed: false });
  });

  it('are not there in test mode, where nothing is fetched', async () => {
    const { teamId } = await createKey(app);
    const { key } = await createKey(app, { teamId, test: true });
    const { status, body } = await add(key, another());
    expect([status, body.error?.details, service.requests]).toEqual([403, { reason: 'live_mode_only' }, []]);
  });
});

describe('a member of a team', () => {
  it('sees what a place gives before it is added, adds it, and removes it', async () => {
    const { open, send } = await signedIn(app);
    const shown = await send(await open('/app/sources/add/github'), 'preview/github', { repository: 'acme/shown' });
    expect(textOf(shown)).toContain('3 items on its first page');
    const added = await send(shown, 'add/github');
    expect(textOf(added)).toContain('Added: acme/shown.');
    const removed = await send(added, 'remove');
    expect(textOf(removed)).toContain('Removed. Its texts stay.');
    expect(textOf(removed)).not.toContain('acme/shown');
  });

  it('has no place asked by a link to the form alone, nor by a form without the token of the session', async () => {
    const { browser, open } = await signedIn(app);
    const filled = await open('/app/sources/add/github?repository=acme%2Flinked');
    expect(filled.html).toContain('value="acme/linked"');
    const forged = await browser.open(new URL('/app/sources/preview/github', app.origin), {
      ...{ method: 'POST', body: new URLSearchParams({ repository: 'acme/linked' }) },
    });
    expect([forged.status, service.requests]).toEqual([403, []]);
  });

  it('sees why a place cannot be read', async () => {
    const { open, send } = await signedIn(app);
    service.behave(json(404, {}));
    const refused = await send(await open('/app/sources/add/github'), 'preview/github', { repository: 'acme/gone' });
    expect(textOf(refused)).toContain('api.github.com answered 404');
    expect(refused.html).toContain('value="acme/gone"');
  });

  it('sees why a place cannot be added', async () => {
    const { open, send } = await signedIn(app);
    const shown = await send(await open('/app/sources/add/github'), 'preview/github', { repository: 'acme/lost' });
    service.behave(json(404, {}));
    expect(textOf(await send(shown, 'add/github'))).toContain('api.github.com answered 404');
  });
});
