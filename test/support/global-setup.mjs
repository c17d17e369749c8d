import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildIfStale } from '../../scripts/build.mjs';

/**
 * Runs once per test run. Starts one PostgreSQL and one Valkey in a temporary directory (or uses TEST_DATABASE_URL and
 * TEST_REDIS_URL) and migrates a template database that `createTestDatabase` clones for each test file.
 */
export default async function globalSetup() {
  // The supervisor and the migrations run from dist. The separate type check reports type errors.
  buildIfStale();
  const { databaseUrl, redisUrl } = await services();
  const template = `test_template_${randomBytes(6).toString('hex')}`;
  await admin(databaseUrl, `CREATE DATABASE ${template}`);
  globalThis.removeTemplate = () => admin(databaseUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
  const url = new URL(databaseUrl);
  url.pathname = `/${template}`;
  const { migrate } = await import('../../dist/platform/database/migrate.js');
  await migrate(url.href);
  Object.assign(process.env, { TEST_ADMIN_URL: databaseUrl, TEST_TEMPLATE: template, TEST_SHARED_REDIS_URL: redisUrl });
}

async function services() {
  const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env;
  if (TEST_DATABASE_URL && TEST_REDIS_URL) return { databaseUrl: TEST_DATABASE_URL, redisUrl: TEST_REDIS_URL };
  const { startEmbeddedServices } = await import('../../dist/embedded/services/embedded-services.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'test-services-'));
  const embedded = await startEmbeddedServices({ dataDir, ephemeral: true });
  globalThis.stopServices = embedded.stop;
  return { databaseUrl: TEST_DATABASE_URL ?? embedded.databaseUrl, redisUrl: TEST_REDIS_URL ?? embedded.redisUrl };
}

async function admin(connectionString, statement) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
