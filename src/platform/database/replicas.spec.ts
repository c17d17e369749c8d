import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { type PostgresPair, startPostgresPair } from '../../../test/support/servers/postgres-servers.js';
import { startTcpProxy, type TcpProxy } from '../../../test/support/stand-ins/tcp-proxy.js';
import { until } from '../../../test/support/until.js';
import { databaseOptions } from './data-source.js';
import { Database } from './database.js';
import { Replicas } from './replicas.js';
import type { Sql } from './sql.js';

describe('reads that may be some seconds old', () => {
  let pair: PostgresPair;
  let proxy: TcpProxy;
  let source: DataSource;
  let replicas: Replicas;
  let database: Database;
  const registry = new Registry();

  beforeAll(async () => {
    pair = await startPostgresPair();
    source = await new DataSource(databaseOptions(pair.primary.url)).initialize();
    proxy = await startTcpProxy(pair.replica.url);
    replicas = replicasAt(proxy.url);
    database = new Database(source, { DATABASE_PREPARED_STATEMENTS: true }, replicas);
    await database.execute('CREATE TABLE notes (id integer PRIMARY KEY)');
    replicas.onApplicationBootstrap();
  });
  afterAll(async () => {
    replicas.onModuleDestroy();
    await replicas.onApplicationShutdown();
    await source.destroy();
    await proxy.close();
    await pair.stop();
  });
  beforeEach(() => until(isOnReplica));

  const replicasAt = (url: string): Replicas =>
    new Replicas(
      source,
      { DATABASE_REPLICA_URLS: [url], DATABASE_POOL_SIZE: 2, DATABASE_STATEMENT_TIMEOUT_MS: 15_000 },
      url === proxy.url ? registry : new Registry(),
    );
  /** How much each figure of reads grows during `work`. Figures that stay are left out. */
  async function readsDuring(work: () => Promise<unknown>): Promise<string[]> {
    const figures = async () => (await registry.getSingleMetric('qualm_replicated_reads_total')!.get()).values;
    // The registry gives out its own objects, which grow.
    const before = (await figures()).map(({ value }) => value);
    await work();
    const after = await figures();
    return after.filter(({ value }, at) => value > before[at]!).map(({ labels }) => String(labels.outcome));
  }
  const isOnReplica = async (): Promise<boolean> => answeredBy(database.replicated.prepared);
  /** Whether a replica has answered. */
  const answeredBy = async (sql: Sql): Promise<boolean> =>
    (await sql.one<{ is_replica: boolean }>('SELECT pg_is_in_recovery() AS is_replica')).is_replica;

  it('are answered by a replica', async () => {
    expect([await answeredBy(database.replicated), await answeredBy(database.replicated.prepared)]).toEqual([
      true,
      true,
    ]);
  });

  it('are counted as reads of a replica', async () => {
    expect(await readsDuring(isOnReplica)).toEqual(['replica']);
  });

  it('are answered by the primary inside a transaction, which sees its own changes', async () => {
    expect(await database.transaction(isOnReplica)).toBe(false);
  });

  it('are answered by the primary if the replica fails', async () => {
    const counted = await database.replicated
      .one<{ count: number }>('SELECT count(*) FROM notes FOR UPDATE')
      .catch(String);
    expect(counted).toContain('FOR UPDATE is not allowed with aggregate functions');
    await database.execute('INSERT INTO notes VALUES (1)');
    await pair.caughtUp();
    // A replica refuses to lock rows.
    expect(await database.replicated.query('SELECT id FROM notes FOR UPDATE')).toEqual([{ id: 1 }]);
  });

  it('are answered by the primary as soon as the replica is more than five seconds behind', async () => {
    await pair.replica.ask('SELECT pg_wal_replay_pause()', 'postgres');
    await database.execute('INSERT INTO notes VALUES (2)');
    await until(async () => !(await isOnReplica()));
    const read = () => database.replicated.query('SELECT id FROM notes WHERE id = 2');
    expect([await readsDuring(read), await read()]).toEqual([['primary_lag'], [{ id: 2 }]]);
    await pair.replica.ask('SELECT pg_wal_replay_resume()', 'postgres');
    expect(await until(isOnReplica)).toBe(true);
  });

  it('are answered by the primary while the replica does not answer', async () => {
    proxy.hold();
    const began = Date.now();
    const answers = await Promise.all(Array.from({ length: 4 }, isOnReplica)).finally(() => proxy.restore());
    expect([answers, Date.now() - began < 5_000]).toEqual([[false, false, false, false], true]);
  });

  it('are answered by the primary while the replica is stopped', async () => {
    await pair.replica.stop();
    let isReplica = true;
    expect(await readsDuring(async () => (isReplica = await isOnReplica()))).toEqual(['primary_failure']);
    expect(isReplica).toBe(false);
    await pair.replica.start();
    expect(await until(isOnReplica)).toBe(true);
  });

  it('are not answered by a server that is no replica', async () => {
    const other = replicasAt(pair.primary.url);
    await other.check();
    expect(await other.read({ text: 'SELECT 1' })).toBeNull();
    await other.onApplicationShutdown();
  });
});
