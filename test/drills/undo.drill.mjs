import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:undo [-- --reviews 100000]`: imports reviews, buys a report and contacts on them, imports a file that changes some
 * of them, and undoes the first import. Checks that the undo lists what stays, that counts add up, and that nothing else is left in
 * the search, the feed, its changes, reports and the tables.
 */
const PRODUCTS = 20;
const CHANGED = 1_000;
const UNLOCKS = 20;
const LIMIT_SECONDS = 600;

const { values } = parseArgs({ options: { reviews: { type: 'string', default: '100000' } } });
const REVIEWS = Number(values.reviews);
const service = await RunningService.prepare({ RATE_LIMIT_SPENDING: '100000', SWEEP_INTERVAL_SECONDS: '2' });
const failures = [];
try {
  await service.start();
  const first = await imported('first.jsonl', reviewsFrom(0, REVIEWS));
  await detected();
  const [{ found }] = await service.rows(
    'SELECT count(*)::int AS found FROM opportunities WHERE review_id IN (SELECT id FROM reviews WHERE inserted_by = $1)',
    [first],
  );
  console.log(`${found} opportunities in the reviews of the import`);
  await importContacts();
  const reported = await reportOf('Undoable 0');
  const bought = await unlocked(first);
  await imported('second.jsonl', reviewsFrom(REVIEWS - CHANGED, REVIEWS, ' It is worse now.'));
  await imported('third.jsonl', reviewsFrom(REVIEWS, REVIEWS + CHANGED));
  await detected();

  const startedAt = performance.now();
  console.log(await service.qualm('import', 'undo', String(first), '--yes'));
  console.log(`undone in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await demandKept(first, bought);
  await demandGone(reported);
  await demandCounts();
  console.log('credits verify:', await service.qualm('credits', 'verify'));
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) throw new Error('The drill failed.');
  console.log('passed');
} finally {
  await service.stop();
}

function* reviewsFrom(start, end, added = '') {
  const pains = ['Sync is broken', 'The export fails', 'Support never answers', 'It crashes when I open large files'];
  for (let n = start; n < end; n++) {
    const isLeaving = n % 10 === 0;
    yield {
      external_id: `undo-${n}`,
      platform: 'G2',
      product_name: `Undoable ${n % PRODUCTS}`,
      text: `${pains[n % pains.length]} for customer ${n}.${isLeaving ? ` We are switching to Kanbanica next month, reason ${n}.` : ''}${added}`,
      rating: 1 + (n % 3),
      published_at: new Date(Date.UTC(2026, n % 10, 1 + (n % 28))).toISOString(),
      reviewer_name: `Undo Person ${n}`,
      reviewer_company: `Undo Company ${n % 900}`,
      company_website: `https://undo-${n % 900}.example`,
    };
  }
}

/** @returns the number of the import */
async function imported(name, reviews) {
  const path = join(service.dataDir, name);
  const lines = function* () {
    for (const review of reviews) yield `${JSON.stringify(review)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  console.log(await service.qualm('import', 'reviews', path));
  const [{ id }] = await service.rows('SELECT max(id) AS id FROM imports');
  return id;
}

async function detected() {
  const startedAt = performance.now();
  const open = `SELECT (SELECT count(*) FROM detection_batches WHERE state IN ('queued', 'running')) +
    (SELECT count(*) FROM events WHERE relayed_at IS NULL) AS open`;
  do {
    if (performance.now() - startedAt > LIMIT_SECONDS * 1_000) throw new Error('The detection does not end.');
    await wait(500);
  } while (Number((await service.rows(open))[0].open) > 0);
}

async function reportOf(name) {
  const [{ id }] = await service.rows('SELECT id FROM products WHERE name = $1', [name]);
  const { status, body } = await service.post(`/products/${id}/generate-report`);
  if (status !== 200) throw new Error(`The report was not started: ${JSON.stringify(body)}`);
  for (let state = 'queued'; state === 'queued' || state === 'running'; await wait(250))
    [{ state }] = await service.rows('SELECT state FROM runs WHERE item = $1', [id]);
  return id;
}

/** Contacts of all writers, as a directory would have them. */
async function importContacts() {
  const path = join(service.dataDir, 'contacts.jsonl');
  const lines = function* () {
    for (const { reviewer_name: name, reviewer_company: company } of reviewsFrom(0, REVIEWS / 10))
      yield `${JSON.stringify({ name, company, email: `${name.toLowerCase().replaceAll(' ', '.')}@undo.example` })}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
  console.log(await service.qualm('import', 'contacts', path));
}

/** Unlocks the writers of some opportunities. @returns the ids of the opportunities with an unlock */
async function unlocked(importId) {
  const some = await service.rows(
    `SELECT opportunity.id FROM opportunities opportunity JOIN reviews ON reviews.id = review_id
     WHERE inserted_by = $1 ORDER BY opportunity.id LIMIT $2`,
    [importId, UNLOCKS],
  );
  for (const { id } of some) {
    const { status, body } = await service.post(`/opportunities/${id}/unlock-contact`, { json: { field: 'email' } });
    demand(status === 200 && body.data.found, `An unlock answers ${status}: ${JSON.stringify(body)}`);
  }
  const kept = await service.rows('SELECT DISTINCT opportunity_id AS id FROM unlocks WHERE opportunity_id = ANY($1)', [
    some.map(({ id }) => id),
  ]);
  console.log(`${kept.length} of ${some.length} writers unlocked`);
  return kept.map(({ id }) => id);
}

async function demandKept(importId, bought) {
  const [row] = await service.rows('SELECT state, inserted, removed, kept FROM imports WHERE id = $1', [importId]);
  console.log(row);
  demand(row.state === 'undone', 'The import is not undone.');
  demand(row.kept.changed_later === CHANGED, `changed_later is ${row.kept.changed_later}, not ${CHANGED}.`);
  demand((row.kept.unlocked ?? 0) === bought.length, `unlocked is ${row.kept.unlocked}, not ${bought.length}.`);
  const kept = Object.values(row.kept).reduce((sum, count) => sum + count, 0);
  demand(row.removed + kept === REVIEWS, `${row.removed} removed and ${kept} kept are not ${REVIEWS}.`);
  const [{ stored }] = await service.rows('SELECT count(*)::int AS stored FROM reviews WHERE inserted_by = $1', [
    importId,
  ]);
  demand(stored === kept, `${stored} reviews of the import are stored, ${kept} are said to stay.`);
}

async function demandGone(reportedId) {
  const kept = CHANGED * 2 + UNLOCKS;
  const seen = await changesSince('2020-01-01T00:00:00Z');
  const stored = await service.rows('SELECT id FROM opportunities WHERE id = ANY($1)', [seen]);
  demand(stored.length === seen.length, `The changes hold ${seen.length - stored.length} removed opportunities.`);
  const [{ quoted }] = await service.rows(
    `SELECT count(*)::int AS quoted FROM theme_mentions mention
     WHERE NOT EXISTS (SELECT FROM reviews WHERE id = mention.review_id)`,
  );
  demand(quoted === 0, `${quoted} mentions of reports are of removed reviews.`);
  const key = (await service.demo()).api_keys.spending;
  const report = await get(`/products/${reportedId}/pain-points`, key);
  demand(report.status === 200, `The report answers ${report.status}.`);
  const quotes = (JSON.stringify(report.body).match(/for customer \d+/g) ?? []).map((quote) => Number(quote.slice(13)));
  const gone = quotes.filter((n) => n % 10 !== 0 && n < REVIEWS - CHANGED);
  demand(gone.length === 0, `The report quotes removed reviews: ${gone.slice(0, 5).join(', ')}.`);
  const search = await get(`/products?query=Undoable%200`, key);
  const [shown] = search.body.data?.products ?? search.body.data ?? [];
  demand((shown?.review_count ?? 0) <= kept, `The search says ${shown?.review_count} reviews.`);
}

async function changesSince(time) {
  const key = (await service.demo()).api_keys.spending;
  const ids = [];
  for (let cursor = ''; ;) {
    const { body } = await get(`/opportunities?updated_since=${time}&limit=100${cursor && `&cursor=${cursor}`}`, key);
    ids.push(...body.data.map(({ id }) => id));
    cursor = body.meta?.next_cursor ?? body.meta?.pagination?.next_cursor ?? '';
    if (!cursor || body.data.length === 0) return ids;
  }
}

async function demandCounts() {
  const wrong = await service.rows(
    `SELECT name, review_count, (SELECT count(*)::int FROM reviews WHERE product_id = products.id) AS stored
     FROM products WHERE review_count <> (SELECT count(*) FROM reviews WHERE product_id = products.id)`,
  );
  demand(wrong.length === 0, `Counts of products are wrong: ${JSON.stringify(wrong)}`);
}

async function get(path, key) {
  const response = await fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
}

function demand(isRight, failure) {
  if (!isRight) failures.push(failure);
}
