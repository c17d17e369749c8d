import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SourceRejectsQueries } from '#market/sources/source-rejects.queries.js';
import type { Redis } from 'ioredis';
import { REDIS } from '#platform/cache/redis.token.js';
import { SourcePreviews } from '#market/sources/source-previews.service.js';
import { type RecordedPage, SourceRecordings } from '#market/sources/source-recordings.service.js';
import { SourceReplay } from '#market/sources/source-replay.service.js';
import { SourceSlices } from '#market/sources/source-slice.service.js';
import { SourceSyncQueries } from '#market/sources/source-sync.queries.js';
import type { SourceView } from '#market/sources/source.views.js';
import { type NewSource, SourcesService } from '#market/sources/sources.service.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { runCommand } from '../../support/command-line.js';
import { contentOf, queueContentOf } from '../../support/content.js';
import { until } from '../../support/until.js';
import { temporaryFiles } from '../../support/imported.js';
import { answerOfWorld, type WorldItem } from '../../support/source-world.js';
import { exchangeOf } from '../../support/replay.js';
import { type Handler, json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { connectKey, guardedStores, serviceAccount, STORE_HOSTS } from '../../support/stand-ins/store-apis.js';
import { withClockOff } from '../../support/processes/wrong-clock.js';

const HOSTS = [
  ...['https://hn.algolia.com', 'https://api.github.com', 'https://itunes.apple.com', 'https://api.stackexchange.com'],
  ...['https://store.steampowered.com', 'https://addons.mozilla.org', 'https://forum.example.com'],
  ...['https://blog.example.com', 'https://closed.example.com', 'https://moved.example.com'],
  ...['https://moving.example.com', 'https://hidden.example.com', 'https://other.example.com'],
  ...STORE_HOSTS,
];
const NEWEST = Date.now() - 3_600_000;

const STEAM = { connector: 'steam', settings: { app: '438320', product: 'Acme Boards' } };
const GITHUB = { connector: 'github', settings: { repository: 'acme/boards' } };
const FEED = { connector: 'feed', settings: { address: 'https://blog.example.com/feed.xml' } };
const FORUM = { connector: 'discourse', settings: { forum: 'forum.example.com' } };

const PASSWORD = 'a password of operators';
const KEY = randomBytes(32).toString('base64');
const write = temporaryFiles();

let services: StandIn;
let env: Record<string, string>;
let app: TestApp;
let sources: SourcesService;

beforeAll(async () => {
  services = await startStandIn(json(404, {}));
  env = {
    ENCRYPTION_KEYS: KEY,
    OPS_PASSWORD: PASSWORD,
    OPERATOR_CONTACT: 'ops@example.com',
    SOURCE_BASE_URLS: HOSTS.map((host) => `${host}=${services.url}`).join(','),
    EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
  };
  app = await startTestApp({ env });
  sources = app.get(SourcesService);
});
afterAll(async () => {
  await app.close();
  await services.close();
});
beforeEach(async () => {
  await app.database.execute(`UPDATE sources SET state = 'removed'`);
  await app.database.execute('DELETE FROM source_items');
  await app.database.execute('DELETE FROM posts');
  await app.database.execute('DELETE FROM reviews');
  await app.database.execute('DELETE FROM outbound_budgets');
  await app.database.execute('UPDATE sources SET credential_id = NULL');
  await app.database.execute('DELETE FROM source_credentials');
});

/** Texts that are an hour old and older, one every minute. */
const itemsOf = (count: number): WorldItem[] =>
  Array.from({ length: count }, (_, n) => {
    const at = NEWEST - (count - n) * 60_000;
    return { id: 1_000 + n, at, changedAt: at, text: `acme works ${n}` };
  });

/** Answers of a source with these texts. The budget is full again at each request, so that no test waits for its turn. */
const world =
  (items: readonly WorldItem[], headers: Record<string, string> = {}): Handler =>
  (request, response, body) => {
    void app.database.execute('DELETE FROM outbound_budgets').then(() => {
      const { status, body: answer } = answerOfWorld(request.url ?? '', items);
      json(status, answer, headers)(request, response, body);
    });
  };

/** Does what is due at a source in one go, as the worker does. @returns whether something was due */
async function goOn(id: string): Promise<boolean> {
  const [lease] = await app
    .get(SourceSyncQueries)
    .leases.claimDue({ limit: 1, where: { sql: 'leased.id = $1', values: [id] } });
  if (!lease) return false;
  await app.get(SourceSlices).run(lease);
  return true;
}

/** Fetches a source now, to its end. */
async function sync(id: string): Promise<SourceView> {
  await sources.syncNow(id);
  await goOn(id);
  return sources.get(id);
}

async function added(source: NewSource): Promise<string> {
  const { source_id } = await sources.add(source);
  return source_id;
}

const countOf = async (table: string): Promise<number> =>
  (await app.database.one<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`)).rows;
const runOf = async (id: string) => (await sources.runsOf(id))[0];
const cursorOf = (id: string) =>
  app.database.one<{ cursor: { reached: string } | null }>('SELECT cursor FROM sources WHERE id = $1', [id]);

describe('a source', () => {
  it.each([
    { connector: 'hacker-news', settings: { phrase: 'acme' } },
    GITHUB,
    { connector: 'app-store', settings: { app: '904237743', country: 'us', product: 'Acme Boards' } },
    { connector: 'stack-exchange', settings: { site: 'stackoverflow', phrase: 'acme' } },
    FORUM,
    FEED,
    { connector: 'mozilla-addons', settings: { addon: 'acme' } },
    STEAM,
  ])('of $connector is fetched over all its pages, and a second time changes nothing', async (source) => {
    services.behave(world(itemsOf(40)));
    const id = await added(source);
    await sync(id);
    const table = source.connector === 'steam' || /app-store|mozilla/.test(source.connector) ? 'reviews' : 'posts';
    expect([await countOf(table), await countOf('source_items')]).toEqual([40, 40]);
    const events = await countOf('events');
    const view = await sync(id);
    expect(await countOf('events')).toBe(events);
    expect(await runOf(id)).toMatchObject({ outcome: 'done', inserted: 0, updated: 0, rejected: 0 });
    expect(view).toMatchObject({ state: 'active', texts: 40, failure: null, has_gap_since: null });
  });

  it('is not added if its first page cannot be read, and then nothing is kept', async () => {
    services.behave(json(404, {}));
    const before = await countOf('sources');
    await expect(sources.add(STEAM)).rejects.toThrow('store.steampowered.com answered 404');
    expect(await countOf('sources')).toBe(before);
  });

  it('is one for the same place, at the shorter interval', async () => {
    services.behave(world(itemsOf(1)));
    const first = await added(GITHUB);
    const again = await sources.add({ ...GITHUB, settings: { repository: 'ACME/Boards' }, intervalSeconds: 900 });
    expect(again).toEqual({ source_id: first, already_exists: true });
    expect(await sources.get(first)).toMatchObject({ interval_seconds: 900 });
  });

  it('is one when several callers add it at the same time', async () => {
    services.behave(world(itemsOf(1)));
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => sources.add({ ...STEAM, intervalSeconds: 900 })),
    );
    expect(new Set(outcomes.map(({ source_id }) => source_id)).size).toBe(1);
    expect(outcomes.filter(({ already_exists }) => !already_exists)).toHaveLength(1);
  });

  it('says who we are with every request', async () => {
    services.behave(world(itemsOf(1)));
    await added(STEAM);
    expect(services.requests[0]?.headers['user-agent']).toMatch(
      /^Qualm\/[\d.]+ \(\+http:\/\/localhost:\d+\/sources; ops@example.com\)$/,
    );
    const page = await (await fetch(`${app.origin}/sources`)).text();
    for (const words of ['<strong>Steam</strong>, one source', 'Write to ops@example.com'])
      expect(page.replace(/\s+/g, ' ')).toContain(words);
    expect(page).not.toContain('438320');
  });

  it('whose answer has not changed costs one request, and writes nothing but its own row and the run', async () => {
    const items = itemsOf(3);
    services.behave(world(items, { etag: '"1"' }));
    const id = await added(GITHUB);
    // The first fetch looks back for a month, the second one to the newest text.
    await sync(id);
    await sync(id);
    services.behave((request, response, body) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : world(items)(request, response, body),
    );
    await sources.syncNow(id);
    const before = await Promise.all(['source_items', 'events', 'posts', 'imports'].map(countOf));
    await goOn(id);
    expect(await Promise.all(['source_items', 'events', 'posts', 'imports'].map(countOf))).toEqual(before);
    expect(services.requests).toHaveLength(1);
    expect(await runOf(id)).toMatchObject({ outcome: 'done', requests: 1, not_modified: 1, read: 0 });
  });

  it('counts its new texts by days in UTC, whatever the time zone of the database', async () => {
    services.behave(world(itemsOf(2)));
    const id = await added(GITHUB);
    // In Kiritimati, 14 hours ahead, both are texts of one day.
    await app.database.execute(
      `INSERT INTO source_items (source_id, external_id, place, first_seen_at)
       SELECT $1, seconds, 'github', date_trunc('day', now(), 'UTC') - make_interval(secs => seconds)
       FROM unnest(ARRAY[0, 1]) AS seconds`,
      [id],
    );
    const url = `${app.testDatabase.url}?options=-c%20timezone%3DPacific/Kiritimati`;
    const elsewhere = await startTestApp({ beside: app, env: { ...env, DATABASE_URL: url } });
    const { new_by_day } = await elsewhere.get(SourcesService).get(id);
    await elsewhere.close();
    expect(new_by_day.filter((texts) => texts > 0)).toEqual([1, 1]);
  });

  it('is fetched next at its time, whatever the clock of the worker', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(GITHUB);
    await withClockOff(10, () => goOn(id));
    const { last_synced_at, next_sync_at } = await sources.get(id);
    const inTwoHours = Date.now() + 7_200_000;
    expect([last_synced_at?.getTime(), next_sync_at?.getTime()].map((time) => Number(time) < inTwoHours)).toEqual([
      true,
      true,
    ]);
    services.behave(json(500, {}));
    await sources.syncNow(id);
    await withClockOff(10, () => goOn(id));
    expect((await sources.get(id)).next_sync_at?.getTime()).toBeLessThan(inTwoHours);
  });

  it('gets the new text of an edited item, once', async () => {
    const items = itemsOf(3);
    services.behave(world(items));
    const id = await added(STEAM);
    await sync(id);
    Object.assign(items[1] as WorldItem, { text: 'acme broke' });
    await sync(id);
    expect(await runOf(id)).toMatchObject({ inserted: 0, updated: 1 });
  });

  it('fetches older texts beside the new ones if that is wanted', async () => {
    const items = itemsOf(30).map((item, n) => ({ ...item, at: item.at - (n < 20 ? 90 * 86_400_000 : 0) }));
    services.behave(world(items));
    const id = await added(STEAM);
    await sync(id);
    expect(await countOf('reviews')).toBeLessThan(30);
    await sources.syncNow(id, new Date(NEWEST - 365 * 86_400_000));
    while ((await sources.get(id)).is_backfilling) await goOn(id);
    expect(await countOf('reviews')).toBe(30);
  });

  it.each(['new texts', 'older texts'])(
    'fetches the older texts that are wanted while a worker fetches %s',
    async (fetched) => {
      const items = itemsOf(30).map((item, n) => ({ ...item, at: item.at - (n < 20 ? 90 * 86_400_000 : 0) }));
      services.behave(world(items));
      const id = await added(STEAM);
      await sync(id);
      await sources.syncNow(id, fetched === 'older texts' ? new Date(NEWEST - 2 * 86_400_000) : undefined);
      if (fetched === 'older texts') await goOn(id);
      let isAsked = false;
      services.behave((request, response, body) => {
        const wanted = isAsked ? Promise.resolve() : sources.syncNow(id, new Date(NEWEST - 365 * 86_400_000));
        isAsked = true;
        void wanted.then(() => world(items)(request, response, body));
      });
      // Each go is claimed only if it is due at once.
      while (await goOn(id));
      expect([await countOf('reviews'), (await sources.get(id)).is_backfilling]).toEqual([30, false]);
    },
  );

  it('fetches older texts if that is wanted of a place that is a source already', async () => {
    const items = itemsOf(30).map((item, n) => ({ ...item, at: item.at - (n < 20 ? 90 * 86_400_000 : 0) }));
    services.behave(world(items));
    const id = await added(STEAM);
    await sync(id);
    await added({ ...STEAM, since: new Date(NEWEST - 365 * 86_400_000) });
    while (await goOn(id));
    expect(await countOf('reviews')).toBe(30);
  });

  it('is fetched on request while a worker fetches older texts', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    await sync(id);
    await sources.syncNow(id, new Date(NEWEST - 365 * 86_400_000));
    await goOn(id);
    services.behave((request, response, body) => {
      void sources.syncNow(id).then(() => world(itemsOf(3))(request, response, body));
    });
    await goOn(id);
    expect([(await runOf(id))?.kind, await goOn(id), (await runOf(id))?.kind]).toEqual(['backfill', true, 'sync']);
  });

  it('is fetched on request while a worker checks its texts again', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(GITHUB);
    await sync(id);
    await app.database.execute('UPDATE source_items SET next_check_at = now()');
    await app.database.execute('UPDATE sources SET next_attempt_at = now()');
    services.behave((request, response, body) => {
      void sources.syncNow(id).then(() => json(200, {})(request, response, body));
    });
    await goOn(id);
    expect([(await runOf(id))?.kind, await goOn(id), (await runOf(id))?.kind]).toEqual(['recheck', true, 'sync']);
  });

  it('gets its new texts at their time, although the fetch of older ones fails', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    await sync(id);
    await sources.syncNow(id, new Date(NEWEST - 365 * 86_400_000));
    await goOn(id);
    const { next_sync_at } = await sources.get(id);
    services.behave(json(200, '<html>Welcome</html>'));
    await goOn(id);
    expect(await runOf(id)).toMatchObject({ kind: 'backfill', outcome: 'failed' });
    expect(await sources.get(id)).toMatchObject({ next_sync_at });
  });

  it('whose older texts alone were found may have no new ones', async () => {
    const items = itemsOf(3).map((item) => ({ ...item, at: item.at - 90 * 86_400_000 }));
    services.behave(world(items));
    const id = await added({ connector: 'hacker-news', settings: { phrase: 'acme' } });
    await sources.syncNow(id, new Date(NEWEST - 365 * 86_400_000));
    while (await goOn(id));
    expect([await countOf('posts'), await sync(id)]).toEqual([3, expect.objectContaining({ failure: null })]);
  });

  it('goes on if a check without a credential is refused for want of one', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added(GITHUB);
    await sync(id);
    await app.database.execute('UPDATE source_items SET next_check_at = now()');
    await app.database.execute('UPDATE sources SET next_attempt_at = now()');
    services.behave(json(401, {}));
    await goOn(id);
    expect([await runOf(id), await sources.get(id)]).toMatchObject([{ kind: 'recheck' }, { state: 'active' }]);
  });

  it('keeps the items that could not be read for thirty days', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added(STEAM);
    await app.database.execute(
      `INSERT INTO source_rejects (source_id, external_id, reason, at)
       VALUES ($1, 'old', 'no text', now() - interval '31 days'), ($1, 'new', 'no text', now() - interval '29 days')`,
      [id],
    );
    expect(await app.get(SourceRejectsQueries).purge()).toBe(1);
    expect(await app.database.query('SELECT external_id FROM source_rejects')).toEqual([{ external_id: 'new' }]);
  });

  it('that shows the last texts only says since when some may be missing', async () => {
    const items = itemsOf(20);
    services.behave(world(items));
    const id = await added({ connector: 'app-store', settings: { app: '904237743', country: 'us', product: 'Acme' } });
    await sync(id);
    services.behave(world(itemsOf(600).map((item) => ({ ...item, id: item.id + 9_000, at: Date.now() - 300_000 }))));
    expect(await sync(id)).toMatchObject({ has_gap_since: expect.any(Date) });
  });
});

describe('a recording of the sample', () => {
  const folder = join(import.meta.dirname, '../../../sample/sources');
  const recordings = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedPage,
  );
  const recordingOf = (connector: string) =>
    recordings.find((each) => each.connector === connector) as RecordedPage & NewSource;

  it.each(recordings.map((recorded) => [recorded.connector, recorded] as const))(
    'of %s is a paused source with texts, and asks no service',
    async (_, recorded) => {
      services.behave(json(404, {}));
      const { id } = await app.get(SourceRecordings).add(recorded);
      expect(await app.get(SourceRecordings).add(recorded)).toMatchObject({ id });
      const { state, is_recording, texts, rejects } = await sources.get(id);
      expect({ state, is_recording, rejects }).toEqual({ state: 'paused', is_recording: true, rejects: 0 });
      expect(texts).toBeGreaterThan(0);
      expect([await goOn(id), services.requests]).toEqual([false, []]);
    },
  );

  it('names nothing that only tests need', () => {
    for (const recorded of recordings)
      expect(JSON.stringify(recorded)).not.toMatch(/acme|fixture|test issue|john ?doe|lorem|app \d{6}/i);
  });

  it('is there for each connector that needs no credential', () => {
    const names = sources.connectors.flatMap(({ name, credential }) => (credential === 'required' ? [] : name));
    expect(recordings.map(({ connector }) => connector).sort()).toEqual(names.sort());
  });

  it('is fetched once it is resumed, or added by someone', async () => {
    services.behave(world(itemsOf(3)));
    const steam = await app.get(SourceRecordings).add(recordingOf('steam'));
    await sources.resume(steam.id);
    await goOn(steam.id);
    expect(await sources.get(steam.id)).toMatchObject({ is_recording: false, state: 'active', failure: null });
    const github = await app.get(SourceRecordings).add(recordingOf('github'));
    const again = await sources.add(recordingOf('github'));
    expect(again).toEqual({ source_id: github.id, already_exists: true });
    expect(await sources.get(github.id)).toMatchObject({ is_recording: false, state: 'active' });
  });
});

describe("a source of an operator's own app", () => {
  const [google, apple] = [serviceAccount(), connectKey()];
  const PLAY = { connector: 'google-play', settings: { package: 'com.example.app', product: 'Acme' }, secret: google };
  const APP = { app: '904237743', product: 'Acme' };
  const CONNECT = {
    connector: 'app-store-connect',
    settings: { ...APP, issuer: '57246542-96fe-1a63-e053-0824d011072a', key: '2X9R4HXF34' },
    secret: apple,
  };
  const stores = (handler: Handler): Handler => guardedStores(handler, { google, apple });

  it.each([PLAY, CONNECT])('of $connector proves the account, and is fetched over all its pages', async (source) => {
    services.behave(stores(world(itemsOf(40))));
    const id = await added(source);
    await sync(id);
    expect([await countOf('reviews'), (await runOf(id))?.outcome]).toEqual([40, 'done']);
    const secrets = /PRIVATE KEY|eyJ|token-/;
    expect(JSON.stringify(await contentOf(app.database))).not.toMatch(secrets);
    const asked = services.requests.filter(({ url }) => url.pathname === '/token').length;
    await sync(id);
    // The token of Google is used until it ends.
    expect(services.requests.filter(({ url }) => url.pathname === '/token')).toHaveLength(asked);
    expect(await runOf(id)).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
  });

  it.each([
    [{ ...PLAY, secret: '{"client_email":"x"}' }, 'credential must be the JSON file of a service account'],
    [{ ...CONNECT, secret: google }, 'credential must be the .p8 file of a key'],
    [{ ...PLAY, secret: serviceAccount() }, 'oauth2.googleapis.com gives no token for the credential (400)'],
    [{ ...CONNECT, secret: connectKey() }, 'api.appstoreconnect.apple.com does not accept the credential (401)'],
    [{ ...CONNECT, secret: undefined }, 'credential is required'],
  ] as [NewSource, string][])('is not added with another account or file: %#', async (source, message) => {
    services.behave(stores(world(itemsOf(1))));
    await expect(sources.add(source)).rejects.toThrow(message);
    expect(await countOf('source_credentials')).toBe(0);
  });

  it.each([
    ['google-play/error-403', PLAY, 'failed', 'refused'],
    ['google-play/error-404', PLAY, 'failed', 'refused'],
    ['google-play/error-429', PLAY, 'parked', null],
    ['app-store-connect/error-401', CONNECT, 'failed', 'credential'],
    ['app-store-connect/error-403', CONNECT, 'failed', 'refused'],
    ['app-store-connect/error-429', CONNECT, 'parked', null],
  ] as [string, NewSource, string, string | null][])(
    'that is answered %s ends as it says',
    async (recording, source, ...ends) => {
      services.behave(stores(world(itemsOf(1))));
      const id = await added(source);
      const { status, body, headers = {} } = exchangeOf(recording).response;
      services.behave(stores(json(status, body, headers)));
      await sync(id);
      expect([(await runOf(id))?.outcome, (await sources.get(id)).failure_kind]).toEqual(ends);
    },
  );

  it('gets the key and the issuer with another secret, and keeps its product', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added(CONNECT);
    const settings = { ...CONNECT.settings, product: 'Another', key: 'AAAABBBB22' };
    await sources.add({ ...CONNECT, settings });
    const kept = await app.database.one('SELECT settings FROM sources WHERE id = $1', [id]);
    expect(kept).toEqual({ settings: { ...CONNECT.settings, key: 'AAAABBBB22' } });
  });

  it('shows one week of Google Play only, so it is read twice a day, and says after a longer pause what may be missing', async () => {
    services.behave(stores(world(itemsOf(3))));
    const id = await added({ ...PLAY, intervalSeconds: 604_800 });
    expect(await sync(id)).toMatchObject({ interval_seconds: 43_200, has_gap_since: null });
    services.behave(stores(world([])));
    expect(await sync(id)).toMatchObject({ failure: null, has_gap_since: null });
    await app.database.execute(`UPDATE sources SET last_synced_at = now() - interval '7 days' WHERE id = $1`, [id]);
    expect(await sync(id)).toMatchObject({ has_gap_since: expect.any(Date) });
  });

  it('and the public feed of the same app exclude each other, also at the same moment', async () => {
    services.behave(stores(world(itemsOf(1))));
    const feeds = ['us', 'de'].map((country) => ({ connector: 'app-store', settings: { ...APP, country } }));
    const outcomes = await Promise.allSettled([CONNECT, ...feeds].map((source) => sources.add(source)));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? String(each.reason) : []));
    const rows = await app.database.query<{ connector: string }>(
      `SELECT DISTINCT connector FROM sources WHERE state <> 'removed'`,
    );
    expect(rows).toHaveLength(1);
    for (const reason of refused) expect(reason).toContain('Remove that source first');
    expect(refused.length).toBeGreaterThan(0);
    const insert = `INSERT INTO sources (id, connector, settings, settings_key, label, interval_seconds, place_key)
      VALUES (gen_random_uuid(), 'another', '{}', 'x', 'x', 60, 'app-store:904237743')`;
    await expect(app.database.execute(insert)).rejects.toThrow('has a source of another connector');
  });
});

describe('a feed', () => {
  it('whose ids change gives no text twice', async () => {
    const feedWith = (guid: string) =>
      `<rss version="2.0"><channel><title>B</title><item><guid>${guid}</guid><link>/a</link><title>Acme fails</title></item></channel></rss>`;
    services.behave(json(200, feedWith('one')));
    const id = await added(FEED);
    await sync(id);
    services.behave(json(200, feedWith('other')));
    await sync(id);
    expect(await countOf('posts')).toBe(1);
  });

  it('of another host cannot replace a post by naming its id', async () => {
    const feedOf = (title: string) =>
      `<rss version="2.0"><channel><item><guid>one</guid><title>${title}</title></item></channel></rss>`;
    services.behave(json(200, feedOf('Acme fails')));
    await sync(await added(FEED));
    services.behave(json(200, feedOf('Buy my pills')));
    await sync(await added({ connector: 'feed', settings: { address: 'https://other.example.com/feed.xml' } }));
    const posts = await app.database.query<{ text: string }>('SELECT text FROM posts ORDER BY text');
    expect(posts.map(({ text }) => text)).toEqual(['Acme fails', 'Buy my pills']);
  });

  it('that names another product for a post leaves the product as it is', async () => {
    const feed = '<rss version="2.0"><channel><item><guid>one</guid><title>Acme fails</title></item></channel></rss>';
    services.behave(json(200, feed));
    const named = (product: string, exclude: string) => ({
      connector: 'feed',
      settings: { ...FEED.settings, product, exclude },
    });
    await sync(await added(named('Acme', 'nothing')));
    await sync(await added(named('Other', 'nobody')));
    expect(await app.database.query('SELECT product_name FROM posts')).toEqual([{ product_name: 'Acme' }]);
  });

  it('is not fetched before its own words allow, also after an answer that has not changed', async () => {
    const feed = '<rss version="2.0"><channel><ttl>600</ttl><item><title>Acme fails</title></item></channel></rss>';
    services.behave(json(200, feed, { etag: '"1"' }));
    const id = await added(FEED);
    const hoursOf = async () => (Number((await sync(id)).next_sync_at) - Date.now()) / 3_600_000;
    expect(await hoursOf()).toBeCloseTo(10, 1);
    services.behave((_, response) => response.writeHead(304).end());
    expect(await hoursOf()).toBeCloseTo(10, 1);
  });

  it('that is gone for good removes its source', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added(FEED);
    services.behave(json(410, {}));
    await sources.syncNow(id);
    await goOn(id);
    await expect(sources.get(id)).rejects.toThrow('There is no such source');
  });

  it('is not fetched if robots.txt forbids it', async () => {
    services.behave((request, response, body) =>
      request.url === '/robots.txt'
        ? json(200, 'User-agent: *\nDisallow: /feed')(request, response, body)
        : world(itemsOf(1))(request, response, body),
    );
    const closed = { connector: 'feed', settings: { address: 'https://closed.example.com/feed.xml' } };
    await expect(sources.add(closed)).rejects.toThrow('robots.txt of closed.example.com forbids this address');
    expect(services.requests.map(({ url }) => url.pathname)).toEqual(['/robots.txt']);
  });

  it.each([
    ['its own site', 'moved.example.com', 'moved.example.com'],
    ['another site', 'moving.example.com', 'hidden.example.com'],
  ])('is not followed to an address of %s that robots.txt there forbids', async (_, host, target) => {
    services.behave((request, response, body) =>
      request.url === '/robots.txt'
        ? json(200, 'User-agent: *\nDisallow: /hidden')(request, response, body)
        : response.writeHead(302, { location: `https://${target}/hidden.xml` }).end(),
    );
    const feed = { connector: 'feed', settings: { address: `https://${host}/feed.xml` } };
    await expect(sources.add(feed)).rejects.toThrow(`robots.txt of ${target} forbids this address`);
    expect(services.requests.map(({ url }) => url.pathname)).not.toContain('/hidden.xml');
  });
});

describe('a limit', () => {
  it.each([
    ['429 with seconds', json(429, {}, { 'retry-after': '120' }), 120],
    ['403 with words alone', json(403, { message: 'You have exceeded a secondary rate limit' }), 60],
    [
      'an empty quota',
      (...call: Parameters<Handler>) => {
        const reset = String(Math.ceil(Date.now() / 1_000) + 600);
        json(403, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })(...call);
      },
      600,
    ],
  ])('parks the source until its end, and fails nothing: %s', async (_, handler, seconds) => {
    services.behave(world(itemsOf(2)));
    const id = await added(GITHUB);
    services.behave(handler);
    await sources.syncNow(id);
    await goOn(id);
    const { next_attempt_at: next } = await app.database.one<{ next_attempt_at: Date }>(
      'SELECT next_attempt_at FROM sources WHERE id = $1',
      [id],
    );
    expect(Math.abs(next.getTime() - Date.now() - seconds * 1_000)).toBeLessThan(5_000);
    expect(await runOf(id)).toMatchObject({ outcome: 'parked' });
    expect(await sources.get(id)).toMatchObject({ state: 'active', failure: null });
    // Nothing else asks the service meanwhile.
    await sources.syncNow(id);
    await goOn(id);
    expect(services.requests).toHaveLength(1);
  });

  it('in the middle of a walk loses no page', async () => {
    const items = itemsOf(30);
    services.behave(world(items));
    const id = await added(STEAM);
    let asked = 0;
    services.behave((request, response, body) =>
      ++asked === 3
        ? json(429, {}, { 'retry-after': '1' })(request, response, body)
        : world(items)(request, response, body),
    );
    await sources.syncNow(id);
    await goOn(id);
    expect(await countOf('reviews')).toBe(14);
    await app.database.execute('DELETE FROM outbound_budgets');
    await app.database.execute('UPDATE sources SET next_attempt_at = now()');
    await goOn(id);
    expect([await countOf('reviews'), asked]).toEqual([30, 7]);
  });
});

describe('a failure', () => {
  it.each([
    ['401', json(401, {}), { state: 'broken', failure_kind: 'credential' }],
    ['404', json(404, {}), { state: 'broken', failure_kind: 'refused' }],
    ['500', json(500, {}), { state: 'active', failure_kind: 'unreachable' }],
    ['a page of HTML', json(200, '<html>Welcome</html>'), { state: 'active', failure_kind: 'drift' }],
    ['another form', json(200, { success: 2 }), { state: 'active', failure_kind: 'drift' }],
    [
      'no more texts',
      json(200, { success: 1, query_summary: {}, reviews: [] }),
      { state: 'active', failure_kind: 'doubtful' },
    ],
  ])('of %s leaves the cursor where it was, and says what to do', async (_, handler, expected) => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    await sync(id);
    const before = await cursorOf(id);
    services.behave(handler);
    expect(await sync(id)).toMatchObject({
      ...expected,
      what_to_do: expect.any(String),
      failing_since: expect.any(Date),
    });
    expect(await cursorOf(id)).toEqual(before);
    expect(await runOf(id)).toMatchObject({ outcome: 'failed', failure: expect.any(String) });
  });

  it('ends with the next answer that is as before', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    services.behave(json(500, {}));
    await sync(id);
    services.behave(world(itemsOf(3)));
    expect(await sync(id)).toMatchObject({ failure: null, failure_kind: null, failing_since: null, failures: 0 });
  });

  it('of a service five times in a row leaves it alone for ten minutes', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added(STEAM);
    services.behave(json(500, {}));
    await app.database.execute('DELETE FROM outbound_budgets');
    for (let n = 0; n < 6; n++) {
      await app.database.execute('UPDATE outbound_budgets SET allowed_at = now()');
      await sync(id);
    }
    expect(services.requests).toHaveLength(5);
    expect(await runOf(id)).toMatchObject({ outcome: 'parked' });
  });
});

describe('an item in another form', () => {
  const withReview = (change: object): Handler => {
    const { body } = answerOfWorld('/appreviews/438320?cursor=*', itemsOf(7));
    const { reviews, ...rest } = body as { reviews: object[] };
    return json(200, {
      ...rest,
      cursor: '*',
      reviews: reviews.map((review, n) => (n === 0 ? { ...review, ...change } : review)),
    });
  };

  it.each([
    [{ timestamp_created: 'soon' }, 'timestamp_created'],
    [{ review: 'NUL \0 inside' }, 'NUL'],
    [{ review: 'x'.repeat(100_001) }, 'longer than 100,000'],
    [{ review: 'half \ud83d of a pair' }, 'surrogate'],
  ])('is left out with its reason, and the others are imported: %j', async (change, reason) => {
    services.behave(withReview(change));
    const id = await added(STEAM);
    await sync(id);
    expect(await countOf('reviews')).toBe(6);
    expect(await sources.rejectsOf(id)).toEqual([expect.objectContaining({ reason: expect.stringContaining(reason) })]);
  });

  it('is imported later, when it can be read', async () => {
    services.behave(withReview({ timestamp_created: 'soon' }));
    const id = await added(STEAM);
    await sync(id);
    await app.database.execute(
      `UPDATE source_rejects SET raw = jsonb_set(raw, '{timestamp_created}', '1764000000') WHERE source_id = $1`,
      [id],
    );
    expect(await app.get(SourceReplay).replay(id)).toEqual({ replayed: 1, rejected: 0 });
    expect([await countOf('reviews'), await sources.rejectsOf(id)]).toEqual([7, []]);
  });

  it('stops the source if many are, and imports nothing of the page', async () => {
    services.behave(world(itemsOf(7)));
    const id = await added(STEAM);
    const { body } = answerOfWorld('/appreviews/438320?cursor=*', itemsOf(7));
    const { reviews, ...rest } = body as { reviews: object[] };
    services.behave(json(200, { ...rest, reviews: reviews.map((review) => ({ ...review, voted_up: 'yes' })) }));
    for (let n = 0; n < 3; n++) await sync(id).catch(() => undefined);
    expect(await sources.get(id)).toMatchObject({ state: 'broken', failure: expect.stringContaining('voted_up') });
    expect([await countOf('reviews'), (await sources.rejectsOf(id)).length]).toEqual([0, 7]);
  });
});

describe('a hostile answer', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
  const page = (review: string): string => `{"success":1,"query_summary":{},"cursor":"*","reviews":[${review}]}`;
  const entities = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map(
    (name, n, all) => `<!ENTITY ${name} "${n === 0 ? 'lol' : `&${all[n - 1]};`.repeat(10)}">`,
  );
  const bomb = `<!DOCTYPE rss [${entities.join('')}]><rss version="2.0"><channel><item><title>&j;</title></item></channel></rss>`;

  it.each([
    ['JSON of a million levels', STEAM, nested(1_000_000), 'drift'],
    ['an item of a hundred thousand levels', STEAM, page(nested(100_000)), null],
    ['a thousand items of nothing', STEAM, page(Array.from({ length: 1_000 }, () => 'null').join(',')), 'drift'],
    ['a bomb of entities', FEED, bomb, null],
    ['bytes that are no UTF-8', STEAM, Buffer.from([0x7b, 0xff, 0xfe, 0x80]), 'drift'],
    ['NUL', STEAM, '\0\0\0', 'drift'],
  ] as [string, NewSource, string | Buffer, string | null][])(
    'of %s costs no text, no memory and no worker',
    async (_, source, body, kind) => {
      services.behave(world(itemsOf(3)));
      const id = await added(source);
      await sync(id);
      const [before, texts] = [process.memoryUsage().rss, await countOf('source_items')];
      services.behave((__, response) => response.writeHead(200).end(body));
      const { failure_kind } = await sync(id);
      expect([failure_kind, await countOf('source_items')]).toEqual([kind, texts + (source === FEED ? 1 : 0)]);
      const long = await app.database.query(
        `SELECT FROM posts WHERE length(text) > 100 UNION ALL SELECT FROM reviews WHERE length(text) > 100`,
      );
      expect(long).toEqual([]);
      expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(150);
    },
  );
});

describe('a worker', () => {
  it.each([
    [
      'dies before it stores a page',
      `UPDATE sources SET claims = claims + 1, lease_until = NULL, next_attempt_at = now()`,
    ],
    ['loses its lease to another', `UPDATE sources SET claims = claims + 1, lease_until = now() + interval '15 s'`],
  ])('that %s stores nothing of it, and the next one everything once', async (_, change) => {
    const items = itemsOf(21);
    services.behave(world(items));
    const id = await added(STEAM);
    let asked = 0;
    services.behave((request, response, body) => {
      const taken = ++asked === 2 ? app.database.execute(change) : Promise.resolve();
      void taken.then(() => world(items)(request, response, body));
    });
    await sources.syncNow(id);
    await goOn(id);
    expect(await countOf('reviews')).toBe(7);
    await app.database.execute('UPDATE sources SET lease_until = NULL, next_attempt_at = now()');
    await goOn(id);
    expect([await countOf('reviews'), await countOf('source_items')]).toEqual([21, 21]);
    // One page was fetched again.
    expect(asked).toBe(5);
    const twice = 'SELECT id FROM events GROUP BY id HAVING count(*) > 1';
    expect(await app.database.query(twice)).toEqual([]);
  });

  it('whose source is removed meanwhile stores nothing', async () => {
    const items = itemsOf(3);
    services.behave(world(items));
    const id = await added(STEAM);
    services.behave((request, response, body) => {
      void sources.remove(id).then(() => world(items)(request, response, body));
    });
    await sources.syncNow(id);
    await goOn(id);
    expect(await countOf('reviews')).toBe(0);
  });
});

describe('a preview', () => {
  it('shows the lines of the first page, and stores nothing', async () => {
    services.behave(world(itemsOf(5)));
    const tables = ['sources', 'source_items', 'source_runs', 'source_rejects', 'reviews', 'events', 'products'];
    const before = await Promise.all(tables.map(countOf));
    const asked = { ...sources.read(STEAM.connector, STEAM.settings), credential: null };
    const preview = await app.get(SourcePreviews).preview(asked);
    expect(preview).toMatchObject({
      read: 5,
      rejected: [],
      lines: expect.arrayContaining([expect.objectContaining({ platform: 'Steam' })]),
    });
    expect(await Promise.all(tables.map(countOf))).toEqual(before);
    expect(services.requests.length).toBeLessThanOrEqual(2);
  });
});

describe("an operator's command", () => {
  const variables = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    ...{ PATH: process.env.PATH, DATABASE_URL: app.testDatabase.url, REDIS_URL: app.testDatabase.redisUrl },
    ...{ REDIS_KEY_PREFIX: app.testDatabase.redisKeyPrefix, OPERATOR_CONTACT: 'ops@example.com' },
    ...{ SOURCE_BASE_URLS: HOSTS.map((host) => `${host}=${services.url}`).join(','), ENCRYPTION_KEYS: KEY },
    ...{ EGRESS_ALLOWED_CIDRS: '127.0.0.0/8', ...more },
  });
  const qualm = (...words: string[]) => runCommand(['source', ...words, '--json'], variables());
  const steam = ['steam', '--set', 'app=438320', '--product', 'Acme Boards'];

  it('adds, lists, fetches, pauses, resumes and removes a source', async () => {
    services.behave(world(itemsOf(9)));
    const { source_id: id } = JSON.parse((await qualm('add', ...steam, '--every', '6h')).stdout) as {
      source_id: string;
    };
    expect(JSON.parse((await qualm('sync', id, '--wait')).stdout)).toMatchObject({
      run: { outcome: 'done', inserted: 9 },
    });
    expect(JSON.parse((await qualm('list')).stdout)).toMatchObject({
      sources: [{ id, state: 'active', interval_seconds: 21_600, texts: 9 }],
    });
    await qualm('pause', id);
    expect(await qualm('sync', id, '--wait')).toEqual({
      ...{ code: 1, stdout: '', stderr: 'The source is paused: resume it first\n' },
    });
    expect((await qualm('resume', id)).code).toBe(0);
    expect(JSON.parse((await qualm('remove', id, '--erase', '--yes')).stdout)).toMatchObject({ texts_erased: 9 });
    expect(JSON.parse((await qualm('list')).stdout)).toEqual({ sources: [] });
    const entries = await app.database.query<{ action: string; actor_kind: string }>(
      'SELECT action, actor_kind FROM audit_entries WHERE target_id = $1 ORDER BY created_at, id',
      [id],
    );
    expect(entries.map(({ action, actor_kind }) => `${action} by ${actor_kind}`)).toEqual([
      ...['source.added by operator', 'source.fetch_requested by operator', 'source.paused by operator'],
      ...['source.resumed by operator', 'source.removed by operator', 'source.texts_erased by operator'],
    ]);
  });

  it('shows what connectors need, and the first page of a source', async () => {
    services.behave(world(itemsOf(2)));
    expect((await runCommand(['source', 'connectors'], variables())).stdout).toContain('app (required): ');
    expect(JSON.parse((await qualm('preview', ...steam)).stdout)).toMatchObject({ read: 2, rejected: [] });
  });

  it.each([
    [['add', 'steam', '--set', 'app=x', '--product', 'y'], 1, 'app must be the number of an app'],
    [['add', 'teletext'], 1, 'connector must be one of'],
    [['add', 'steam', '--set', 'app'], 2, 'It must be SETTING=VALUE'],
    [['add', ...steam, '--every', '2s'], 2, 'It must be a time from 1m to 30d'],
    [['sync', 'x'], 2, 'It must be a UUID'],
    [['rejects', '01890a5d-ac96-774b-bcce-b302099a8057'], 1, 'There is no such source'],
    [['erase', 'https://example.com/nothing', '--yes'], 1, 'There is no text with this address'],
  ])('that cannot work says why: %j', async (words, code, message) => {
    expect(await qualm(...words)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('adds nothing while the services do not know whom to write to', async () => {
    services.behave(json(200, {}));
    const ended = await runCommand(['source', 'add', ...steam], variables({ OPERATOR_CONTACT: '' }));
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('OPERATOR_CONTACT') });
    expect(services.requests).toEqual([]);
  });

  it('keeps a secret out of every row, and sends it to its own service alone', async () => {
    services.behave(world(itemsOf(1)));
    const path = write('token.txt', 'github_pat_SECRET\n');
    const { source_id: id } = JSON.parse(
      (await qualm('add', 'github', '--set', 'repository=acme/private', '--credential', path)).stdout,
    ) as { source_id: string };
    await qualm('sync', id, '--wait');
    expect(services.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer github_pat_SECRET',
      'Bearer github_pat_SECRET',
    ]);
    expect(JSON.stringify(await contentOf(app.database))).not.toContain('SECRET');
    services.behave((_, response) => response.writeHead(301, { location: 'https://evil.example.com/' }).end());
    await app.database.execute('DELETE FROM outbound_budgets');
    expect((await qualm('sync', id, '--wait')).stderr).toContain('which the credential is not for');
  });
});

describe('a credential', () => {
  const SECRET = 'github_pat_SECRET';

  it.each<[string, Handler]>([
    ['answers', (...request) => world(itemsOf(3))(...request)],
    ['refuses it and repeats it', (_, response) => void response.writeHead(401).end(SECRET)],
    ['fails and repeats it', (_, response) => void response.writeHead(500, { 'x-token': SECRET }).end(SECRET)],
    ['repeats it in another form of answer', json(200, [{ [SECRET]: SECRET }])],
  ])('is in no log, metric, job, page or row while a worker fetches from a service that %s', async (_, behaviour) => {
    services.behave(world(itemsOf(1)));
    const { source_id: id } = await sources.add({ ...GITHUB, secret: SECRET });
    const lines: string[] = [];
    const running = await startTestApp({
      beside: app,
      worker: true,
      env,
      logTo: { write: (line) => lines.push(line) },
    });
    services.behave(behaviour);
    await sources.syncNow(id);
    await until(async () => (await runOf(id))?.ended_at);
    const pages = ['/metrics', '/ops/sources', `/ops/sources/${id}`, '/sources'];
    const answers = await Promise.all(pages.map((path) => fetch(running.origin + path, { headers: CREDENTIALS })));
    const shown = await Promise.all(answers.map((answer) => answer.text()));
    const jobs = await queueContentOf(app.get<Redis>(REDIS), app.testDatabase.redisKeyPrefix);
    await running.close();
    expect([services.requests[0]?.headers.authorization, lines.length > 0, jobs.includes('source')]).toEqual([
      ...[`Bearer ${SECRET}`, true, true],
    ]);
    const kept = JSON.stringify([lines, shown, await contentOf(app.database)]) + jobs;
    expect(kept).not.toContain(SECRET);
  });

  it('that was refused is replaced when its source is added again, which is then fetched', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added({ ...GITHUB, secret: SECRET });
    services.behave(json(401, {}));
    expect(await sync(id)).toMatchObject({ state: 'broken', failure_kind: 'credential' });
    await app.database.execute('DELETE FROM outbound_budgets');
    services.behave(world(itemsOf(1)));
    expect(await sources.add({ ...GITHUB, secret: 'github_pat_NEW' })).toEqual({ source_id: id, already_exists: true });
    await goOn(id);
    expect(services.requests.map(({ headers }) => headers.authorization)).toEqual([
      ...['Bearer github_pat_NEW', 'Bearer github_pat_NEW'],
    ]);
    expect([await countOf('source_credentials'), await sources.get(id)]).toMatchObject([1, { state: 'active' }]);
  });

  it('is not replaced by one that the service refuses', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added({ ...GITHUB, secret: SECRET });
    const before = await app.database.query('SELECT id FROM source_credentials');
    await app.database.execute('DELETE FROM outbound_budgets');
    services.behave(json(401, {}));
    await expect(sources.add({ ...GITHUB, secret: 'github_pat_WRONG' })).rejects.toThrow('(401)');
    expect(await app.database.query('SELECT id FROM source_credentials')).toEqual(before);
    expect(await sources.get(id)).toMatchObject({ state: 'active' });
  });

  it('stays with a source that a team alone wants', async () => {
    services.behave(world(itemsOf(1)));
    const id = await added({ ...GITHUB, secret: SECRET, isOperators: false });
    const source = await app.database.one('SELECT credential_id FROM sources WHERE id = $1', [id]);
    expect(source).toEqual({ credential_id: expect.any(String) });
  });

  it('is kept once when several callers add its source at the same time', async () => {
    services.behave(world(itemsOf(1)));
    await Promise.all(Array.from({ length: 4 }, () => sources.add({ ...GITHUB, secret: SECRET })));
    expect(await countOf('source_credentials')).toBe(1);
  });
});

const CREDENTIALS = { authorization: `Basic ${Buffer.from(`ops:${PASSWORD}`).toString('base64')}` };

describe('an operator in the browser', () => {
  const open = async (path: string): Promise<string> =>
    (await fetch(`${app.origin}/ops/sources${path}`, { headers: CREDENTIALS })).text();
  const press = (path: string, fields: Record<string, string> = {}): Promise<Response> =>
    fetch(`${app.origin}/ops/sources${path}`, {
      ...{ method: 'POST', headers: CREDENTIALS, redirect: 'manual', body: new URLSearchParams(fields) },
    });

  it('sees how a source is, why it stopped, and what to do', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    await sync(id);
    services.behave(json(404, {}));
    await sync(id);
    expect(await open('')).toContain('store.steampowered.com answered 404. Check its settings.');
    expect(await open(`/${id}`)).toContain('<td>failed: store.steampowered.com answered 404</td>');
  });

  it('pauses, resumes, fetches and removes it', async () => {
    services.behave(world(itemsOf(3)));
    const id = await added(STEAM);
    const stateAfter = async (path: string) => {
      expect((await press(`/${id}/${path}`)).status).toBe(303);
      return (await sources.get(id)).state;
    };
    expect([await stateAfter('pause'), await stateAfter('resume'), await stateAfter('sync')]).toEqual([
      ...['paused', 'active', 'active'],
    ]);
    expect(await open(`/${id}/remove`)).toContain('Remove the source');
    expect((await press(`/${id}/remove`, { erase: 'yes' })).status).toBe(303);
    expect((await press(`/${id}/pause`)).status).toBe(404);
  });

  it('has the same figures in the metrics', async () => {
    const metrics = await (await fetch(`${app.origin}/metrics`, { headers: CREDENTIALS })).text();
    for (const line of [
      /^qualm_sources\{state="removed"\} [1-9]/m,
      ...['active', 'paused', 'broken'].map((state) => new RegExp(`^qualm_sources\\{state="${state}"\\} \\d`, 'm')),
      /^qualm_source_lag_seconds \d/m,
      /^qualm_outbound_requests_total\{host="store/m,
    ])
      expect(metrics).toMatch(line);
  });
});
