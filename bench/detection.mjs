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
import { PlatformModule } from '../dist/platform/platform.module.js';
import { WorkerModule } from '../dist/worker.module.js';
import { DetectionProgressService } from '../dist/workspace/opportunities/detection-progress.service.js';

/**
 * `node bench/detection.mjs FOLDER` (after `npm run build`): imports FOLDER/products, /reviews and /posts into a new
 * database, lets one worker read all texts, and prints the wall time, CPU time and memory.
 */
const [folder] = parseArgs({ allowPositionals: true }).positionals;
if (!folder) throw new Error('Name the folder with the files products, reviews and posts.');

const dataDir = await mkdtemp(join(tmpdir(), 'bench-detection-'));
const services = await startEmbeddedServices({ dataDir, ephemeral: true });
try {
  await migrate(services.databaseUrl);
  const env = parseEnv({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, LOG_LEVEL: 'warn' });
  await importAll(env);
  await readAll(env);
} finally {
  await services.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function importAll(env) {
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
  await app.close();
}

async function readAll(env) {
  const startedAt = performance.now();
  const used = process.cpuUsage();
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(env), { logger: ['error', 'warn'] });
  const progress = app.get(DetectionProgressService, { strict: false });
  const { waiting: total } = await progress.now();
  for (let shown = 0; ;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { waiting, done, failed, found } = await progress.now();
    const elapsed = performance.now() - startedAt;
    if (elapsed - shown > 10_000 || waiting === 0) {
      shown = elapsed;
      const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
      console.log(`${seconds(elapsed)}: ${done} read, ${waiting} wait, ${found} opportunities, ${memory} MB resident`);
    }
    if (waiting > 0) continue;
    const { user, system } = process.cpuUsage(used);
    console.log(
      `${total} texts in ${seconds(elapsed)} (${Math.round(total / (elapsed / 1_000))} a second), ` +
        `${seconds((user + system) / 1_000)} of CPU in the worker, ${failed} failed`,
    );
    break;
  }
  await app.close();
}

function seconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
