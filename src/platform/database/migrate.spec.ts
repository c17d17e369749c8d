import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { until } from '../../../test/support/until.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { databaseOptions } from './data-source.js';
import { migrate } from './migrate.js';
import { awaitMigrations, BUILD_MIGRATIONS, MigrationsMissing } from './released-database.js';

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

class NameTeams9999999999998 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE teams ADD COLUMN nickname text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE teams DROP COLUMN nickname');
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
    const waiting = [1, 2, 3].map(async () =>
      migrate(database.url, { given: await sourceWith(IndexTeamNames9999999999999) }),
    );
    const ran = await Promise.all(waiting);
    expect(ran.flat()).toEqual(['IndexTeamNames9999999999999']);
  });

  describe('while another process has a lock for long', () => {
    const pace = { lockMs: 200, pauseMs: 20, giveUpMs: 60_000 };
    let backup: pg.Client;

    beforeEach(async () => {
      backup = new pg.Client({ connectionString: database.url, application_name: 'qualm backup' });
      await backup.connect();
      await backup.query('BEGIN; SELECT FROM teams');
    });
    afterEach(() => backup.end());

    it('let others read the table, name the process, and run once it has ended', async () => {
      const lines: string[] = [];
      const given = await sourceWith(NameTeams9999999999998);
      const migrating = migrate(database.url, { given, pace, say: (line) => lines.push(line) });
      await until(() => lines.length > 1);
      expect(await rowsOf('SELECT FROM teams')).toEqual([]);
      expect(lines[0]).toMatch(/^A migration waits for a lock of "qualm backup" \(process \d+/);
      await backup.query('COMMIT');
      expect(await migrating).toEqual(['NameTeams9999999999998']);
    });

    it('fail at last, and name the process', async () => {
      const given = await sourceWith(NameTeams9999999999998);
      await expect(migrate(database.url, { given, pace: { ...pace, giveUpMs: 0 } })).rejects.toThrow(
        /did not get a lock of "qualm backup"/,
      );
    });
  });

  it('are not loaded when all of them have run', async () => {
    expect(await migrate(database.url)).toEqual([]);
  });

  describe('that a process waits for', () => {
    const newest = BUILD_MIGRATIONS.at(-1);
    const lines: string[] = [];
    const wait = (waitMs?: number) => awaitMigrations(database.url, (line) => lines.push(line), waitMs);

    beforeEach(() => lines.splice(0));

    it('let it begin once all of them have run, and it says so once', async () => {
      const { rows } = await client.query<{ timestamp: number }>(
        'DELETE FROM migrations WHERE name = $1 RETURNING timestamp',
        [newest],
      );
      const waiting = wait();
      await until(() => lines.length > 0);
      await client.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [rows[0]?.timestamp, newest]);
      await waiting;
      expect(lines).toEqual([expect.stringContaining('waits up to 600 s for `qualm migrate`')]);
    });

    it('let it begin at once if they have run, or if the database does not answer', async () => {
      await wait(0);
      await awaitMigrations('postgres://127.0.0.1:1/none', (line) => lines.push(line), 0);
      expect(lines).toEqual([]);
    });

    it('stop it if they do not run in time', async () => {
      await client.query('DELETE FROM migrations WHERE name = $1', [newest]);
      await expect(wait(0)).rejects.toThrow(MigrationsMissing);
      await client.query('DROP TABLE migrations');
      await expect(wait(0)).rejects.toThrow(MigrationsMissing);
    });
  });

  describe('with a role for the service', () => {
    const role = `service_${randomBytes(6).toString('hex')}`;
    let service: pg.Client;

    beforeEach(async () => {
      const url = new URL(database.url);
      Object.assign(url, { username: role, password: 'p%40ss' });
      await Promise.all([1, 2].map(() => migrate(database.url, { serviceUrl: url.href })));
      service = new pg.Client({ connectionString: url.href });
      await service.connect();
    });
    afterEach(async () => {
      await service.end();
      await client.query(`DROP OWNED BY ${role}`);
      await client.query(`DROP ROLE ${role}`);
    });

    it('let it read and write rows', async () => {
      await service.query(
        `INSERT INTO teams (id, name, tier, subscription_status) VALUES (gen_random_uuid(), 'Rows', 'free', 'none')`,
      );
      await service.query(`UPDATE teams SET name = 'Row'`);
      expect((await service.query('DELETE FROM teams')).rowCount).toBe(1);
      expect((await service.query('SELECT name FROM migrations')).rowCount).toBeGreaterThan(0);
    });

    it.each([
      ['create a table', 'CREATE TABLE own (id integer)'],
      ['change a table', 'ALTER TABLE teams ADD COLUMN more text'],
      ['drop a table', 'DROP TABLE teams'],
      ['empty a table', 'TRUNCATE teams CASCADE'],
      ['put triggers aside', 'ALTER TABLE credit_entries DISABLE TRIGGER ALL'],
      ['skip triggers', 'SET session_replication_role = replica'],
      [
        'replace a function',
        'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS $$ SELECT NULL $$',
      ],
      ['change the ledger', 'UPDATE credit_entries SET amount = 1000'],
      ['delete from the ledger', 'DELETE FROM credit_entries'],
      ['change the audit log', `UPDATE audit_entries SET action = 'x'`],
      ['delete from the audit log', 'DELETE FROM audit_entries'],
      ['forget a migration', 'DELETE FROM migrations'],
      ['become the owner', 'SET ROLE app'],
      ['create a temporary table', 'CREATE TEMP TABLE own (id integer)'],
    ])('do not let it %s', async (_what, statement) => {
      await expect(service.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    });

    it('let it delete audit entries of more than 400 days through the function of the owner alone', async () => {
      await client.query(
        `INSERT INTO audit_entries (id, action, actor_kind, created_at)
         SELECT gen_random_uuid(), 'x', 'system', now() - make_interval(days => age) FROM unnest(ARRAY[399, 401]) AS age`,
      );
      expect((await service.query('SELECT purge_audit_entries() AS deleted')).rows).toEqual([{ deleted: 1 }]);
      expect((await service.query('SELECT FROM audit_entries')).rowCount).toBe(1);
    });

    it('let it build the sandbox and use it, and no other role', async () => {
      await service.query('SELECT build_sandbox()');
      expect((await service.query('SELECT FROM sandbox.opportunities')).rowCount).toBe(0);
      expect(
        await rowsOf(
          `SELECT nspname AS name FROM pg_namespace, aclexplode(nspacl) WHERE nspname = 'sandbox' AND grantee = 0
           UNION ALL
           SELECT relname FROM pg_class, aclexplode(relacl)
           WHERE relnamespace = 'sandbox'::regnamespace AND grantee = 0`,
        ),
      ).toEqual([]);
    });

    describe('that may create temporary tables', () => {
      /** Code of the service, which fails when the owner runs it. */
      const TRAP = `
        CREATE FUNCTION pg_temp.trap() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'code of the service ran as %', current_user; END $$`;
      const TRAP_ON_WRITES = `
        CREATE FUNCTION pg_temp.trap_on_writes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_temp.trap(); RETURN NULL; END $$;
        CREATE TRIGGER trap BEFORE DELETE OR UPDATE ON pg_temp.audit_entries
          FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.trap_on_writes()`;
      const PERSON = '00000000-0000-4000-8000-000000000001';
      const TEAM = '00000000-0000-4000-8000-000000000002';

      beforeEach(async () => {
        await client.query(`GRANT TEMPORARY ON DATABASE ${pg.escapeIdentifier(client.database ?? '')} TO ${role}`);
        await client.query(
          `INSERT INTO teams (id, name, tier, subscription_status, deleted_at, purged_at)
           VALUES ('${TEAM}', 'Purged', 'free', 'none', now(), now())`,
        );
        await client.query(
          `INSERT INTO audit_entries (id, action, actor_kind, team_id) VALUES (gen_random_uuid(), 'x', 'system', '${TEAM}')`,
        );
        await service.query(TRAP);
      });
      afterEach(() => client.query('DROP SCHEMA IF EXISTS sandbox CASCADE'));

      it.each([
        ['delete old audit entries', 'SELECT purge_audit_entries()'],
        ['delete the audit entries of a purged team', `SELECT purge_audit_entries_of(ARRAY['${TEAM}'::uuid])`],
        ['forget a person', `SELECT forget_audited_person('${PERSON}', 'a@b.example')`],
      ])('run nothing of it as the owner when they %s', async (_what, statement) => {
        await service.query('CREATE TEMP TABLE audit_entries (LIKE public.audit_entries)');
        await service.query(TRAP_ON_WRITES);
        await expect(service.query(statement)).resolves.toBeDefined();
      });

      it('run nothing of it as the owner when a trigger looks up a team', async () => {
        await service.query('CREATE TEMP VIEW teams AS SELECT * FROM public.teams WHERE pg_temp.trap()');
        await service.query(`SELECT purge_audit_entries_of(ARRAY['${TEAM}'::uuid])`);
        expect(await rowsOf('SELECT FROM audit_entries')).toEqual([]);
      });
    });
  });

  it('leave functions with the rights of the owner that look at temporary tables last, and that no other role may call', async () => {
    expect(
      await rowsOf(
        `SELECT proname FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND prosecdef
           AND (NOT EXISTS (SELECT FROM unnest(proconfig) AS setting WHERE setting ~ '^search_path=.*, pg_temp$')
                OR has_function_privilege('public', oid, 'EXECUTE'))`,
      ),
    ).toEqual([]);
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
    expect(await migrate(database.url, { given: await sourceWith() })).toEqual([]);
  });
});
