import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { NestFactory } from '@nestjs/core';
import { parseEnv } from '../dist/config/env.js';
import { Database } from '../dist/platform/database/database.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { PlatformModule } from '../dist/platform/platform.module.js';
import { OpportunityMatching } from '../dist/workspace/opportunities/opportunity-matching.service.js';
import { SavedSearchesSubscriber } from '../dist/workspace/saved-searches/saved-searches.subscriber.js';
import { SavedSearchesWorkerModule } from '../dist/workspace/saved-searches/saved-searches.worker.module.js';
import { SearchMatcher } from '../dist/workspace/saved-searches/search.matcher.js';
import { COUNTRIES, fillSearches, oneOf, random } from './searches.fill.mjs';

/**
 * `node bench/saved-searches.mjs` (after `npm run build`): matches batches of 250 new opportunities with 10,000 saved
 * searches of 500 teams, and prints the time in memory and the time with all writes.
 */
const SEARCHES = 10_000;
const TEAMS = 500;
const BATCH = 250;
const BATCHES = 5;
const WORDS = Array.from(
  { length: 20_000 },
  (_, n) => `${syllable(n)}${syllable(Math.floor(n / 75))}${syllable(Math.floor(n / 5_625))}`,
);
const TIERS = ['low', 'medium', 'high', 'critical'];

const dataDir = await mkdtemp(join(tmpdir(), 'bench-searches-'));
const services = await startEmbeddedServices({ dataDir, ephemeral: true });
try {
  await migrate(services.databaseUrl);
  const env = parseEnv({
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    LOG_LEVEL: 'warn',
    ALERT_MATCHES_PER_DAY: '1000',
  });
  const app = await NestFactory.createApplicationContext(
    { module: class Bench {}, imports: [PlatformModule.forRoot(env), SavedSearchesWorkerModule] },
    { logger: ['error'] },
  );
  await run(app);
  await app.close();
} finally {
  await services.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function run(app) {
  const database = app.get(Database, { strict: false });
  const matcher = app.get(SearchMatcher, { strict: false });
  const matching = app.get(OpportunityMatching, { strict: false });
  const products = Array.from({ length: 200 }, () => randomUUID());
  await database.execute(
    `INSERT INTO products (id, name) SELECT id, 'Product ' || n FROM unnest($1::uuid[]) WITH ORDINALITY AS each (id, n)`,
    [products],
  );
  await fillSearches(database, { searches: SEARCHES, teams: TEAMS, products, phrase, word: () => oneOf(WORDS) });
  const startedAt = performance.now();
  await matcher.find([], new Map());
  console.log(`${SEARCHES} searches read in ${milliseconds(performance.now() - startedAt)}`);
  for (let batch = 1; batch <= BATCHES; batch++) {
    const ids = await insertOpportunities(database, products);
    const opportunities = await matching.find(ids);
    const used = process.cpuUsage();
    const begun = performance.now();
    const now = new Date(Date.now() + 1_000);
    const found = await matcher.find(opportunities, new Map(opportunities.map(({ id }) => [id, now])));
    const inMemory = performance.now() - begun;
    const event = { id: randomUUID(), teamId: null, occurredAt: new Date(Date.now() + 1_000) };
    const payload = { opportunity_ids: ids, updated_ids: [] };
    await database.transaction(() =>
      app.get(SavedSearchesSubscriber, { strict: false }).detected([{ ...event, payload }]),
    );
    const { user, system } = process.cpuUsage(used);
    console.log(
      `batch ${batch}: ${found.length} matches; in memory ${milliseconds(inMemory)}, then again with all writes ` +
        `${milliseconds(performance.now() - begun - inMemory)}, both ${milliseconds((user + system) / 1_000)} of CPU here`,
    );
  }
}

async function insertOpportunities(database, products) {
  const rows = Array.from({ length: BATCH }, (_, n) => ({
    id: randomUUID(),
    post_id: randomUUID(),
    product_id: n % 3 === 0 ? null : oneOf(products),
    frustration_tier: oneOf(TIERS),
    has_buying_signal: n % 2 === 0,
    score: Math.floor(random() * 101),
    country: oneOf(COUNTRIES),
    search_text: Array.from({ length: 120 }, frequentWord).join(' '),
  }));
  const values = [JSON.stringify(rows)];
  await database.execute(
    `INSERT INTO posts (id, source, external_id, text)
     SELECT post_id, 'forum', post_id::text, 'text' FROM jsonb_to_recordset($1) AS row (post_id uuid)`,
    values,
  );
  await database.execute(
    `INSERT INTO opportunities (id, source, post_id, product_id, frustration_tier, sentiment, has_buying_signal, pain_points, score,
                                country, search_text, engine)
     SELECT id, 'forum', post_id, product_id, frustration_tier, 'negative', has_buying_signal, '{}', score, country, search_text,
            'bench/1'
     FROM jsonb_to_recordset($1) AS row (id uuid, post_id uuid, product_id uuid, frustration_tier text, has_buying_signal boolean,
       score smallint, country text, search_text text)`,
    values,
  );
  return rows.map(({ id }) => id);
}

function syllable(n) {
  return 'bdfghklmnprstvz'[n % 15] + 'aeiou'[Math.floor(n / 15) % 5];
}

/** Some words are much more frequent than others. */
function frequentWord() {
  return WORDS[Math.floor(random() ** 3 * WORDS.length)];
}

function phrase() {
  return random() < 0.5 ? oneOf(WORDS) : `${frequentWord()} ${frequentWord()}`;
}

function milliseconds(time) {
  return `${Math.round(time)} ms`;
}
