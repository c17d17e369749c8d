import 'reflect-metadata';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clearInterval, setInterval } from 'node:timers';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { parseEnv } from '../dist/config/env.js';
import { startEmbeddedServices } from '../dist/embedded/services/embedded-services.js';
import { ReviewsImporter } from '../dist/market/reviews/reviews.importer.js';
import { ReviewsModule } from '../dist/market/reviews/reviews.module.js';
import { migrate } from '../dist/platform/database/migrate.js';
import { PlatformModule } from '../dist/platform/platform.module.js';
import { ImportUndo } from '../dist/workspace/import-undo/import-undo.service.js';
import { ImportUndoModule } from '../dist/workspace/import-undo/import-undo.module.js';
import { postgresCpu } from './processes.mjs';

/**
 * `node bench/imports.mjs [--lines 100000] [--format jsonl|csv]` (after `npm run build`): imports made-up reviews into a new
 * database, imports them again, and undoes the import. Prints the lines per second of one core of the importing process and of
 * PostgreSQL, the wall time, and the most memory. The bar is 20,000 lines a second of one core of the importing process.
 */
const { values: options } = parseArgs({
  options: { lines: { type: 'string', default: '100000' }, format: { type: 'string', default: 'jsonl' } },
});
const LINES = Number(options.lines);
const LEAST_RATE = 20_000;
const SAMPLE_MS = 100;
const WORDS =
  'the export of our reports fails again and support takes days while the app is slow when we open large files on phones but sync works'.split(
    ' ',
  );

const folder = await mkdtemp(join(tmpdir(), 'bench-imports-'));
const services = await startEmbeddedServices({ dataDir: join(folder, 'data'), ephemeral: true });
try {
  const path = join(folder, `reviews.${options.format}`);
  await pipeline(Readable.from(linesOf(options.format)), createWriteStream(path));
  await migrate(services.databaseUrl);
  const env = parseEnv({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, LOG_LEVEL: 'warn' });
  const app = await NestFactory.createApplicationContext(
    { module: class Importers {}, imports: [PlatformModule.forRoot(env), ReviewsModule, ImportUndoModule] },
    { logger: ['error'] },
  );
  const importer = app.get(ReviewsImporter, { strict: false });
  const [first, rate] = await measured('import', () => importer.importFile(path));
  await measured('the same again', () => importer.importFile(path));
  await measured('undo', () => app.get(ImportUndo, { strict: false }).undo(first.import_id));
  console.log(
    `${Math.round(rate)} lines a second of one core ${rate >= LEAST_RATE ? 'ok' : `MISS: ${LEAST_RATE} wanted`}`,
  );
  await app.close();
} finally {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Runs `work` and prints its figures. @returns its result, and the lines per second of CPU of this process */
async function measured(name, work) {
  const [startedAt, used, postgres] = [performance.now(), process.cpuUsage(), postgresCpu(services.supervisorPid)];
  let most = 0;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), SAMPLE_MS);
  const result = await work();
  clearInterval(sampler);
  const { user, system } = process.cpuUsage(used);
  const [cpu, database] = [(user + system) / 1e6, (postgresCpu(services.supervisorPid) - postgres) / 1e6];
  const wall = (performance.now() - startedAt) / 1_000;
  console.log(
    `${name}: ${LINES} lines in ${wall.toFixed(1)} s; this process ${cpu.toFixed(1)} s of CPU (${Math.round(LINES / cpu)} lines a second), ` +
      `PostgreSQL ${database.toFixed(1)} s (${Math.round(LINES / database)}); at most ${Math.round(most / 2 ** 20)} MB resident`,
  );
  return [result, LINES / cpu];
}

function* linesOf(format) {
  if (format === 'csv')
    yield 'external_id,platform,product_name,text,rating,published_at,reviewer_name,reviewer_company,company_country\n';
  for (let n = 0; n < LINES; n++) {
    const text = Array.from({ length: 45 }, (_, word) => WORDS[(n * 7 + word * (1 + (n % 5))) % WORDS.length]).join(
      ' ',
    );
    const review = {
      external_id: `review-${n}`,
      platform: 'Bench',
      product_name: `Product ${n % 20}`,
      text: `${text} ${n}.`,
      rating: 1 + (n % 5),
      published_at: new Date(Date.UTC(2025, 0, 1) + n * 60_000).toISOString(),
      reviewer_name: `Reviewer ${n % 5_000}`,
      reviewer_company: `Company ${n % 900}`,
      company_country: 'Germany',
    };
    yield format === 'csv' ? `${Object.values(review).join(',')}\n` : `${JSON.stringify(review)}\n`;
  }
}
