import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { databaseOptions } from './data-source.js';
import { migrate } from './migrate.js';

/** Builds an index while the table is being written. */
class IndexTeamNames9999999999999 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX CONCURRENTLY ix_teams_name ON teams (name)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY ix_teams_name');
  }
}

describe('migrations', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  /** The migrations of this build, plus `more`. Jest cannot load files by pattern, so they are imported here. */
  const sourceWith = async (...more: (new () => MigrationInterface)[]): Promise<DataSource> => {
    const folder = join(import.meta.dirname, 'migrations');
    const modules = readdirSync(folder).map(
      (file) => import(join(folder, file)) as Promise<Record<string, () => void>>,
    );
    const released = (await Promise.all(modules)).flatMap((module) => Object.values(module));
    const migrations = [...released, ...more];
    return new DataSource({ ...databaseOptions(database.url), migrations, migrationsTransactionMode: 'each' });
  };

  const rowsOf = async (text: string): Promise<unknown[]> => (await client.query<object>(text)).rows;

  it('can all be reverted, and then leave nothing behind', async () => {
    const source = await (await sourceWith()).initialize();
    for (let left = source.migrations.length; left > 0; left--) await source.undoLastMigration();
    await source.destroy();
    expect(
      await rowsOf(`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'
                    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  it('can build an index concurrently while other processes wait to migrate', async () => {
    const waiting = [1, 2, 3].map(async () => migrate(database.url, await sourceWith(IndexTeamNames9999999999999)));
    const ran = await Promise.all(waiting);
    expect(ran.flat()).toEqual(['IndexTeamNames9999999999999']);
  });

  it('are not loaded when all of them have run', async () => {
    expect(await migrate(database.url)).toEqual([]);
  });

  it('refuse a database that ran a migration of a build before the first release', async () => {
    await client.query(
      `INSERT INTO migrations (timestamp, name) VALUES (1795200000000, 'CreateAccounts1795200000000')`,
    );
    await expect(migrate(database.url)).rejects.toThrow(
      /before the first release.*set DATABASE_URL to an empty database/,
    );
  });

  it('accept a database that ran the migrations of a later release', async () => {
    await client.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'IndexTeamNames9999999999999')`,
    );
    expect(await migrate(database.url, await sourceWith())).toEqual([]);
  });
});
