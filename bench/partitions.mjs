import { chmodSync, createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { migrate } from '../dist/platform/database/migrate.js';

/**
 * `node bench/partitions.mjs [--rows 10000000]` (after `npm run build`): fills two tables with the columns and indexes of `reviews`, one plain and
 * one in 16 hash partitions by product, without foreign keys, and measures both in turns. A unique index of a partitioned table
 * must contain the product, so those of the second table do. It needs 2 GB of disk per million rows.
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000000' } } });
const ROWS = Number(values.rows);
/** Rows of a file and of a product, partitions, rounds of a measurement, and keys of a batch. */
const [CHUNK, OF_PRODUCT, PARTITIONS, ROUNDS, BATCH] = [1_000_000, 1_000, 16, 5, 1_000];
const TABLES = ['plain', 'split'];
const CONFLICT = { plain: 'platform, external_id', split: 'platform, external_id, product_id' };
const COLUMNS =
  'id, product_id, platform, external_id, text, rating, published_at, reviewer_name, reviewer_company, inserted_by';

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
// The account of PostgreSQL can reach it, so that its files are in it.
chmodSync(dataDir, 0o755);
const services = await startEmbeddedServices({ dataDir });
const client = new pg.Client({ connectionString: services.databaseUrl });
try {
  await client.connect();
  await migrate(services.databaseUrl);
  await createTables();
  await fill();
  await client.query(`VACUUM ANALYZE ${TABLES.join(', ')}`);
  await compareReads();
  await compareUpkeep();
} finally {
  await client.end();
  await services.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function createTables() {
  await client.query('CREATE TABLE plain (LIKE reviews INCLUDING ALL)');
  await client.query('CREATE TABLE split (LIKE reviews INCLUDING DEFAULTS) PARTITION BY HASH (product_id)');
  for (let part = 0; part < PARTITIONS; part++) {
    const bound = `WITH (MODULUS ${PARTITIONS}, REMAINDER ${part})`;
    await client.query(`CREATE TABLE split_${part} PARTITION OF split FOR VALUES ${bound}`);
  }
  const { rows } = await client.query(`SELECT indexdef FROM pg_indexes WHERE tablename = 'reviews'`);
  for (const { indexdef } of rows) {
    const definition = indexdef.replace(/INDEX \S+ ON \S+/, 'INDEX ON split');
    await client.query(definition.replace(/^(CREATE UNIQUE .*)\)$/, '$1, product_id)'));
  }
}

/** Copies the same files of a million rows into both. The reviews of a product follow each other, as in most imports. */
async function fill() {
  const seconds = { plain: [], split: [] };
  for (let from = 0; from < ROWS; from += CHUNK) {
    const file = join(dataDir, 'rows.copy');
    const to = Math.min(from + CHUNK, ROWS) - 1;
    const rows = `
      SELECT uuidv7(), md5('product' || n / ${OF_PRODUCT})::uuid, 'Bench', md5('review' || n),
             repeat('The export of our reports fails again and support takes days. ', 4) || n, 1 + n % 5,
             timestamptz '2025-01-01' + n * interval '1 second', 'Reviewer ' || n % 5000, 'Company ' || n % 900, 1
      FROM generate_series(${from}, ${to}) n`;
    await pipeline(client.query(copyTo(`COPY (${rows}) TO STDOUT`)), createWriteStream(file));
    for (const table of inTurns(from / CHUNK)) {
      const copy = client.query(copyFrom(`COPY ${table} (${COLUMNS}) FROM STDIN`));
      seconds[table].push((await timed(pipeline(createReadStream(file), copy))) / 1_000);
    }
    rmSync(file);
  }
  print('COPY, rows a second', (table) => Math.round(Math.min(CHUNK, ROWS) / median(seconds[table])));
  for (const size of ['pg_table_size', 'pg_indexes_size']) {
    const parts = `SELECT sum(${size}(relid)) FROM pg_partition_tree('split') WHERE isleaf`;
    const sizes = await one(`SELECT round(${size}('plain') / 2 ^ 20) AS plain, round((${parts}) / 2 ^ 20) AS split`);
    print(`${size}, MB`, (table) => sizes[table]);
  }
}

async function compareReads() {
  const product = () => `md5('product' || ${Math.floor((Math.random() * ROWS) / OF_PRODUCT)})::uuid`;
  const some = (count) => Array.from({ length: count }, () => Math.floor(Math.random() * ROWS));
  const keys = () =>
    `SELECT 'Bench' AS platform, md5('review' || n) AS external_id FROM unnest(ARRAY[${some(BATCH)}]) n`;
  await compare(
    '500 reviews of a product',
    100,
    product,
    (table, given) =>
      `SELECT id, platform, text, title, rating, published_at, likes, dislikes FROM ${table}
     WHERE product_id = ${given} AND id > '00000000-0000-0000-0000-000000000000' ORDER BY id LIMIT 500`,
  );
  // Both tables are read, so that neither finds its row warmer than the other.
  const row = () =>
    one(`SELECT id FROM plain JOIN split USING (id, product_id)
                         WHERE plain.platform = 'Bench' AND plain.external_id = md5('review' || ${some(1)})`);
  await compare('one review by id', 400, row, (table, { id }) => `SELECT text FROM ${table} WHERE id = '${id}'`);
  await compare(
    '1,000 known keys, by platform and external id',
    10,
    keys,
    (table, given) => `SELECT known.id FROM (${given}) line JOIN ${table} known USING (platform, external_id)`,
  );
  await compare(
    'import of 1,000 known reviews, unchanged',
    10,
    product,
    (table, given) =>
      `INSERT INTO ${table} AS known (${COLUMNS}) SELECT ${COLUMNS} FROM plain WHERE product_id = ${given}
     ON CONFLICT (${CONFLICT[table]}) DO UPDATE SET text = excluded.text
     WHERE known.text IS DISTINCT FROM excluded.text`,
  );
}

/** Prints the milliseconds of a statement on both tables: the median of rounds, each the mean of `count` different ones. */
async function compare(name, count, choose, statement) {
  const rounds = { plain: [], split: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const chosen = [];
    for (let each = 0; each < count; each++) chosen.push(await choose());
    for (const table of inTurns(round)) {
      let sum = 0;
      for (const given of chosen) sum += await timed(client.query(statement(table, given)));
      // The first round warms both up.
      if (round > 0) rounds[table].push(sum / count);
    }
  }
  print(`${name}, ms`, (table) => median(rounds[table]).toFixed(2));
}

/** VACUUM after one row of 50 has changed, and a rebuild of the largest index. */
async function compareUpkeep() {
  for (const table of TABLES) await client.query(`UPDATE ${table} SET version = 2 WHERE rating = 2 AND random() < 0.1`);
  await client.query('CHECKPOINT');
  const vacuum = (table) => timed(client.query(`VACUUM ${table}`));
  const [plain, parts] = [await vacuum('plain'), []];
  for (let part = 0; part < PARTITIONS; part++) parts.push(await vacuum(`split_${part}`));
  const all = parts.reduce((sum, each) => sum + each, 0);
  print('VACUUM, ms', (table) => Math.round(table === 'plain' ? plain : all));
  console.log(`VACUUM of one partition, ms: ${Math.round(median(parts))}`);
  for (const table of ['plain', 'split_0']) {
    const { name, mb } = await one(
      `SELECT indexrelid::regclass AS name, pg_relation_size(indexrelid) / 1048576 AS mb FROM pg_index
       WHERE indrelid = '${table}'::regclass ORDER BY mb DESC LIMIT 1`,
    );
    const took = await timed(client.query(`REINDEX INDEX CONCURRENTLY ${name}`));
    console.log(`REINDEX CONCURRENTLY ${name}, ${mb} MB: ${Math.round(took)} ms`);
  }
}

/** The other table is first in every other round. */
function inTurns(round) {
  return round % 2 ? [...TABLES].reverse() : TABLES;
}

/** The milliseconds of work that begins now. */
async function timed(work) {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

async function one(text) {
  return (await client.query(text)).rows[0];
}

function median(list) {
  return [...list].sort((one, other) => one - other)[list.length >> 1];
}

function print(name, of) {
  console.log(`${name}: ${TABLES.map((table) => `${table} ${of(table)}`).join(', ')}`);
}
