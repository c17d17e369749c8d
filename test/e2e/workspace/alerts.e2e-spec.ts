import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { parseFeed } from 'feedsmith';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamSuspensions } from '#accounts/teams/team-suspensions.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENDPOINT_DISABLED } from '#accounts/webhooks/webhooks.events.js';
import { FRUSTRATION_TIERS, SENTIMENTS } from '#analysis/analysis.types.js';
import { ENV, type Env } from '#config/env.js';
import { REPORT_COMPLETED, TEAM_REPORT_COMPLETED } from '#market/reports/reports.events.js';
import { EventLog } from '#platform/events/event-log.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { OpportunitiesSubscriber } from '#workspace/opportunities/opportunities.subscriber.js';
import { ProductChangesModule } from '#workspace/product-changes/product-changes.module.js';
import { ProductChanges } from '#workspace/product-changes/product-changes.service.js';
import { DigestsQueries, type DueDigest } from '#workspace/saved-searches/digests.queries.js';
import { DigestsService } from '#workspace/saved-searches/digests.service.js';
import { itemContentOf } from '#workspace/inbox/inbox.titles.js';
import type { SavedSearchView, SavedSearchWithFeed } from '#workspace/saved-searches/saved-searches.operations.js';
import type { MatchView } from '#workspace/saved-searches/matches.operations.js';
import { OPPORTUNITIES_DETECTED, OPPORTUNITIES_REMOVED } from '#workspace/opportunities/opportunities.events.js';
import { OpportunityMatching } from '#workspace/opportunities/opportunity-matching.service.js';
import { OPPORTUNITY_SOURCES, OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { SearchMatcher } from '#workspace/saved-searches/search.matcher.js';
import { type ApiResponse, call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { insertPostOpportunity, insertReviewOpportunity } from '../../support/opportunities.js';
import { withClockOff } from '../../support/processes/wrong-clock.js';

const MAX_A_DAY = 60;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    worker: true,
    modules: [ProductChangesModule],
    env: {
      ALERT_MATCHES_PER_DAY: String(MAX_A_DAY),
      PLAN_LIMITS_GROWTH: 'saved_searches=500',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    },
  });
});
afterAll(() => app.close());

const send = (key: string, method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  call(app, method, path, { key, body });

/** @returns the search, or undefined if it is refused */
async function trySave(key: string, body: object): Promise<SavedSearchWithFeed | undefined> {
  const { body: answer } = await send(key, 'POST', '/saved-searches', { name: 'Exports', ...body });
  return answer.data as SavedSearchWithFeed | undefined;
}

async function save(key: string, body: object): Promise<SavedSearchWithFeed> {
  const search = await trySave(key, body);
  if (!search) throw new Error('The search was refused.');
  return search;
}

/** Requests an address that an answer or mail names, at the server of the test. */
const request = (address: string, init?: RequestInit): Promise<Response> =>
  fetch(`${app.origin}${new URL(address).pathname}`, init);

/** Stores opportunities whose searched text is `text`, without an event. */
async function store(text: string, count = 1): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => insertPostOpportunity(app.database, { text })));
  await app.database.execute('UPDATE opportunities SET search_text = $2 WHERE id = ANY($1)', [ids, text]);
  return ids;
}

/** Publishes a batch like detection, and waits until every subscriber has handled it. */
async function tell(opportunity_ids: string[], updated_ids: string[] = []): Promise<void> {
  await app.get(EventLog).append(OPPORTUNITIES_DETECTED, { opportunity_ids, updated_ids });
  await relayEvents(app);
}

async function matchesOf(key: string, { id }: SavedSearchView): Promise<MatchView[]> {
  return (await send(key, 'GET', `/saved-searches/${id}/matches`)).body.data as MatchView[];
}

interface Alert {
  saved_search: { id: string; name: string };
  total: number;
  truncated: boolean;
  opportunities: { id: string; updated: boolean; app_url: string }[];
}

async function alertsOf(teamId: string): Promise<Alert[]> {
  const rows = await app.database.query<{ data: Alert }>(
    `SELECT (head || 0 || tail)::jsonb -> 'data' AS data FROM team_events
     WHERE team_id = $1 AND type = 'alert.matched' ORDER BY created_at, id`,
    [teamId],
  );
  return rows.map(({ data }) => data);
}

describe('a batch of new opportunities', () => {
  it('makes one match and one event for each search that fits, without duplicates', async () => {
    const { key, teamId } = await createKey(app);
    const fitting = await save(key, { filters: { q: ['ZEBRA'] }, deliver: { webhook: true } });
    const quiet = await save(key, { filters: { q: ['zebra'] } });
    const other = await save(key, { filters: { q: ['zebra'], exclude: ['stripes'] }, deliver: { webhook: true } });
    const [id = ''] = await store('a zebra has stripes');
    await tell([id]);
    await tell([id]);
    const opportunity = (await send(key, 'GET', `/opportunities/${id}`)).body.data;
    const match = { matched_at: expect.any(String) as string, updated: false, relevant: null, opportunity };
    expect(await matchesOf(key, fitting)).toEqual([match]);
    expect(await matchesOf(key, quiet)).toEqual([match]);
    expect(await matchesOf(key, other)).toEqual([]);
    const { id: searchId, name } = fitting;
    expect(await alertsOf(teamId)).toMatchObject([
      { saved_search: { id: searchId, name }, total: 1, truncated: false, opportunities: [{ id, updated: false }] },
    ]);
    const found = (await send(key, 'GET', `/saved-searches/${searchId}`)).body.data;
    expect(found).toMatchObject({ matches_7_days: 1, last_matched_at: expect.any(String) as string });
  });

  it('reports only new matches of a text that was read again', async () => {
    const { key, teamId } = await createKey(app);
    const search = await save(key, { filters: { q: ['giraffe'] }, deliver: { webhook: true } });
    const [had = '', fits = ''] = await store('a giraffe', 2);
    await tell([had]);
    await tell([], [had, fits]);
    expect((await matchesOf(key, search)).map(({ updated, opportunity }) => [opportunity.id, updated])).toEqual([
      [fits, true],
      [had, false],
    ]);
    expect((await alertsOf(teamId)).map(({ opportunities }) => opportunities[0])).toMatchObject([
      { id: had, updated: false },
      { id: fits, updated: true },
    ]);
  });

  it('reports nothing to a search that was off, saved later, or changed to other filters later', async () => {
    const { key } = await createKey(app);
    const filters = { q: ['ostrich'] };
    const off = await save(key, { filters, is_enabled: false });
    const changed = await save(key, { filters: { q: ['nothing'] } });
    const ids = await store('an ostrich');
    await app.get(EventLog).append(OPPORTUNITIES_DETECTED, { opportunity_ids: ids, updated_ids: [] });
    await app.database.execute(`UPDATE events SET created_at = now() - interval '1 minute' WHERE relayed_at IS NULL`);
    await app.database.execute(
      `UPDATE saved_searches SET active_since = active_since - interval '1 hour' WHERE id = ANY($1)`,
      [[off.id, changed.id]],
    );
    const later = await save(key, { filters });
    await send(key, 'PATCH', `/saved-searches/${changed.id}`, { filters });
    await relayEvents(app);
    for (const search of [off, changed, later]) expect(await matchesOf(key, search)).toEqual([]);
    await tell(await store('an ostrich'));
    const counts = await Promise.all([off, changed, later].map((search) => matchesOf(key, search)));
    expect(counts.map(({ length }) => length)).toEqual([0, 1, 1]);
  });

  it('is sent in events of at most 50, and beyond the daily limit in one event that states it', async () => {
    const { key, teamId } = await createKey(app);
    await save(key, { filters: { q: ['ibis bird'] }, deliver: { webhook: true } });
    await tell(await store('ibis birds', 55));
    await tell(await store('ibis birds', 10));
    await tell(await store('ibis birds', 1));
    const told = (await alertsOf(teamId)).map(({ total, truncated, opportunities }) => [
      total,
      truncated,
      opportunities.length,
    ]);
    expect(told.sort()).toEqual(
      [
        [55, false, 50],
        [55, false, 5],
        [10, false, 5],
        [10, true, 0],
      ].sort(),
    );
  });
});

describe('matches', () => {
  it('are read by cursor, marked as relevant, and only by their team', async () => {
    const { key } = await createKey(app);
    const search = await save(key, { filters: { q: ['walrus'] } });
    const ids = await store('a walrus', 3);
    await tell(ids);
    const path = `/saved-searches/${search.id}/matches`;
    const first = await send(key, 'GET', `${path}?page_size=2`);
    const { pagination } = first.body.meta as { pagination: { next_cursor: string } };
    const second = await send(key, 'GET', `${path}?page_size=2&cursor=${pagination.next_cursor}`);
    const seen = [first, second].flatMap(({ body }) => (body.data as MatchView[]).map((each) => each.opportunity.id));
    expect(seen.sort()).toEqual(ids.sort());
    expect(second.body.meta).toMatchObject({ pagination: { has_more: false, next_cursor: null } });

    const marked = await send(key, 'PATCH', `${path}/${ids[0]}`, { relevant: true });
    expect(marked.body.data).toMatchObject({ relevant: true, opportunity: { id: ids[0] } });
    await send(key, 'PATCH', `${path}/${ids[1]}`, { relevant: false });
    expect((await send(key, 'GET', `/saved-searches/${search.id}`)).body.data).toMatchObject({ relevant_share: 0.5 });
    await send(key, 'PATCH', `${path}/${ids[1]}`, { relevant: null });
    expect((await send(key, 'GET', `/saved-searches/${search.id}`)).body.data).toMatchObject({ relevant_share: 1 });
    expect((await send(key, 'PATCH', `${path}/${ids[1]}`, {})).status).toBe(400);

    const { key: stranger } = await createKey(app);
    expect((await send(stranger, 'GET', path)).status).toBe(404);
    expect((await send(stranger, 'PATCH', `${path}/${ids[0]}`, { relevant: true })).status).toBe(404);
  });
});

describe('the inbox', () => {
  interface Item {
    id: string;
    kind: string;
    title: string;
    app_url: string;
    saved_search_ids: string[];
    is_read: boolean;
    created_at: string;
  }

  const inboxOf = async (key: string): Promise<Item[]> => (await send(key, 'GET', '/inbox')).body.data as Item[];

  it('has one item for each opportunity, even if several searches found it', async () => {
    const { key } = await createKey(app);
    const first = await save(key, { filters: { q: ['marmot'] } });
    const second = await save(key, { filters: { q: ['marmots'] } });
    await save(key, { filters: { q: ['marmot'] }, deliver: { inbox: false } });
    const [id = ''] = await store('marmots');
    await tell([id]);
    const later = await save(key, { filters: { q: ['marmots'] } });
    await tell([], [id]);
    const { title } = (await send(key, 'GET', `/opportunities/${id}`)).body.data as { title: string };
    expect(await inboxOf(key)).toMatchObject([
      {
        kind: 'opportunity',
        title,
        app_url: `${app.get<Env>(ENV).PUBLIC_URL}/app/opportunities/${id}`,
        opportunity_id: id,
        saved_search_ids: [first.id, second.id, later.id].sort(),
        is_read: false,
      },
    ]);
  });

  it('has finished reports with their themes, thresholds, and disabled endpoints', async () => {
    const { key, teamId } = await createKey(app);
    const events = app.get(TeamEvents);
    await events.append(TEAM_REPORT_COMPLETED, { ...TEAM_REPORT_COMPLETED.example, reason: 'followed' }, teamId);
    await events.append(ENDPOINT_DISABLED, ENDPOINT_DISABLED.example, teamId);
    await app.inWorker(TeamEventNumbering).number();
    await relayEvents(app);
    expect((await inboxOf(key)).map(({ kind }) => kind).sort()).toEqual(['endpoint', 'report']);
    expect(itemContentOf({ id: 'e', team_id: teamId, type: 'credits.low', data: { threshold: 80 } })).toMatchObject({
      kind: 'threshold',
      subject: 'e',
      title: '80% of the credits of this period are used',
    });
    const spiked = { product: { id: 'p', name: 'Tabula' }, report_id: 'r', themes: [{}] };
    expect(itemContentOf({ id: 'e', team_id: teamId, type: 'theme.spiked', data: spiked })).toMatchObject({
      subject: 'r',
      title: 'Tabula: the report is ready, with 1 new or growing theme',
      replaces: true,
    });
  });

  it('is marked as read item by item or as a whole, and only by its team', async () => {
    const { key } = await createKey(app);
    await save(key, { filters: { q: ['lemming'] } });
    await tell(await store('lemmings', 3));
    const [item] = await inboxOf(key);
    const { key: stranger } = await createKey(app);
    expect((await send(stranger, 'PATCH', `/inbox/${item?.id}`, { is_read: true })).status).toBe(404);
    expect((await send(key, 'PATCH', `/inbox/${item?.id}`, { is_read: true })).body.data).toEqual({
      ...item,
      is_read: true,
    });
    expect((await send(key, 'POST', '/inbox/read-all')).body.data).toEqual({ read: 2 });
    expect((await inboxOf(key)).map(({ is_read }) => is_read)).toEqual([true, true, true]);
  });
});

describe('the feed', () => {
  it('shows the newest matches as Atom without contact data, and ends when the address is replaced', async () => {
    const { key, teamId } = await createKey(app);
    const { feed_url: first = '', id } = await save(key, { filters: { q: ['okapi'] }, deliver: { feed: true } });
    const text = `an okapi & <friends>, write to me@okapi.example ${'x'.repeat(600)}`;
    const [opportunity] = await store(text);
    await tell([opportunity ?? '']);
    const response = await request(first);
    const { feed } = parseFeed(await response.text());
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-robots-tag')]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      'noindex',
    ]);
    expect(response.headers.get('cache-control')).toBe('private, max-age=300');
    expect(feed).toMatchObject({
      id: `urn:uuid:${id}`,
      title: { value: 'Exports' },
      entries: [
        { id: `urn:uuid:${opportunity}`, summary: { value: expect.stringContaining('& <friends>') as string } },
      ],
    });
    const summary = (feed as { entries: { summary: { value: string } }[] }).entries[0]?.summary.value ?? '';
    expect([summary.length, summary.includes('me@okapi.example')]).toEqual([500, false]);
    const again = await request(first, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);

    const rotated = await send(key, 'POST', `/saved-searches/${id}/rotate-feed`);
    const { feed_url: second } = rotated.body.data as { feed_url: string };
    expect([(await request(first)).status, (await request(second)).status]).toEqual([404, 200]);
    await app.database.execute(`UPDATE teams SET subscription_status = 'canceled' WHERE id = $1`, [teamId]);
    expect((await request(second)).status).toBe(404);
  });

  it('is not there while its team is suspended', async () => {
    const { key, teamId } = await createKey(app);
    const { feed_url: address = '' } = await save(key, { filters: {}, deliver: { feed: true } });
    const statuses: number[] = [];
    for (const isSuspended of [true, false]) {
      await app.get(TeamSuspensions).suspend(teamId, isSuspended);
      statuses.push((await request(address)).status);
    }
    expect(statuses).toEqual([404, 200]);
  });

  it('states its own limit with every answer', async () => {
    const { key } = await createKey(app);
    const { feed_url: address = '' } = await save(key, { filters: {}, deliver: { feed: true } });
    const unknown = address.replace(/[0-9a-f]{64}/, '0'.repeat(64));
    for (const each of [address, unknown]) {
      const { headers } = await request(each);
      expect([headers.get('x-ratelimit-limit'), headers.get('ratelimit-policy')]).toEqual([
        '60',
        '"default";q=60;w=60',
      ]);
      expect(headers.get('ratelimit')).toMatch(
        new RegExp(`^"default";r=${headers.get('x-ratelimit-remaining')};t=\\d+$`),
      );
    }
  });

  it('has no address to replace while it is off', async () => {
    const { key } = await createKey(app);
    const { id } = await save(key, { filters: {} });
    expect((await send(key, 'POST', `/saved-searches/${id}/rotate-feed`)).status).toBe(400);
  });
});

describe('digests', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
  const mails = async () => (await app.get(MailsService).list(100)).filter(({ kind }) => kind === 'digest');

  async function recipientOf(teamId: string): Promise<{ id: string; email: string }> {
    const email = `${randomBytes(6).toString('hex')}@acme.example`;
    const { id } = await app.get(TeamsService).addUser(teamId, email, 'a long password', 'member');
    await app.database.execute('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]);
    return { id, email };
  }

  it('send each person the matches of all their searches once a period, and end with one click', async () => {
    const { key, teamId } = await createKey(app);
    const { id: userId, email } = await recipientOf(teamId);
    const daily = { email: { frequency: 'daily', recipients: [userId] } };
    await save(key, { name: 'First', filters: { q: ['quokka'] }, deliver: daily });
    await save(key, { name: 'Second', filters: { q: ['quokkas'] }, deliver: daily });
    const digests = app.get(DigestsService);
    await tell(await store('quokkas'));
    const sent = await Promise.all([digests.send(inDays(1)), digests.send(inDays(1))]);
    expect(sent.sort()).toEqual([0, 1]);
    const [mail] = (await mails()).filter(({ to }) => to === email);
    expect(mail).toMatchObject({ subject: 'A new opportunity matches your searches' });
    const { text } = await app.get(MailsService).get(mail?.id ?? '');
    expect(text.match(/\(high frustration; found by First, Second\)/g)).toHaveLength(1);
    expect(await digests.send(inDays(2))).toBe(0);
    await tell(await store('quokkas', 2));
    expect(await digests.send(inDays(3))).toBe(1);
    const toldUntil = () => app.database.query('SELECT told_until FROM digest_recipients WHERE user_id = $1', [userId]);
    const told = await toldUntil();
    const searches = (
      await app.database.query<{ search_id: string }>('SELECT search_id FROM digest_recipients WHERE user_id = $1', [
        userId,
      ])
    ).map(({ search_id: id }) => ({ id, name: '' }));
    await app
      .inWorker(DigestsQueries)
      .noteSent({ teamId, userId, dueAt: inDays(-1), searches } as unknown as DueDigest);
    expect(await toldUntil()).toEqual(told);

    const link = mail?.links[1] ?? '';
    expect((await request(link)).status).toBe(200);
    const forged = await request(
      link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      { method: 'POST' },
    );
    expect(forged.status).toBe(404);
    const clicked = await request(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(clicked.status).toBe(200);
    const { body } = await send(key, 'GET', '/saved-searches');
    expect((body.data as SavedSearchView[]).map(({ deliver }) => deliver.email)).toEqual([null, null]);
    await tell(await store('quokkas'));
    expect(await digests.send(inDays(4))).toBe(0);
  });

  it('are looked for once if they have no matches, and the next one has what comes after', async () => {
    const { key, teamId } = await createKey(app);
    const { id: userId } = await recipientOf(teamId);
    await save(key, { filters: { q: ['numbat'] }, deliver: { email: { frequency: 'daily', recipients: [userId] } } });
    const digests = app.get(DigestsService);
    const look = jest.spyOn(app.get(DigestsQueries), 'findBest');
    const looks = () => look.mock.calls.filter(([digest]) => digest.userId === userId).length;
    await digests.send(inDays(1));
    await digests.send(inDays(1));
    expect(looks()).toBe(1);
    look.mockRestore();
    await tell(await store('numbat'));
    expect(await digests.send(inDays(2))).toBe(1);
  });

  it('are not sent early by a worker whose clock is days ahead', async () => {
    const { key, teamId } = await createKey(app);
    const { id: userId, email } = await recipientOf(teamId);
    await save(key, { filters: { q: ['wombats'] }, deliver: { email: { frequency: 'daily', recipients: [userId] } } });
    await tell(await store('wombats'));
    await withClockOff(2, () => app.get(DigestsService).sendDue());
    expect((await mails()).filter(({ to }) => to === email)).toEqual([]);
  });

  it('wait while their team is suspended, and then have the matches of that time', async () => {
    const { key, teamId } = await createKey(app);
    const { id: userId, email } = await recipientOf(teamId);
    await save(key, { filters: { q: ['numbats'] }, deliver: { email: { frequency: 'daily', recipients: [userId] } } });
    const subjects = async () => (await mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    await app.get(TeamSuspensions).suspend(teamId, true);
    await tell(await store('numbats', 2));
    await app.get(DigestsService).send(inDays(1));
    expect(await subjects()).toEqual([]);
    await app.get(TeamSuspensions).suspend(teamId, false);
    await app.get(DigestsService).send(inDays(1));
    expect(await subjects()).toEqual(['2 new opportunities match your searches']);
  });
});

describe('the matcher', () => {
  const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
  const day = fc.integer({ min: 0, max: 40 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString());

  it('finds in memory exactly what the listing contains, both ways, for random filters', async () => {
    const { key, teamId } = await createKey(app);
    const products = await fill(teamId);
    await send(key, 'POST', '/watchlist', { product_id: products[0] });
    const filters = fc.sample(
      fc.record(
        {
          status: some(OPPORTUNITY_STATUSES),
          is_viewed: fc.boolean(),
          is_revealed: fc.boolean(),
          source: some(OPPORTUNITY_SOURCES),
          product_id: some(products),
          watchlist: fc.boolean(),
          frustration_tier: some(FRUSTRATION_TIERS),
          sentiment: some(SENTIMENTS),
          has_buying_signal: fc.boolean(),
          min_rating: fc.constantFrom(0, 2, 3.5),
          min_score: fc.constantFrom(0, 40),
          country: some(['FRANCE', 'germany']),
          industry: some(['retail', 'Banking']),
          q: some(['crash', 'Support', 'export fails', 'ort', '100%', '退款太慢']),
          exclude: some(['crash', 'slow', '_', '😀']),
          created_after: day,
          created_before: day,
          published_after: day,
          published_before: day,
        },
        { requiredKeys: [] },
      ),
      150,
    );
    const searches: SavedSearchView[] = [];
    for (const each of filters) {
      const kept = fc.sample(fc.shuffledSubarray(Object.entries(each), { maxLength: 4 }), 1)[0] ?? [];
      const search = await trySave(key, { filters: Object.fromEntries(kept), deliver: { inbox: false } });
      // An inverted range is refused.
      if (search) searches.push(search);
    }
    const rows = await app.database.query<{ id: string }>(`SELECT id FROM opportunities WHERE engine = 'matcher/1'`);
    const known = new Set(rows.map(({ id }) => id));
    const opportunities = await app.inWorker(OpportunityMatching).find([...known]);
    const stored = new Map(opportunities.map(({ id: each }) => [each, new Date(Date.now() + 1_000)]));
    const found = await app.inWorker(SearchMatcher).find(opportunities, stored);
    for (const { id, filters: sent } of searches) {
      const matched = found.filter(({ search }) => search.id === id).map(({ opportunity }) => opportunity.id);
      expect([sent, matched.sort()]).toEqual([sent, (await listed(key, sent, known)).sort()]);
    }
    expect(new Set(found.map(({ search }) => search.id)).size).toBeGreaterThan(50);
  });

  async function listed(key: string, filters: object, known: ReadonlySet<string>): Promise<string[]> {
    const parameters = new URLSearchParams({ page_size: '100' });
    for (const [name, value] of Object.entries(filters)) {
      for (const each of [value].flat()) parameters.append(name, String(each));
    }
    const { body } = await send(key, 'GET', `/opportunities?${parameters}&ids=${[...known].join('&ids=')}`);
    expect(body.error).toBeUndefined();
    return (body.data as { id: string }[]).map(({ id }) => id);
  }

  /** Eighty opportunities of different kinds, some touched by the team. @returns their products */
  async function fill(teamId: string): Promise<string[]> {
    const products = await app.database.query<{ id: string }>(
      `INSERT INTO products (id, name) SELECT gen_random_uuid(), 'Matched ' || n FROM generate_series(1, 3) n RETURNING id`,
    );
    await app.database.execute(
      `WITH text AS (
         SELECT n, gen_random_uuid() AS id FROM generate_series(1, 80) n
       ), review AS (
         INSERT INTO reviews (id, product_id, platform, external_id, text)
         SELECT id, ($1::uuid[])[1 + n % 3], 'Matched', n::text, 'text' FROM text WHERE n % 2 = 0 RETURNING id
       ), post AS (
         INSERT INTO posts (id, source, external_id, text)
         SELECT id, CASE n % 4 WHEN 1 THEN 'forum' ELSE 'network' END, 'matched ' || n, 'text' FROM text WHERE n % 2 = 1 RETURNING id, source
       ), opportunity AS (
         INSERT INTO opportunities (id, source, review_id, post_id, product_id, frustration_tier, sentiment, has_buying_signal,
                                    pain_points, score, rating, country, industry, search_text, engine, created_at, published_at)
         SELECT gen_random_uuid(), CASE n % 4 WHEN 1 THEN 'forum' WHEN 3 THEN 'network' ELSE 'review' END,
                CASE WHEN n % 2 = 0 THEN text.id END, CASE WHEN n % 2 = 1 THEN text.id END,
                CASE WHEN n % 5 > 0 THEN ($1::uuid[])[1 + n % 3] END,
                (ARRAY['low', 'medium', 'high', 'critical'])[1 + n % 4],
                (ARRAY['positive', 'neutral', 'negative', 'mixed'])[1 + n * 7 % 4], n % 3 = 0,
                '{"summary": "", "items": [], "buying_signals": [], "competitors_mentioned": [], "reason": ""}', n % 5 * 20,
                CASE WHEN n % 2 = 0 AND n % 10 > 0 THEN n % 10 / 2.0 END, (ARRAY['france', 'germany', NULL])[1 + n % 3],
                (ARRAY['retail', 'banking', NULL])[1 + n % 7 % 3],
                (ARRAY['the export fails', '100% of it will crash', 'slow support', '退款太慢 😀', 'under_score support crashes'])[1 + n % 5],
                'matcher/1', timestamptz '2026-01-10' + make_interval(days => n / 4),
                CASE WHEN n % 6 > 0 THEN timestamptz '2026-01-20' - make_interval(days => n % 19) END
         FROM text LEFT JOIN review USING (id) LEFT JOIN post USING (id)
         RETURNING id, created_at, frustration_rank
       ), triage AS (
         INSERT INTO opportunity_triage (team_id, opportunity_id, status, viewed_at, opportunity_created_at, frustration_rank)
         SELECT $2, id, (ARRAY['new', 'contacted', 'lost'])[1 + floor(random() * 3)], CASE WHEN random() < 0.5 THEN now() END,
                created_at, frustration_rank
         FROM opportunity WHERE random() < 0.5
       )
       INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome)
       SELECT gen_random_uuid(), $2, id, 'reviewer', 'email', CASE WHEN random() < 0.7 THEN 'found' ELSE 'not_found' END
       FROM opportunity WHERE random() < 0.4`,
      [products.map(({ id }) => id), teamId],
    );
    return products.map(({ id }) => id);
  }
});

describe('an event of a product that is merged before the event is delivered', () => {
  it('is told to the followers of the product that stays', async () => {
    const { key, teamId } = await createKey(app);
    for (const productName of ['Goes', 'Stays']) await insertReviewOpportunity(app.database, { productName });
    const idOf = async (name: string): Promise<string> =>
      (await app.database.one<{ id: string }>('SELECT id FROM products WHERE name = $1', [name])).id;
    const [goes, stays] = [await idOf('Goes'), await idOf('Stays')];
    await call(app, 'POST', '/watchlist', { key, body: { product_id: stays } });
    await app.get(ProductChanges).merge(goes, stays);
    const [events, opportunity_id] = [app.get(EventLog), randomUUID()];
    const products = [{ id: goes, opportunity_ids: [opportunity_id] }];
    await events.append(OPPORTUNITIES_REMOVED, { kind: 'reviews', products, repost_keys: [] });
    const [report_id, generated_at] = [randomUUID(), new Date().toISOString()];
    await events.append(REPORT_COMPLETED, { report_id, product_id: goes, generated_at, total_themes: 1 });
    await relayEvents(app);
    const told = `SELECT type, (head || 0 || tail)::jsonb -> 'data' AS data FROM team_events
                  WHERE team_id = $1 AND type IN ('opportunity.removed', 'report.completed') ORDER BY type`;
    expect(await app.database.query(told, [teamId])).toMatchObject([
      { data: { product_id: stays, opportunity_ids: [opportunity_id] } },
      { data: { product: { id: stays, name: 'Stays' }, report_id, reason: 'followed' } },
    ]);
  });
});

describe('the removal of more opportunities than an event may have', () => {
  it('is told in several events, each of them valid', async () => {
    const { key, teamId } = await createKey(app);
    await insertReviewOpportunity(app.database);
    const { id: productId } = await app.database.one<{ id: string }>('SELECT id FROM products LIMIT 1');
    await call(app, 'POST', '/watchlist', { key, body: { product_id: productId } });
    const opportunity_ids = Array.from({ length: 501 }, () => randomUUID());
    await app.inWorker(OpportunitiesSubscriber).removed({
      id: randomUUID(),
      occurredAt: new Date(),
      payload: { products: [{ id: productId, opportunity_ids }] },
    } as never);
    const told = await app.database.query<{ tail: string }>(
      `SELECT tail FROM team_events WHERE team_id = $1 AND type = 'opportunity.removed' ORDER BY tail`,
      [teamId],
    );
    expect(told.map(({ tail }) => tail.match(/[0-9a-f-]{36}/g)?.length ?? 0).sort()).toEqual([2, 501]);
  });
});
