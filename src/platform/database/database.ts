import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient, QueryResult, Submittable } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { ENV, type Env } from '#config/env.js';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { ContextVariable } from '#platform/context/context.variable.js';
import { SilenceLimitedClient } from './silence-limited.client.js';
import { Replicas } from './replicas.js';
import { PreparedSql, ReplicatedSql, Sql, type Statement } from './sql.js';

interface OpenTransaction {
  runner: QueryRunner;
  client: PoolClient;
  /** The shadow team of a transaction in test mode. */
  testTeam: string | undefined;
  /** Settles after the last statement: the driver warns about statements that it has to queue. */
  last: Promise<unknown>;
  /** Whether its work has ended: a statement that comes now would run outside of it. */
  isOver: boolean;
  afterCommit: (() => Promise<void> | void)[];
}

/** SQLSTATEs after which the whole transaction may be retried: serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 3;
/** Until the transaction ends, unqualified names refer to the tables of the sandbox. Fails if there is no sandbox. */
const ENTER_SANDBOX = `SELECT set_config('search_path', 'sandbox, public', true), set_config('sandbox.team', $1, true),
  'sandbox.version'::regclass`;

/**
 * Transactions and SQL. The open transaction is kept in async context: every statement and every injected repository
 * (`@InjectRepository`) used inside `transaction` joins it, so callers do not pass it on. In test mode each statement
 * runs in a transaction, in which table names refer to the sandbox.
 */
@Injectable()
export class Database extends Sql {
  /** For frequent statements. */
  readonly prepared: PreparedSql;
  /**
   * For reads of the catalogue that may be ten seconds old, and never of what a team has, spends or has just written. They go to a replica if
   * one is good, outside transactions and test mode.
   */
  readonly replicated: ReplicatedSql;
  private readonly log = new Logger(Database.name);
  private readonly open = new ContextVariable<OpenTransaction>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENV) { DATABASE_PREPARED_STATEMENTS: isOn }: Pick<Env, 'DATABASE_PREPARED_STATEMENTS'>,
    private readonly replicas: Replicas,
  ) {
    super();
    this.prepared = new PreparedSql((statement) => this.run(statement), isOn);
    this.replicated = new ReplicatedSql((statement) => this.readReplica(statement), this.prepared);
    const inSandbox = this.sandboxRunner();
    // A repository gets the query runner from its manager at each call.
    Object.defineProperty(dataSource.manager, 'queryRunner', {
      get: () => this.open.get()?.runner ?? (currentTestTeam() === undefined ? undefined : inSandbox),
    });
  }

  /** The connection pool, for callers that stream or listen. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Submits a streaming statement, such as COPY, on the connection of the open transaction. */
  submit<T extends Submittable>(statement: T): T {
    const transaction = this.open.get();
    if (!transaction || transaction.isOver) throw new Error('A streaming statement needs an open transaction.');
    return transaction.client.query(statement);
  }

  /**
   * Runs `work` in one transaction, or in the transaction that is already open. `work` is retried after a deadlock or
   * serialization failure, so it must change nothing outside the database.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const open = this.open.get();
    if (open) {
      if (open.testTeam !== currentTestTeam()) throw new Error('The mode cannot change inside a transaction.');
      return work();
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt >= ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  /**
   * Runs `work` once, in a separate transaction in which every statement sees the same state of the database. It holds
   * a connection until it ends.
   */
  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.get()) throw new Error('A snapshot cannot begin inside a transaction.');
    return this.attempt(work, 'REPEATABLE READ');
  }

  /** Runs `work` outside the open transaction, on other connections, so that it stays when the transaction is rolled back. */
  outside<T>(work: () => Promise<T>): Promise<T> {
    return this.open.run(undefined, work);
  }

  /**
   * The rows of a SELECT in batches of at most `size`, through a cursor of the open transaction, which can have one. Read
   * it inside the transaction.
   */
  async *batches<Row extends object>(text: string, values: unknown[], size: number): AsyncGenerator<Row[]> {
    await this.execute(`DECLARE batches NO SCROLL CURSOR FOR ${text}`, values);
    for (;;) {
      const rows = await this.query<Row>(`FETCH FORWARD ${Number(size)} FROM batches`);
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  }

  /** Lets the statements of the open transaction take any time, for work that cannot be divided. */
  async liftTimeLimit(): Promise<void> {
    const client = this.open.get()?.client;
    if (!client) throw new Error('Lift the time limit inside a transaction.');
    if (client instanceof SilenceLimitedClient) client.isUnlimited = true;
    await this.execute('SET LOCAL statement_timeout = 0');
  }

  /**
   * Runs `task` after the open transaction commits, and never after a rollback. Without a transaction it runs
   * immediately.
   */
  async afterCommit(task: () => Promise<void> | void): Promise<void> {
    const transaction = this.open.get();
    if (transaction) transaction.afterCommit.push(task);
    else await task();
  }

  private async attempt<T>(work: () => Promise<T>, isolation?: 'REPEATABLE READ'): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const testTeam = currentTestTeam();
    const client = (await runner.connect()) as PoolClient;
    const last = Promise.resolve();
    const transaction: OpenTransaction = { runner, client, testTeam, last, isOver: false, afterCommit: [] };
    let result: T;
    try {
      await runner.startTransaction(isolation);
      if (testTeam !== undefined) await client.query(ENTER_SANDBOX, [testTeam]);
      result = await this.open.run(transaction, work);
      await endOf(transaction);
      await runner.commitTransaction();
    } catch (error) {
      await endOf(transaction);
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      if (client instanceof SilenceLimitedClient) client.isUnlimited = false;
      await runner.release();
    }
    for (const task of transaction.afterCommit) {
      // After-commit tasks are notifications. The rows are authoritative, and a sweeper repeats a lost notification.
      try {
        await this.open.run(undefined, task);
      } catch (error) {
        this.log.warn({ error }, 'after-commit task failed');
      }
    }
    return result;
  }

  protected run(statement: Statement): Promise<QueryResult> {
    const transaction = this.open.get();
    if (transaction) {
      if (transaction.isOver) throw new Error('The transaction of this statement is over.');
      const result = transaction.last.then(() => resultOf(transaction.client, statement));
      transaction.last = result.then(forget, forget);
      return result;
    }
    if (currentTestTeam() === undefined) return this.pool.query(statement);
    return this.transaction(() => this.run(statement));
  }

  /** Whether a read with `replicated` may lack the newest rows. */
  get hasReplicas(): boolean {
    return this.replicas.isUsed;
  }

  private async readReplica(statement: Statement): Promise<QueryResult> {
    if (this.open.get() || currentTestTeam() !== undefined) return this.run(statement);
    return (await this.replicas.read(statement)) ?? this.run(statement);
  }

  /** A query runner for repositories in test mode, which runs each statement in a transaction. */
  private sandboxRunner(): QueryRunner {
    const query: QueryRunner['query'] = (...statement: unknown[]) =>
      this.transaction(() =>
        (this.open.get() as OpenTransaction).runner.query(...(statement as Parameters<QueryRunner['query']>)),
      );
    return Object.assign(Object.create(this.dataSource.createQueryRunner()) as QueryRunner, { query });
  }
}

const forget = (): void => undefined;

/** Takes no more statements, and waits for those that were not awaited, such as others of a `Promise.all` that failed. */
async function endOf(transaction: OpenTransaction): Promise<void> {
  transaction.isOver = true;
  await transaction.last;
}

/**
 * Runs a statement on a connection with a callback. The rows behind a promise of pg stay in memory until the next full garbage
 * collection.
 */
async function resultOf(client: PoolClient, statement: Statement): Promise<QueryResult> {
  try {
    return await new Promise((resolve, reject) =>
      client.query(statement, (error, result) => (error ? reject(error) : resolve(result))),
    );
  } catch (error) {
    // The stack of the error, with the caller instead of the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
