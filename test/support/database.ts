import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The resources of one test file. */
export interface TestDatabase {
  /** `postgres://` URL of a fresh, migrated database. */
  url: string;
  /** URL of the Valkey that all test files share. Use `redisKeyPrefix` for every key. */
  redisUrl: string;
  /** A unique key prefix (for BullMQ: `prefix`) of letters, digits and `_`. */
  redisKeyPrefix: string;
  /** Drops the database, even while clients are connected. */
  drop(): Promise<void>;
}

/**
 * Clones the migrated template into a new database for the calling test file (about 50 ms).
 *
 *     const database = await createTestDatabase();   // beforeAll
 *     await database.drop();                         // afterAll, after the application is closed
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_ADMIN_URL, TEST_TEMPLATE, TEST_SHARED_REDIS_URL } = process.env;
  if (!TEST_ADMIN_URL || !TEST_TEMPLATE || !TEST_SHARED_REDIS_URL) throw new Error('global-setup.mjs has not run');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // The usual strategy logs every page of the template: 50 ms of CPU time instead of 22.
  await administer(TEST_ADMIN_URL, `CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE} STRATEGY FILE_COPY`);
  const url = new URL(TEST_ADMIN_URL);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    redisUrl: TEST_SHARED_REDIS_URL,
    redisKeyPrefix: name,
    drop: () => administer(TEST_ADMIN_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
