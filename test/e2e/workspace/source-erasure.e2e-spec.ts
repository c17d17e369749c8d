import { SourcesService } from '#market/sources/sources.service.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { DetectionService } from '#workspace/opportunities/detection/detection.service.js';
import { TextErasureModule } from '#workspace/text-erasure/text-erasure.module.js';
import { SourceChanges } from '#workspace/tracking/source-changes.service.js';
import { TextErasure } from '#workspace/text-erasure/text-erasure.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { importLines } from '../../support/imported.js';
import { answerOfWorld, type WorldItem } from '../../support/source-world.js';
import { json, type StandIn, startStandIn } from '../../support/stand-ins/http-server.js';
import { until } from '../../support/until.js';

const LEAVING =
  'acme sync is broken and I lost my work again. We are switching to Kanbanica next month, cancelled our subscription.';

const ASKING = 'Can anyone recommend an alternative to acme? I am looking for a tool for our team, near number';

let service: StandIn;
let app: TestApp;
let sources: SourcesService;
let changes: SourceChanges;
let items: WorldItem[] = [];
/** The status with which the source refuses to say whether a text is there; null if it does not refuse. */
let refusal: number | null = null;

beforeAll(async () => {
  service = await startStandIn((request, response, body) => {
    const id = /\/v0\/item\/(\d+)\.json/.exec(request.url ?? '')?.[1];
    const found = items.some((item) => String(item.id) === id);
    const answer = id === undefined ? answerOfWorld(request.url ?? '', items).body : found ? { id: Number(id) } : null;
    void app.database
      .execute('DELETE FROM outbound_budgets')
      .then(() =>
        id !== undefined && refusal !== null
          ? json(refusal, 'Permission denied')(request, response, body)
          : json(200, answer === null ? 'null' : answer)(request, response, body),
      );
  });
  app = await startTestApp({
    worker: true,
    modules: [TextErasureModule],
    env: {
      OPERATOR_CONTACT: 'ops@example.com',
      SOURCE_BASE_URLS: ['https://hn.algolia.com', 'https://hacker-news.firebaseio.com']
        .map((host) => `${host}=${service.url}`)
        .join(','),
      EGRESS_ALLOWED_CIDRS: '127.0.0.0/8',
    },
  });
  sources = app.get(SourcesService);
  changes = app.get(SourceChanges);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  refusal = null;
  await app.database.execute(`UPDATE sources SET state = 'removed'`);
  await app.database.execute('DELETE FROM source_items');
});

let lastId = 5_000;
const itemsOf = (count: number, text = ASKING): WorldItem[] =>
  Array.from({ length: count }, (_, n) => {
    const at = Date.now() - 3_600_000 - n * 60_000;
    return { id: ++lastId, at, changedAt: at, text: `${text} ${lastId}` };
  });

let sourceCount = 0;
/** A source with these texts, after its first fetch. */
async function fetched(texts: WorldItem[]): Promise<string> {
  items = texts;
  const phrase = 'acme';
  const { source_id: id } = await sources.add({
    connector: 'hacker-news',
    settings: { phrase, exclude: `nobody says ${++sourceCount}` },
  });
  await until(async () => (await sources.get(id)).last_synced_at);
  return id;
}

/** Has a worker look whether the texts of a source are still there. */
async function recheck(id: string): Promise<void> {
  const runs = (await sources.runsOf(id)).length;
  // In one statement, so that no worker begins between the two.
  await app.database.execute(
    `WITH due AS (UPDATE source_items SET next_check_at = now(), missing_since = missing_since - interval '2 hours')
     UPDATE sources SET next_attempt_at = now(), lease_until = NULL WHERE id = $1`,
    [id],
  );
  await until(async () => {
    const [last, ...others] = await sources.runsOf(id);
    const hasEnded = others.length >= runs && last?.kind === 'recheck' && last.outcome !== null;
    return hasEnded && ((await sources.get(id)).failure_kind !== null || (await isChecked(id)));
  });
}

/** A check of many texts takes more than one turn. */
const isChecked = async (id: string): Promise<boolean> =>
  (await app.database.maybeOne('SELECT FROM source_items WHERE source_id = $1 AND next_check_at <= now() LIMIT 1', [
    id,
  ])) === null;

async function detect(): Promise<void> {
  await relayEvents(app);
  while (await app.inWorker(DetectionService).detectDue());
  const open = `SELECT count(*)::int AS open FROM detection_batches WHERE state IN ('queued', 'running')`;
  await until(async () => (await app.database.one<{ open: number }>(open)).open === 0);
}

const textsOf = async (texts: readonly WorldItem[]) =>
  app.database.query<{ external_id: string; text: string }>(
    'SELECT external_id, text FROM posts WHERE external_id = ANY($1)',
    [texts.map(({ id }) => `hn:${id}`)],
  );
const opportunityOf = (externalId: string) =>
  app.database.maybeOne<{ id: string }>(
    `SELECT opportunity.id FROM opportunities opportunity LEFT JOIN posts ON posts.id = post_id LEFT JOIN reviews ON reviews.id = review_id
     WHERE coalesce(posts.external_id, reviews.external_id) = $1`,
    [externalId],
  );

describe('a text that is gone at its source', () => {
  it('is erased after two misses an hour apart, with its opportunity, and no later fetch or import brings it back', async () => {
    const texts = itemsOf(15);
    // The others repeat its words, so it alone is an opportunity.
    const gone = texts.at(-1) as WorldItem;
    const id = await fetched(texts);
    await detect();
    expect(await opportunityOf(`hn:${gone.id}`)).not.toBeNull();
    items = texts.slice(0, -1);
    await recheck(id);
    expect(await textsOf([gone])).toHaveLength(1);
    await recheck(id);
    await until(async () => (await textsOf([gone])).length === 0);
    expect(await opportunityOf(`hn:${gone.id}`)).toBeNull();
    items = texts;
    await sources.syncNow(id);
    await until(
      async () => (await sources.runsOf(id))[0]?.kind === 'sync' && (await sources.runsOf(id))[0]?.outcome === 'done',
    );
    await importLines(app, PostsImporter, [{ external_id: `hn:${gone.id}`, source: 'forum', text: LEAVING }]);
    expect(await textsOf([gone])).toEqual([]);
  });

  it('stays if it was missing once only', async () => {
    const texts = itemsOf(15);
    const id = await fetched(texts);
    items = texts.slice(1);
    await recheck(id);
    items = texts;
    await recheck(id);
    expect(await textsOf(texts)).toHaveLength(15);
  });

  it.each([400, 403, 404])('stays if the source refuses to say whether it is there, with %d', async (status) => {
    const texts = itemsOf(3);
    const id = await fetched(texts);
    refusal = status;
    await recheck(id);
    await recheck(id);
    expect(await textsOf(texts)).toHaveLength(3);
    expect(await sources.get(id)).toMatchObject({ texts: 3, failure: null });
  });

  it('stays if half of all are gone at once, and the source says so', async () => {
    const texts = itemsOf(12);
    const id = await fetched(texts);
    items = texts.slice(6);
    await recheck(id);
    await recheck(id);
    expect(await textsOf(texts)).toHaveLength(12);
    expect(await sources.get(id)).toMatchObject({
      failure_kind: 'doubtful',
      failure: expect.stringContaining('More than a tenth'),
    });
  });
});

describe('the texts of a source', () => {
  it('are erased with it if that is wanted, and may come back with another one', async () => {
    const texts = itemsOf(5);
    const id = await fetched(texts);
    await app.database.execute(
      `INSERT INTO source_rejects (source_id, external_id, reason, raw) VALUES ($1, '1', 'x', '{"text": "unread"}')`,
      [id],
    );
    expect(await changes.remove(id, { erases: true })).toBe(5);
    expect(await app.database.query('SELECT FROM source_rejects WHERE source_id = $1', [id])).toEqual([]);
    await until(async () => (await textsOf(texts)).length === 0);
    await fetched(texts);
    expect(await textsOf(texts)).toHaveLength(5);
  });

  it('are erased by a repetition if the first one died after the removal, or if the source was removed without them', async () => {
    const texts = itemsOf(5);
    const id = await fetched(texts);
    await changes.remove(id);
    expect(await textsOf(texts)).toHaveLength(5);
    expect(await changes.remove(id, { erases: true })).toBe(5);
    await until(async () => (await textsOf(texts)).length === 0);
    await expect(changes.remove(id, { erases: true })).rejects.toThrow('There is no such source');
  });

  it('stay while another source has them, but not for one that is removed', async () => {
    const texts = itemsOf(3);
    const [removed, left, last] = [await fetched(texts), await fetched(texts), await fetched(texts)];
    await changes.remove(removed);
    expect([await changes.remove(left, { erases: true }), (await textsOf(texts)).length]).toEqual([0, 3]);
    expect(await changes.remove(last, { erases: true })).toBe(3);
    await until(async () => (await textsOf(texts)).length === 0);
  });

  it('that may not be contacted give no contact, and cost nothing', async () => {
    const texts = itemsOf(1);
    await fetched(texts);
    await detect();
    const opportunity = await opportunityOf(`hn:${texts[0]?.id}`);
    const { key } = await createKey(app, { credits: 5, spendCap: 5, scopes: ['read', 'spend:unlock'] });
    const { status, body } = await call(app, 'POST', `/opportunities/${opportunity?.id}/unlock-contact`, {
      ...{ key, body: { field: 'email' } },
    });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ found: false, value: null, reason: 'suppressed', credits_remaining: 5 }),
    ]);
    const shown = await call(app, 'GET', `/opportunities/${opportunity?.id}`, { key });
    expect(shown.body.data).toMatchObject({ can_unlock: false });
  });

  it('that may not be contacted get a public reply, whatever the channel', async () => {
    const texts = itemsOf(1);
    await fetched(texts);
    await detect();
    const opportunity = await opportunityOf(`hn:${texts[0]?.id}`);
    const { key } = await createKey(app, { credits: 5, spendCap: 5 });
    const { body } = await call(app, 'POST', `/opportunities/${opportunity?.id}/generate-pitch`, { key, body: {} });
    expect((body.data as { markdown: string }).markdown.match(/^## .*$/gm)).toEqual(['## Reply in the thread']);
    expect(body.meta).toMatchObject({ next_step: expect.stringContaining('post the draft as a public reply') });
  });
});

describe('the erasure of a text that a person asks for', () => {
  const review = (id: string) => ({
    ...{ external_id: id, platform: 'G2', product_name: `Erased ${id}`, text: `${LEAVING} ${id}` },
    ...{ reviewer_name: 'Jane Doe', review_url: `https://reviews.example.com/${id}` },
  });
  const erase = (id: string) => app.get(TextErasure).eraseByAddress(`https://reviews.example.com/${id}`);

  it('deletes it, and is in the audit log', async () => {
    await importLines(app, ReviewsImporter, [review('one')]);
    expect(await erase('one')).toEqual({ deleted: 1, emptied: 0 });
    await importLines(app, ReviewsImporter, [review('one')]);
    expect(await app.database.query(`SELECT FROM reviews WHERE external_id = 'one'`)).toEqual([]);
    expect(await app.database.query(`SELECT FROM audit_entries WHERE action = 'text.erased'`)).toHaveLength(1);
  });

  it('leaves a row without words and writer if a team has paid for it', async () => {
    await importLines(app, ReviewsImporter, [review('paid')]);
    await detect();
    const opportunity = await opportunityOf('paid');
    const { teamId } = await createKey(app);
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome) VALUES (gen_random_uuid(), $1, $2, 'reviewer', 'email', 'not_found')`,
      [teamId, opportunity?.id],
    );
    expect(await erase('paid')).toEqual({ deleted: 0, emptied: 1 });
    expect(await app.database.one(`SELECT text, reviewer_name FROM reviews WHERE external_id = 'paid'`)).toEqual({
      text: '[deleted at its source]',
      reviewer_name: null,
    });
    const { key } = await createKey(app);
    const { body } = await call(app, 'GET', `/opportunities/${opportunity?.id}`, { key });
    expect(JSON.stringify(body)).not.toContain('Kanbanica');
  });

  it('counts a row that it leaves as a change of its product, once', async () => {
    await importLines(app, ReviewsImporter, [review('counted')]);
    await detect();
    const opportunity = await opportunityOf('counted');
    const { teamId } = await createKey(app);
    await app.database.execute(
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome) VALUES (gen_random_uuid(), $1, $2, 'reviewer', 'email', 'not_found')`,
      [teamId, opportunity?.id],
    );
    const changes = async () =>
      (
        await app.database.one<{ review_changes: number }>(
          `SELECT review_changes FROM products WHERE name = 'Erased counted'`,
        )
      ).review_changes;
    const before = await changes();
    await erase('counted');
    await erase('counted');
    expect((await changes()) - before).toBe(1);
  });

  it('takes its quotes from finished reports, whose product then has changes since', async () => {
    await importLines(app, ReviewsImporter, [review('quoted'), { ...review('other'), product_name: 'Erased quoted' }]);
    const { id: product } = await app.database.one<{ id: string }>(
      `SELECT id FROM products WHERE name = 'Erased quoted'`,
    );
    const quote = { quote_text: 'I lost my work again', platform: 'G2', review_date: '' };
    const quotes = ['quoted', 'other'].map((id) => ({
      ...quote,
      source_url: `https://reviews.example.com/${id}`,
      quote_text: `subscription. ${id}`,
    }));
    const changes = () =>
      app.database.one<{ review_changes: number }>('SELECT review_changes FROM products WHERE id = $1', [product]);
    await app.database.execute(
      `INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, has_mentions)
       VALUES (gen_random_uuid(), $1, 'test/1', 'x', $2, 1, '{"notes": [], "themes": []}', true)`,
      [product, JSON.stringify([{ category_name: 'Sync', quotes }])],
    );
    const before = await changes();
    await erase('quoted');
    const { themes, metadata } = await app.database.one<{ themes: { quotes: object[] }[]; metadata: object }>(
      'SELECT themes, metadata FROM reports WHERE product_id = $1',
      [product],
    );
    expect(themes[0]?.quotes).toEqual([quotes[1]]);
    expect(metadata).toMatchObject({ quotes_removed_at: expect.any(String) });
    expect((await changes()).review_changes).toBeGreaterThan(before.review_changes);
  });
});
