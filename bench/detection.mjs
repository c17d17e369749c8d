import 'reflect-metadata';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { parseEnv } from '../dist/config/env.js';
import { PostsImporter } from '../dist/market/posts/posts.importer.js';
import { PostsModule } from '../dist/market/posts/posts.module.js';
import { ProductsImporter } from '../dist/market/products/products.importer.js';
import { ProductsModule } from '../dist/market/products/products.module.js';
import { ReviewsImporter } from '../dist/market/reviews/reviews.importer.js';
import { ReviewsModule } from '../dist/market/reviews/reviews.module.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { Database } from '../dist/platform/database/database.js';
import { PlatformModule } from '../dist/platform/platform.module.js';
import { WorkerModule } from '../dist/worker.module.js';
import { DetectionProgressService } from '../dist/workspace/opportunities/detection/detection-progress.service.js';
import { postgresCpu } from './processes.mjs';
import { fillSearches, oneOf } from './searches.fill.mjs';

/**
 * `node bench/detection.mjs FOLDER [--searches 10000 [--followed]] [--rounds 2]` (after `npm run build`): imports FOLDER/products, /reviews
 * and /posts into a new database, lets one worker read all texts, and prints the wall time, CPU time and memory. With
 * searches, it alternates between runs without and with that many saved searches, and prints how much slower detection
 * is with them. With `--followed`, each search is limited to the products that its team follows. The time ends when all
 * texts are read, the CPU time when all matches are published.
 */
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    searches: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '2' },
    followed: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (!folder) throw new Error('Name the folder with the files products, reviews and posts.');
const SEARCHES = Number(options.searches);
const ROUNDS = SEARCHES > 0 ? Number(options.rounds) : 1;
const SEARCHES_OF_A_TEAM = 20;
const MAX_SLOWER = 0.1;
const POLL_MS = 20;

const runs = { without: [], with: [] };
for (let round = 0; round < ROUNDS; round++) {
  runs.without.push(await detect(0));
  if (SEARCHES > 0) runs.with.push(await detect(SEARCHES));
}
if (SEARCHES > 0) verdict();

/**
 * Detection in a new database. @returns the milliseconds until all texts were read, until all matches were published,
 * and of CPU
 */
async function detect(searches) {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-detection-'));
  const services = await startEmbeddedServices({ dataDir, ephemeral: true });
  try {
    await migrate(services.databaseUrl);
    const env = parseEnv({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, LOG_LEVEL: 'warn' });
    await importAll(env, searches);
    return await readAll(env, () => postgresCpu(services.supervisorPid) / 1_000);
  } finally {
    await services.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function verdict() {
  const slower = (figure) => least(runs.with, figure) / least(runs.without, figure) - 1;
  const [elapsed, told, cpu, postgres] = ['elapsed', 'told', 'cpu', 'postgres'].map(
    (figure) => `${(slower(figure) * 100).toFixed(1)} %`,
  );
  console.log(
    `${SEARCHES} saved searches: ${elapsed} more time until all texts are read, ${told} until all matches are published, ` +
      `${cpu} more CPU in the worker, ${postgres} in PostgreSQL, in the best rounds`,
  );
  console.log(slower('elapsed') <= MAX_SLOWER ? '  ok' : '  MISS');
}

function least(all, figure) {
  return Math.min(...all.map((run) => run[figure]));
}

async function importAll(env, searches) {
  const app = await NestFactory.createApplicationContext(
    { module: class Importers {}, imports: [PlatformModule.forRoot(env), ProductsModule, ReviewsModule, PostsModule] },
    { logger: ['error'] },
  );
  const importers = { products: ProductsImporter, reviews: ReviewsImporter, posts: PostsImporter };
  const startedAt = performance.now();
  for (const [kind, importer] of Object.entries(importers)) {
    let inserted = 0;
    for (const file of await readdir(join(folder, kind))) {
      inserted += (await app.get(importer, { strict: false }).importFile(join(folder, kind, file))).inserted;
    }
    console.log(`${kind}: ${inserted} imported, ${seconds(performance.now() - startedAt)} since the start`);
  }
  if (searches > 0) await saveSearches(app.get(Database, { strict: false }), searches);
  await app.close();
}

/** Searches for two adjacent words of the imported reviews, such as "customer support". */
async function saveSearches(database, searches) {
  const rows = await database.query('SELECT text FROM reviews ORDER BY id LIMIT 2000');
  const texts = rows.map(({ text }) => text.toLowerCase());
  const words = texts.flatMap((text) => text.match(/[a-z]{5,}/g) ?? []);
  const phrases = texts.flatMap((text) => text.match(/\b[a-z]{4,} [a-z]{4,}\b/g) ?? []);
  const products = (await database.query('SELECT id FROM products ORDER BY name, id')).map(({ id }) => id);
  const teams = Math.ceil(searches / SEARCHES_OF_A_TEAM);
  const [word, phrase] = [() => oneOf(words), () => oneOf(phrases)];
  await fillSearches(database, { searches, teams, products, word, phrase, isFollowedOnly: options.followed });
  console.log(`${searches} searches of ${teams} teams`);
}

async function readAll(env, postgresUse) {
  const startedAt = performance.now();
  const [used, usedByPostgres] = [process.cpuUsage(), postgresUse()];
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(env), { logger: ['error', 'warn'] });
  const progress = app.get(DetectionProgressService, { strict: false });
  const database = app.get(Database, { strict: false });
  const { waiting: total } = await progress.get();
  for (let shown = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { waiting, done, failed, found } = await progress.get();
    const elapsed = performance.now() - startedAt;
    if (elapsed - shown > 10_000 || waiting === 0) {
      shown = elapsed;
      const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
      console.log(`${seconds(elapsed)}: ${done} read, ${waiting} wait, ${found} opportunities, ${memory} MB resident`);
    }
    if (waiting > 0) continue;
    const matches = await matchesOfAll(database);
    const { user, system } = process.cpuUsage(used);
    const told = performance.now() - startedAt;
    const [cpu, postgres] = [(user + system) / 1_000, postgresUse() - usedByPostgres];
    console.log(
      `${total} texts in ${seconds(elapsed)} (${Math.round(total / (elapsed / 1_000))} a second), all published after ${seconds(told)}, ` +
        `${seconds(cpu)} of CPU in the worker, ${seconds(postgres)} in PostgreSQL, ${failed} failed, ${found} opportunities, ` +
        `${matches} matches`,
    );
    await app.close();
    return { elapsed, told, cpu, postgres };
  }
}

/** Waits until every subscriber has handled every event and teams can read theirs, and counts the matches of saved searches. */
async function matchesOfAll(database) {
  for (;;) {
    const { waiting } = await database.one(
      `SELECT ((SELECT count(*) FROM events WHERE relayed_at IS NULL) + (SELECT count(*) FROM event_deliveries WHERE failed_at IS NULL)
                + (SELECT count(*) FROM team_events WHERE sequence IS NULL))::integer AS waiting`,
    );
    if (waiting === 0) return (await database.one('SELECT count(*)::integer AS found FROM saved_search_matches')).found;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function seconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
