import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn, type Repository } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { startTcpProxy, type TcpProxy } from '../../../test/support/stand-ins/tcp-proxy.js';
import { noReplicas } from '../../../test/support/servers/no-replicas.js';
import type { RowOf } from './column-names.js';
import { databaseOptions } from './data-source.js';
import { Database } from './database.js';

@Entity('notes')
class Note {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  firstLine!: string;
}

describe('a transaction', () => {
  let testDatabase: TestDatabase;
  let source: DataSource;
  let database: Database;
  let notes: Repository<Note>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    source = await new DataSource({ ...databaseOptions(testDatabase.url), entities: [Note] }).initialize();
    notes = source.getRepository(Note);
    database = new Database(source, { DATABASE_PREPARED_STATEMENTS: true }, noReplicas(source));
    await database.execute('CREATE TABLE notes (id integer PRIMARY KEY, first_line text NOT NULL)');
  });
  beforeEach(() => database.execute('TRUNCATE notes'));
  afterAll(async () => {
    await source.destroy();
    await testDatabase.drop();
  });

  const rows = (): Promise<RowOf<Note>[]> =>
    database.query<RowOf<Note>>('SELECT id, first_line FROM notes ORDER BY id');

  const rolledBack = (work: () => Promise<unknown>): Promise<unknown> =>
    database
      .transaction(async () => {
        await work();
        throw new Error('roll back');
      })
      .catch(() => undefined);

  it('rolls back the inserts of a repository', async () => {
    await rolledBack(() => notes.insert({ id: 1, firstLine: 'lost' }));
    expect(await rows()).toEqual([]);
  });

  it("rolls back the inserts of a repository's query builder", async () => {
    await rolledBack(() => notes.createQueryBuilder().insert().values({ id: 1, firstLine: 'lost' }).execute());
    expect(await rows()).toEqual([]);
  });

  it('shows the inserts of a repository to SQL statements', async () => {
    const seen = await database.transaction(async () => {
      await notes.insert({ id: 1, firstLine: 'seen' });
      return rows();
    });
    expect(seen).toEqual([{ id: 1, first_line: 'seen' }]);
  });

  it('does not include concurrent inserts outside the transaction', async () => {
    const inside = rolledBack(() => notes.insert({ id: 1, firstLine: 'lost' }));
    await Promise.all([inside, notes.insert({ id: 2, firstLine: 'outside' })]);
    expect(await rows()).toEqual([{ id: 2, first_line: 'outside' }]);
  });

  it('joins a transaction that is already open', async () => {
    await rolledBack(() => database.transaction(() => notes.insert({ id: 1, firstLine: 'lost' })));
    expect(await rows()).toEqual([]);
  });

  it('keeps what is done outside it when it is rolled back', async () => {
    await rolledBack(() => database.outside(() => notes.insert({ id: 1, firstLine: 'kept' })));
    expect(await rows()).toEqual([{ id: 1, first_line: 'kept' }]);
  });

  it('runs after-commit tasks outside the transaction, and never after a rollback', async () => {
    const followed: string[] = [];
    await rolledBack(() => database.afterCommit(() => void followed.push('rolled back')));
    await database.transaction(() => database.afterCommit(async () => void followed.push(`${(await rows()).length}`)));
    expect(followed).toEqual(['0']);
  });

  it('succeeds although an after-commit task throws at once', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    const fail = (): void => {
      throw new Error('The queue is down');
    };
    await database.transaction(async () => {
      await database.afterCommit(fail);
      await notes.insert({ id: 1, firstLine: 'kept' });
    });
    expect([(await rows()).length, warned.mock.calls.length]).toEqual([1, 1]);
    warned.mockRestore();
  });

  it('ends after all statements of its work, of which one has failed', async () => {
    const insert = (id: number) => database.execute(`INSERT INTO notes VALUES ($1, 'lost')`, [id]);
    const work = () => Promise.all([database.query('SELECT 1 / 0'), insert(1), insert(2), insert(3)]);
    await expect(database.transaction(work)).rejects.toThrow('division by zero');
    expect(await rows()).toEqual([]);
  });

  it('refuses the statements of its work that come when it is over', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    let late: Promise<unknown> = Promise.resolve();
    await rolledBack(async () => {
      late = ended.then(() => database.execute(`INSERT INTO notes VALUES (1, 'lost')`));
    });
    end();
    await expect(late).rejects.toThrow('The transaction of this statement is over.');
    expect(await rows()).toEqual([]);
  });

  it('is retried after a deadlock', async () => {
    await notes.insert([
      { id: 1, firstLine: '' },
      { id: 2, firstLine: '' },
    ]);
    let attempts = 0;
    let waiting = 0;
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const lock = (first: number, second: number): Promise<void> =>
      database.transaction(async () => {
        attempts++;
        await notes.update({ id: first }, { firstLine: 'first' });
        if (++waiting === 2) meet();
        await met;
        await notes.update({ id: second }, { firstLine: 'second' });
      });
    await Promise.all([lock(1, 2), lock(2, 1)]);
    expect(attempts).toBe(3);
  });

  it('deletes rows some at a time, and keeps what is deleted when a later part fails', async () => {
    await database.execute(`INSERT INTO notes SELECT n, 'old' FROM generate_series(1, 6) AS n`);
    expect(await database.deleteInBatches('notes', 'id > $1', [1], 2)).toBe(5);
    expect(await rows()).toEqual([{ id: 1, first_line: 'old' }]);
    await database.execute(`INSERT INTO notes VALUES (2, 'old'), (3, '0')`);
    await expect(
      database.deleteInBatches('notes', `first_line = 'old' OR 1 / first_line::int > 0`, [], 1),
    ).rejects.toThrow('division by zero');
    expect(await rows()).toEqual([{ id: 3, first_line: '0' }]);
  });
});

describe('a connection with a limit of time', () => {
  let testDatabase: TestDatabase;
  let proxy: TcpProxy;
  let source: DataSource;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    proxy = await startTcpProxy(testDatabase.url);
    source = await new DataSource(databaseOptions(proxy.url, 2, 300)).initialize();
    database = new Database(source, { DATABASE_PREPARED_STATEMENTS: true }, noReplicas(source));
  });
  afterAll(async () => {
    await source.destroy();
    await proxy.close();
    await testDatabase.drop();
  });

  it('is cut when the host vanishes without a word, and the next statement gets another one', async () => {
    await database.query('SELECT 1');
    proxy.hold();
    await expect(database.query('SELECT 1')).rejects.toThrow('PostgreSQL has not answered for 600 ms');
    await expect(database.transaction(() => database.query('SELECT 1'))).rejects.toThrow();
    proxy.restore();
    expect(await database.query('SELECT 1 AS answer')).toEqual([{ answer: 1 }]);
  });

  it('takes any time for a transaction that lifts the limit, and for no other', async () => {
    const sleep = () => database.query('SELECT pg_sleep(0.7)');
    const lifted = database.transaction(() => database.liftTimeLimit().then(sleep));
    expect(await lifted).toHaveLength(1);
    await expect(sleep()).rejects.toThrow('statement timeout');
  });
});
