import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { ImportLog } from '#market/imports/import.log.js';
import { ImportsService } from '#market/imports/imports.service.js';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { COMMAND_LINE, withOrigin } from '#platform/caller/origin.js';
import type { ImportResult } from '#platform/files/file.importer.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { ImportUndoModule } from '#workspace/import-undo/import-undo.module.js';
import { ImportUndo } from '#workspace/import-undo/import-undo.service.js';
import { DetectionService } from '#workspace/opportunities/detection/detection.service.js';
import { call, createKey, startTestApp, type TestApp } from '../../support/app.js';
import { relayEvents } from '../../support/events.js';
import { importLines } from '../../support/imported.js';
import { signedIn } from '../../support/signed-in.js';
import { until } from '../../support/until.js';

const LEAVING =
  'Sync is broken and I lost my work again. We are switching to Kanbanica next month, cancelled our subscription.';

let app: TestApp;
let undo: ImportUndo;

beforeAll(async () => {
  // The tests start detection themselves, so no sweep may enqueue or relay anything meanwhile.
  app = await startTestApp({
    worker: true,
    modules: [ImportUndoModule],
    env: { SWEEP_INTERVAL_SECONDS: '3600' },
  });
  undo = app.get(ImportUndo);
});
afterAll(() => app.close());

const reviewsOf = (product: string, count: number, changes: object = {}) =>
  Array.from({ length: count }, (_, n) => ({
    external_id: `${product}-${n}`,
    platform: 'G2',
    product_name: product,
    text: `Number ${n} works as we expected.`,
    ...changes,
  }));
const imported = (lines: readonly object[]): Promise<ImportResult & { import_id: number }> =>
  importLines(app, ReviewsImporter, lines) as Promise<ImportResult & { import_id: number }>;
const productNamed = (name: string) =>
  app.database.maybeOne<{ id: string; review_count: number; review_changes: number; stored: number }>(
    `SELECT id, review_count, review_changes, (SELECT count(*) FROM reviews WHERE product_id = products.id) AS stored
     FROM products WHERE name = $1`,
    [name],
  );

/** An import of one review that is an opportunity. @returns its number, and the id of the opportunity */
async function importedOpportunity(
  product: string,
  text = LEAVING,
): Promise<{ importId: number; opportunityId: string }> {
  const { import_id: importId } = await imported(reviewsOf(product, 1, { text, reviewer_name: 'Jane Doe' }));
  await detect();
  const { id } = await app.database.one<{ id: string }>(
    'SELECT opportunity.id FROM opportunities opportunity JOIN products ON products.id = product_id WHERE name = $1',
    [product],
  );
  return { importId, opportunityId: id };
}

async function detect(): Promise<void> {
  await relayEvents(app);
  while (await app.inWorker(DetectionService).detectDue());
  // The worker may have claimed a batch first.
  const open = `SELECT count(*)::int AS open FROM detection_batches WHERE state IN ('queued', 'running')`;
  await until(async () => (await app.database.one<{ open: number }>(open)).open === 0);
}

describe('an import', () => {
  it('is a row with its counts, its file and who started it', async () => {
    const lines = [...reviewsOf('Rowly', 2), { ...reviewsOf('Rowly', 1)[0] }, { text: 'no product' }];
    const { import_id } = await withOrigin(COMMAND_LINE, () => imported(lines));
    expect(await app.get(ImportsService).get(import_id)).toMatchObject({
      ...{ kind: 'reviews', state: 'completed', started_by: 'operator', file_name: expect.stringMatching(/\.jsonl$/) },
      ...{ read: 4, inserted: 2, updated: 0, unchanged: 1, rejected: 1, finished_at: expect.any(Date) },
    });
  });

  it('that stores nothing for an hour has failed, because its process was killed', async () => {
    const log = app.get(ImportLog);
    const start = { kind: 'reviews', fileName: 'file.csv', format: null, options: {} };
    const [killed, busy] = [await log.begin(start), await log.begin(start)];
    await app.database.execute(`UPDATE imports SET changed_at = now() - interval '61 minutes' WHERE id = $1`, [
      killed.importId,
    ]);
    await app.inWorker(ImportsService).failStalled();
    const imports = app.get(ImportsService);
    expect(await imports.get(killed.importId)).toMatchObject({
      ...{ state: 'failed', failure: expect.stringMatching(/^Nothing was stored for 60 minutes/) },
    });
    expect(await imports.get(busy.importId)).toMatchObject({ state: 'running' });
  });

  it('that another process continues is written by this process only', async () => {
    const log = app.get(ImportLog);
    const first = await log.begin({ kind: 'reviews', fileName: 'file.csv', format: null, options: {} });
    const store = () => Promise.resolve({ inserted: 1, updated: 0 });
    await log.write(first, { lines: 1, rejected: 0 }, store);
    const second = await log.resume(first.importId);
    await expect(log.write(first, { lines: 1, rejected: 0 }, store)).rejects.toThrow('undone or ended');
    await log.finish(first, null);
    await log.write(second, { lines: 1, rejected: 0 }, store);
    const stored = await app.get(ImportsService).get(first.importId);
    expect([second.counted.inserted, stored.inserted, stored.state]).toEqual([1, 2, 'running']);
  });

  it('that stops early keeps its counts, and says why', async () => {
    const path = join(tmpdir(), `stopped-${uuidv7()}.jsonl`);
    const lines = [...reviewsOf('Stopping', 1_000), ...Array.from({ length: 5 }, () => ({ text: 'no product' }))];
    await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    await expect(app.get(ReviewsImporter).importFile(path, { maxRejects: 2 })).rejects.toThrow('Stopped after 5');
    const [last] = await app.get(ImportsService).list(1);
    expect(last).toMatchObject({ state: 'failed', read: 1_000, failure: expect.stringContaining('Stopped after 5') });
  });

  it('without lines has no row', async () => {
    expect(await imported([])).toMatchObject({ import_id: null, read: 0 });
  });
});

describe('the undo of an import of reviews', () => {
  it('removes its reviews, and leaves the counts of the product right', async () => {
    await imported(reviewsOf('Kept', 3));
    const { import_id } = await imported(reviewsOf('Wrong', 5, { product_name: 'Kept' }));
    expect(await undo.undo(import_id)).toEqual({ removed: 5, products: 0, kept: {} });
    expect(await productNamed('Kept')).toMatchObject({ review_count: 3, stored: 3, review_changes: 13 });
    expect(await app.get(ImportsService).get(import_id)).toMatchObject({ state: 'undone', inserted: 5, removed: 5 });
  });

  it('removes the products that it had created and that nothing uses', async () => {
    const { import_id } = await imported(reviewsOf('4.5 stars', 2));
    expect(await undo.undo(import_id)).toMatchObject({ removed: 2, products: 1 });
    expect(await productNamed('4.5 stars')).toBeNull();
  });

  it('keeps a product that a team follows', async () => {
    const { import_id } = await imported(reviewsOf('Followed', 2));
    const { teamId } = await createKey(app);
    await app.database.execute('INSERT INTO follows SELECT $1, id FROM products WHERE name = $2', [teamId, 'Followed']);
    expect(await undo.undo(import_id)).toMatchObject({ removed: 2, products: 0 });
    expect(await productNamed('Followed')).toMatchObject({ review_count: 0 });
  });

  it('leaves what a later import has changed, and what it updated itself', async () => {
    const first = await imported(reviewsOf('Twice', 4));
    const second = await imported(reviewsOf('Twice', 2, { text: 'It is better now.' }));
    expect(await undo.undo(first.import_id)).toMatchObject({ removed: 2, kept: { changed_later: 2 } });
    expect(await undo.undo(second.import_id)).toMatchObject({ removed: 0, kept: {} });
    expect(await productNamed('Twice')).toMatchObject({ review_count: 2 });
  });

  it('takes the opportunities from the feed and from the changes since a time', async () => {
    const { importId, opportunityId } = await importedOpportunity('Feedly Boards');
    const { key } = await createKey(app);
    const listed = async (query: string) =>
      ((await call(app, 'GET', `/opportunities?${query}`, { key })).body.data as { id: string }[]).map(({ id }) => id);
    expect(await listed('limit=100')).toContain(opportunityId);
    await undo.undo(importId);
    expect(await listed('limit=100')).not.toContain(opportunityId);
    expect(await listed('updated_since=2026-01-01T00:00:00Z')).not.toContain(opportunityId);
  });

  it('is a team event for those who follow the product', async () => {
    const { importId, opportunityId } = await importedOpportunity('Told Boards');
    const { teamId } = await createKey(app);
    const product = await productNamed('Told Boards');
    await app.database.execute('INSERT INTO follows VALUES ($1, $2)', [teamId, product?.id]);
    await undo.undo(importId);
    await relayEvents(app);
    const told = await app.database.query(
      `SELECT (head || 0 || tail)::jsonb -> 'data' AS data FROM team_events WHERE team_id = $1 AND type = 'opportunity.removed'`,
      [teamId],
    );
    expect(told).toEqual([{ data: { product_id: product?.id, opportunity_ids: [opportunityId] } }]);
  });

  it('takes the product from the search', async () => {
    const { import_id } = await imported(reviewsOf('Searchable Wrong', 1));
    const found = async () => ((await call(app, 'GET', '/products?query=searchable')).body.data as object[]).length;
    expect(await found()).toBe(1);
    await undo.undo(import_id);
    expect(await found()).toBe(0);
  });

  it.each([
    [
      'unlocked',
      `INSERT INTO unlocks (id, team_id, opportunity_id, target, field, outcome) VALUES ($1, $2, $3, 'reviewer', 'email', 'not_found')`,
    ],
    [
      'pitched',
      `INSERT INTO pitches (id, team_id, opportunity_id, channels, markdown, engine) VALUES ($1, $2, $3, '{email}', 'x', 'test/1')`,
    ],
    [
      'being_bought',
      `INSERT INTO runs (id, kind, item, team_id, input) VALUES ($1::uuid, 'test', $1::uuid::text, $2, jsonb_build_object('opportunityId', $3::text))`,
    ],
  ])('leaves a review whose opportunity is %s', async (reason, purchase) => {
    const { importId, opportunityId } = await importedOpportunity(`Bought ${reason}`);
    const { teamId } = await createKey(app);
    await app.database.execute(purchase, [uuidv7(), teamId, opportunityId]);
    expect(await undo.preview(importId)).toMatchObject({ removed: 0, kept: { [reason]: 1 } });
    expect(await undo.undo(importId)).toMatchObject({ removed: 0, kept: { [reason]: 1 } });
  });

  it('waits with reviews whose report is being made, and takes them when it is repeated', async () => {
    const { import_id } = await imported(reviewsOf('Reported', 2));
    const mark = (status: string) =>
      app.database.execute(`UPDATE products SET report_status = $1 WHERE name = 'Reported'`, [status]);
    await mark('generating');
    expect(await undo.undo(import_id)).toMatchObject({ removed: 0, kept: { being_read: 2 } });
    await mark('failed');
    expect(await undo.undo(import_id)).toMatchObject({ removed: 2, kept: {} });
  });

  it('removes its quotes and mentions from finished reports, and no others', async () => {
    await imported(reviewsOf('Quoted', 1, { external_id: 'right', text: 'Exports fail each week.' }));
    const { import_id } = await imported(
      reviewsOf('Quoted', 1, { external_id: 'wrong', text: 'Nobody ever answers.' }),
    );
    const reportId = await quotingReport('Quoted');
    await undo.undo(import_id);
    const report = await app.database.one(
      `SELECT jsonb_path_query_array(themes::jsonb, '$[*].quotes[*].quote_text') AS quotes,
         jsonb_path_query_array(themes::jsonb, '$[*].variants[*].quote') AS variants,
         jsonb_path_query_array(switching, '$[*].evidence[*].quote_text') AS evidence,
         (SELECT array_agg(quote_text) FROM theme_mentions WHERE report_id = reports.id) AS mentions
       FROM reports WHERE id = $1`,
      [reportId],
    );
    expect(report).toEqual({
      quotes: ['Exports fail each week.'],
      variants: [null],
      evidence: [],
      mentions: ['Exports fail each week.'],
    });
  });

  it('makes a repost of a removed text an opportunity', async () => {
    const { importId } = await importedOpportunity('Reposted');
    await imported(reviewsOf('Reposted', 1, { external_id: 'repost', text: LEAVING, reviewer_name: 'Jane Doe' }));
    await detect();
    await undo.undo(importId);
    await detect();
    const reposts = await app.database.query(
      `SELECT external_id FROM opportunities JOIN reviews ON reviews.id = review_id WHERE external_id = 'repost'`,
    );
    expect(reposts).toHaveLength(1);
  });

  it('is in the audit log', async () => {
    const { import_id } = await imported(reviewsOf('Audited', 1));
    await undo.undo(import_id);
    const entries = await app.database.query(`SELECT target_id FROM audit_entries WHERE action = 'import.undone'`);
    expect(entries).toContainEqual({ target_id: String(import_id) });
  });

  it('is refused for contacts, whose lines are merged into people', async () => {
    const { import_id } = await importLines(app, ContactsImporter, [{ name: 'Jo Ray', company: 'Acme' }]);
    await expect(undo.undo(import_id as number)).rejects.toThrow('An import of contacts cannot be undone');
  });

  /** A report on a product that quotes all its reviews. */
  async function quotingReport(product: string): Promise<string> {
    const reviews = await app.database.query<{ id: string; text: string }>(
      'SELECT reviews.id, text FROM reviews JOIN products ON products.id = product_id WHERE name = $1 ORDER BY external_id',
      [product],
    );
    const quotes = reviews.map(({ text }) => ({ quote_text: text, platform: 'G2', source_url: '', review_date: '' }));
    const reportId = uuidv7();
    await app.database.execute(
      `INSERT INTO reports (id, product_id, engine, summary, themes, switching, total_themes, metadata, has_mentions)
       SELECT $1, id, 'test/1', 'x', $3, $4, 1, '{}', true FROM products WHERE name = $2`,
      [
        ...[reportId, product],
        JSON.stringify([{ category_name: 'x', quotes, variants: [{ name: 'y', quote: quotes[1] }] }]),
        JSON.stringify([{ direction: 'to', product_id: uuidv7(), reviews: 1, evidence: [quotes[1]] }]),
      ],
    );
    for (const [position, { id, text }] of reviews.entries()) {
      await app.database.execute(
        `INSERT INTO theme_mentions (report_id, theme_id, position, review_id, quote_text, strength, platform)
         VALUES ($1, $1, $2, $3, $4, 1, 'G2')`,
        [reportId, position, id, text],
      );
    }
    return reportId;
  }
});

describe('an undo of many lines', () => {
  it('can be killed and repeated', async () => {
    const { import_id } = await imported(reviewsOf('Killed', 1_200));
    const killed = undo.undo(import_id, () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await app.get(ImportsService).get(import_id)).toMatchObject({ state: 'undoing', removed: 500 });
    expect(await undo.undo(import_id)).toMatchObject({ removed: 700 });
    expect(await app.get(ImportsService).get(import_id)).toMatchObject({ state: 'undone', removed: 1_200 });
  });

  it('stops an import that runs, of which nothing stays', async () => {
    const running = imported(reviewsOf('Stopped', 20_000));
    const outcome = running.then(
      () => 'completed',
      (error: Error) => error.message,
    );
    const importId = await firstBatchOf('Stopped');
    await undo.undo(importId);
    expect(await outcome).toBe(`Import ${importId} was undone or ended while it ran`);
    expect(await productNamed('Stopped')).toBeNull();
  });

  it('leaves all counts right while twenty imports of the same products run', async () => {
    const wrong = await imported(reviewsOf('Parallel', 1_500, { platform: 'wrong' }));
    const files = Array.from({ length: 20 }, (_, n) =>
      ['Parallel', `Parallel ${n % 3}`].flatMap((product) => reviewsOf(product, 200, { platform: `site ${n}` })),
    );
    const [undone, ...results] = await Promise.all([undo.undo(wrong.import_id), ...files.map(imported)]);
    expect(undone).toMatchObject({ removed: 1_500, kept: {} });
    expect(results.map(({ inserted }) => inserted)).toEqual(files.map(() => 400));
    const wrongCounts = await app.database.query(
      `SELECT name, review_count, stored FROM products
       CROSS JOIN LATERAL (SELECT count(*) AS stored FROM reviews WHERE product_id = products.id) counted
       WHERE review_count <> stored`,
    );
    expect(wrongCounts).toEqual([]);
    expect(await productNamed('Parallel')).toMatchObject({ review_count: 4_000 });
  });

  /** Waits until an import has stored reviews of a product. @returns its number */
  async function firstBatchOf(product: string): Promise<number> {
    for (;;) {
      const row = await app.database.maybeOne<{ inserted_by: number }>(
        'SELECT inserted_by FROM products WHERE name = $1',
        [product],
      );
      if (row) return row.inserted_by;
    }
  }
});

describe('what a team has of an opportunity that an undo removes', () => {
  const mentionsOf = (teamId: string) =>
    app.database.query(`SELECT FROM inbox_items WHERE team_id = $1 AND kind = 'mention'`, [teamId]);

  it('leaves no item of a mention in the inbox, whether its event was told before or after', async () => {
    const { importId, opportunityId } = await importedOpportunity('Mentioned');
    const ada = await signedIn(app);
    const { key } = await createKey(app, { teamId: ada.teamId });
    const mention = () =>
      call(app, 'POST', `/opportunities/${opportunityId}/comments`, { key, body: { text: `@${ada.email} look` } });
    await mention();
    await app.inWorker(TeamEventNumbering).number();
    const told = await mentionsOf(ada.teamId);
    await mention();
    await undo.undo(importId);
    await app.inWorker(TeamEventNumbering).number();
    expect([told.length, await mentionsOf(ada.teamId)]).toEqual([1, []]);
  });

  it('leaves a saved search without a last match', async () => {
    const { key } = await createKey(app);
    const body = { name: 'Leavers', filters: { q: ['Kanbanica'] } };
    const saved = await call(app, 'POST', '/saved-searches', { key, body });
    const { id } = saved.body.data as { id: string };
    const { importId } = await importedOpportunity('Matched');
    await relayEvents(app);
    const search = async () => (await call(app, 'GET', `/saved-searches/${id}`, { key })).body.data;
    const before = await search();
    await undo.undo(importId);
    expect([before, await search()]).toMatchObject([
      { matches_7_days: 1, last_matched_at: expect.any(String) },
      { matches_7_days: 0, last_matched_at: null },
    ]);
  });
});

describe('the undo of other imports', () => {
  it('removes posts with their opportunities', async () => {
    const text = 'Can anyone recommend an alternative to Parallel? I am looking for a tool for our team.';
    const { import_id } = await importLines(app, PostsImporter, [{ external_id: 'asked', source: 'forum', text }]);
    await detect();
    expect(await undo.undo(import_id as number)).toMatchObject({ removed: 1 });
    expect(await app.database.query(`SELECT FROM posts WHERE external_id = 'asked'`)).toEqual([]);
  });

  it('removes products, except those in use', async () => {
    const { import_id } = await importLines(app, ProductsImporter, [{ name: 'Unused One' }, { name: 'Used One' }]);
    await imported(reviewsOf('Used One', 1));
    expect(await undo.undo(import_id as number)).toMatchObject({ removed: 1, kept: { in_use: 1 } });
  });
});
