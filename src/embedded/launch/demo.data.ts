import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import { ENV, type Env } from '#config/env.js';
import { PostsImporter } from '#market/posts/posts.importer.js';
import { PostsModule } from '#market/posts/posts.module.js';
import { ProductsImporter } from '#market/products/products.importer.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportGenerationService } from '#market/reports/report-generation.service.js';
import { ReportsModule } from '#market/reports/reports.module.js';
import { ReviewsImporter } from '#market/reviews/reviews.importer.js';
import { ReviewsModule } from '#market/reviews/reviews.module.js';
import { Database } from '#platform/database/database.js';
import type { FileImporter } from '#platform/files/file.importer.js';
import { ContactsImporter } from '#workspace/enrichment/contacts.importer.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { DetectionProgressService } from '#workspace/opportunities/detection/detection-progress.service.js';
import { loadRecordings } from './demo.sources.js';
import { prepareDemoTeam } from './demo.team.js';

const SAMPLE = join(import.meta.dirname, '../../../sample');
const DETECTION_MS = 30_000;
const REPORTED = ['Deskhand', 'Replyline', 'Casebird'];
/** The worker has some of these modules already. */
const IMPORTERS = [
  { kind: 'products', module: ProductsModule, importer: ProductsImporter },
  { kind: 'reviews', module: ReviewsModule, importer: ReviewsImporter },
  { kind: 'posts', module: PostsModule, importer: PostsImporter },
  { kind: 'contacts', module: EnrichmentModule, importer: ContactsImporter },
];

const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Creates the demo team and loads the sample if the database of `app` does not have them, then writes READY_FILE.
 * `stopping` is aborted when `app` is about to close, which ends this with an error.
 */
export async function prepareDemoData(app: INestApplicationContext, stopping: AbortSignal): Promise<void> {
  const team = prepareDemoTeam(app, say);
  await Promise.all([team, loadSample(app, team, stopping)]);
  const { READY_FILE } = app.get<Env>(ENV);
  if (READY_FILE) writeFileSync(READY_FILE, '');
}

/** Imports the files in `sample/` if the database has no products yet, and gives the team the recorded sources. */
async function loadSample(app: INestApplicationContext, team: Promise<string>, stopping: AbortSignal): Promise<void> {
  const files = IMPORTERS.flatMap((each) =>
    [`${each.kind}.jsonl`, `${each.kind}.jsonl.gz`].map((name) => ({ ...each, path: join(SAMPLE, name) })),
  ).filter(({ path }) => existsSync(path));
  if (files.length === 0) return;
  const database = app.get(Database);
  // An interrupted import runs again. Imports can be repeated.
  const unfinished = join(app.get<Env>(ENV).DATA_DIR, 'sample.unfinished');
  if (!existsSync(unfinished) && (await database.maybeOne('SELECT 1 FROM products LIMIT 1'))) return;
  writeFileSync(unfinished, '');
  for (const { kind, module, importer, path } of files) {
    say(`Loading the sample ${kind} ...`);
    try {
      const feature = await app.get(LazyModuleLoader).load(() => module);
      const { inserted } = await feature.get<FileImporter<unknown>>(importer).importFile(path);
      say(`  ${inserted} ${kind} loaded`);
    } catch (error) {
      stopping.throwIfAborted();
      return say(`The sample ${kind} could not be loaded: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(`  ${await loadRecordings(app, join(SAMPLE, 'sources'), await team)} recorded sources loaded`);
  rmSync(unfinished);
  await startReports(app);
  await untilDetected(app.get(DetectionProgressService, { strict: false }), stopping);
}

/** Starts reports of the sample, so that there is one to read, and another product whose report can be bought. */
async function startReports(app: INestApplicationContext): Promise<void> {
  const reports = (await app.get(LazyModuleLoader).load(() => ReportsModule)).get(ReportGenerationService);
  const products = await app
    .get(Database)
    .query<{ id: string }>('SELECT id FROM products WHERE name = ANY($1)', [REPORTED]);
  for (const { id } of products) await reports.generateFree(id);
}

/** Waits until the worker has read the sample for opportunities, so that the first feed is not empty. */
async function untilDetected(progress: DetectionProgressService, signal: AbortSignal): Promise<void> {
  say('Reading the sample for opportunities ...');
  for (const deadline = Date.now() + DETECTION_MS; Date.now() < deadline; await wait(50, undefined, { signal })) {
    if ((await progress.get()).waiting === 0) return;
  }
  say('  not finished yet: the feed will fill while you look around');
}
