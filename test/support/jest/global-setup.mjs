import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { source } from '../../../scripts/build.mjs';
import { TEST_SERVICES } from '../../../scripts/test-services.mjs';
import { transpile } from '../../../scripts/transpile.mjs';

const MIGRATIONS = join(source, 'platform/database/migrations');
const DUPLICATE_DATABASE = '42P04';
/** The file system in memory of Linux. The 500 files of a database are copied there in a fifth of the time. */
const MEMORY = '/dev/shm';
const MIN_MEMORY = 2 * 2 ** 30;

/**
 * Runs once per test run. Uses TEST_DATABASE_URL and TEST_REDIS_URL, or the services that `npm run test:watch` keeps, or
 * starts one PostgreSQL and one Valkey in a temporary directory. `createTestDatabase` clones the migrated template
 * database for each test file.
 */
export default async function globalSetup() {
  // The supervisor and the migrations run from dist. The separate type check reports type errors.
  const { failures } = await transpile();
  if (failures.length > 0) throw new Error(failures.join('\n'));
  const { databaseUrl, redisUrl } = await services();
  const template = await migratedTemplate(databaseUrl);
  globalThis.temporaryFolders = { usual: tmpdir(), ofRun: await temporaryFolder() };
  process.env.TMPDIR = globalThis.temporaryFolders.ofRun;
  Object.assign(process.env, { TEST_ADMIN_URL: databaseUrl, TEST_TEMPLATE: template, TEST_SHARED_REDIS_URL: redisUrl });
}

/** The folder of all temporary files of this run. Everybody may write to it, because some tests start services as another user. */
async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  await chmod(folder, 0o1777);
  return folder;
}

/** The template database of the current migrations. It remains on the server, so that later runs need not migrate. */
async function migratedTemplate(databaseUrl) {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(file).update(readFileSync(join(MIGRATIONS, file)));
  const template = `test_template_${hash.digest('hex').slice(0, 12)}`;
  const isThere = await admin(databaseUrl, `SELECT 1 FROM pg_database WHERE datname = '${template}'`);
  if (isThere.rowCount > 0) return template;
  const draft = `test_template_${randomBytes(6).toString('hex')}`;
  await admin(databaseUrl, `CREATE DATABASE ${draft}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${draft}`;
  const { migrate } = await import('../../../dist/platform/database/migrate.js');
  await migrate(url.href);
  try {
    await admin(databaseUrl, `ALTER DATABASE ${draft} RENAME TO ${template}`);
  } catch (error) {
    // Another test run was faster.
    if (error.code !== DUPLICATE_DATABASE) throw error;
    await admin(databaseUrl, `DROP DATABASE ${draft} WITH (FORCE)`);
  }
  return template;
}

async function services() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (TEST_DATABASE_URL && TEST_REDIS_URL) return { databaseUrl: TEST_DATABASE_URL, redisUrl: TEST_REDIS_URL };
  const { runningEmbeddedServices, startEmbeddedServices } =
    await import('../../../dist/embedded/services/embedded-services.js');
  const kept = await runningEmbeddedServices(TEST_SERVICES);
  if (kept) return { databaseUrl: TEST_DATABASE_URL ?? kept.databaseUrl, redisUrl: TEST_REDIS_URL ?? kept.redisUrl };
  const dataDir = await mkdtemp(join(await fastestFolder(), 'test-services-'));
  const embedded = await startEmbeddedServices({ dataDir, ephemeral: true });
  globalThis.stopServices = embedded.stop;
  return { databaseUrl: TEST_DATABASE_URL ?? embedded.databaseUrl, redisUrl: TEST_REDIS_URL ?? embedded.redisUrl };
}

async function fastestFolder() {
  const { bsize = 0, bavail = 0 } = await statfs(MEMORY).catch(() => ({}));
  return bsize * bavail >= MIN_MEMORY ? MEMORY : tmpdir();
}

async function admin(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
