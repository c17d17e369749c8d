import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { RunningService } from './running-service.mjs';

/**
 * `npm run drill:reads`: eight writers make 10,000 changes of opportunities, in transactions that commit late and out of
 * order, while one reader follows the changes with `updated_since` and one repeatedly reads the list by cursor.
 * The first must end with the last state of every opportunity, the second must get each one that was there at its start
 * exactly once.
 */
const WRITERS = 8;
const WRITES = 10_000;
const OPPORTUNITIES = 400;
const PAGE = 50;
const MAX_PAUSE_MS = 20;
/** Writes change scores, so the order by score has no guarantee here. */
const SORTS = ['-created_at', 'created_at', '-published_at', '-frustration'];
const INSERT_EVERY = 10;

const service = await RunningService.prepare({ PLAN_GROWTH: '500,50,900000000' });
try {
  await service.start();
  const key = (await service.demo()).api_keys.spending;
  const read = async (query) => {
    const response = await fetch(`${service.baseUrl}/opportunities?page_size=${PAGE}&${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  };
  const { host, port, user, password, database } = service.database;
  const ids = [];
  for (let n = 0; n < OPPORTUNITIES; n++) ids.push(await insert(service.database));

  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, () => write({ host, port, user, password, database }, ids)),
  );
  const ended = writing.finally(() => (isWriting = false));
  const [followed, passes] = await Promise.all([follow(read, () => isWriting), list(read, ids, () => isWriting)]);
  await ended;

  const stored = await service.rows('SELECT id, updated_at FROM opportunities');
  const missed = stored.filter((row) => followed.seen.get(row.id) !== row.updated_at.toISOString());
  console.log(`${WRITES} writes by ${WRITERS} writers; ${stored.length} opportunities`);
  console.log(`changes: ${followed.pages} pages, ${followed.items} items, ${missed.length} missed or out of date`);
  console.log(`list: ${passes.count} passes, ${passes.missed} missed, ${passes.repeated} repeated`);
  process.exitCode = missed.length + passes.missed + passes.repeated === 0 ? 0 : 1;
} finally {
  await service.stop();
}

async function insert(client) {
  const [id, post] = [uuidv7(), uuidv7()];
  await client.query(`INSERT INTO posts (id, source, external_id, text) VALUES ($1, 'forum', $1::uuid::text, 'text')`, [
    post,
  ]);
  await client.query(
    `INSERT INTO opportunities (id, source, post_id, frustration_tier, sentiment, has_buying_signal, pain_points, score,
                                search_text, engine)
     VALUES ($1, 'forum', $2, 'high', 'negative', true,
       '{"summary":"","items":[],"buying_signals":[],"competitors_mentioned":[],"reason":""}', 1, '', 'drill/1')`,
    [id, post],
  );
  return id;
}

/** Changes opportunities one after another. A transaction stays open for a while after its write. */
async function write(connection, ids) {
  const client = new pg.Client(connection);
  await client.connect();
  for (let n = 0; n < WRITES / WRITERS; n++) {
    await client.query('BEGIN');
    if (n % INSERT_EVERY === 0) await insert(client);
    else {
      const id = ids[Math.floor(Math.random() * ids.length)];
      await client.query('UPDATE opportunities SET score = (score + 1) % 101, engine = $2 WHERE id = $1', [
        ...[id, `drill/${n}`],
      ]);
    }
    if (n % 3 === 0) await wait(Math.random() * MAX_PAUSE_MS);
    await client.query('COMMIT');
  }
  await client.end();
}

/** Follows the changes, by cursor and now and then by `synced_until`, until all writes have ended and been read. */
async function follow(read, isWriting) {
  const seen = new Map();
  let [pages, items] = [0, 0];
  for (let query = 'updated_since=2000-01-01', isLast = false; ;) {
    const wasWriting = isWriting();
    const { data, meta } = await read(query);
    pages++;
    items += data.length;
    for (const { id, updated_at } of data) seen.set(id, updated_at);
    if (!wasWriting && !meta.pagination.has_more) {
      if (isLast) return { seen, pages, items };
      isLast = true;
    }
    const since = query.split('&')[0];
    query = pages % 7 === 0 ? `updated_since=${meta.synced_until}` : `${since}&cursor=${meta.pagination.next_cursor}`;
  }
}

/** Reads the whole list by cursor in each order. */
async function list(read, known, isWriting) {
  let [count, missed, repeated] = [0, 0, 0];
  for (; isWriting(); count++) {
    const sort = SORTS[count % SORTS.length];
    const got = [];
    for (let cursor = 'start'; cursor !== null;) {
      const { data, meta } = await read(`sort=${sort}&cursor=${cursor}`);
      got.push(...data.map(({ id }) => id));
      cursor = meta.pagination.next_cursor;
    }
    const unique = new Set(got);
    repeated += got.length - unique.size;
    missed += known.filter((id) => !unique.has(id)).length;
  }
  return { count, missed, repeated };
}
