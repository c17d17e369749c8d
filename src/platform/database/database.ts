import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient, Submittable } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';

interface OpenTransaction {
  runner: QueryRunner;
  client: PoolClient;
  afterCommit: (() => Promise<void> | void)[];
}

/** SQLSTATEs after which the whole transaction may be retried: serialization failure and deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 3;

/**
 * Transactions and SQL. The open transaction is kept in async context: every statement and every injected repository
 * (`@InjectRepository`) used inside `transaction` joins it, so callers do not pass it on.
 */
@Injectable()
export class Database {
  private readonly log = new Logger(Database.name);
  private readonly open = new AsyncLocalStorage<OpenTransaction>();

  constructor(private readonly dataSource: DataSource) {
    // A repository gets the query runner from its manager at each call.
    Object.defineProperty(dataSource.manager, 'queryRunner', { get: () => this.open.getStore()?.runner });
  }

  /** The connection pool, for callers that stream or listen. */
  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /** Runs one statement and returns its rows. */
  async query<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.client().query(text, values)).rows as Row[];
  }

  /**
   * Runs a prepared statement, for frequent reads. PostgreSQL keeps it under `name`, which must always have the same
   * text.
   */
  async named<Row extends object = Record<string, unknown>>(
    name: string,
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return (await this.client().query({ name, text, values })).rows as Row[];
  }

  /** Runs one statement and returns its first row, or null. */
  async maybeOne<Row extends object = Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row | null> {
    return (await this.query<Row>(text, values))[0] ?? null;
  }

  /** Runs one statement that always returns a row, such as an aggregate or `INSERT … RETURNING`. */
  async one<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row> {
    const row = await this.maybeOne<Row>(text, values);
    if (!row) throw new Error('The statement returned no row.');
    return row;
  }

  /** Runs one statement and returns the number of affected rows. */
  async execute(text: string, values: unknown[] = []): Promise<number> {
    return (await this.client().query(text, values)).rowCount ?? 0;
  }

  /** Submits a streaming statement, such as COPY, on the connection of the open transaction. */
  submit<T extends Submittable>(statement: T): T {
    const transaction = this.open.getStore();
    if (!transaction) throw new Error('A streaming statement needs an open transaction.');
    return transaction.client.query(statement);
  }

  /**
   * Runs `work` in one transaction, or in the transaction that is already open. `work` is retried after a deadlock or
   * serialization failure, so it must change nothing outside the database.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) return work();
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (attempt >= ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
      }
    }
  }

  /**
   * Runs `task` after the open transaction commits, and never after a rollback. Without a transaction it runs
   * immediately.
   */
  async afterCommit(task: () => Promise<void> | void): Promise<void> {
    const transaction = this.open.getStore();
    if (transaction) transaction.afterCommit.push(task);
    else await task();
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const transaction: OpenTransaction = { runner, client: (await runner.connect()) as PoolClient, afterCommit: [] };
    let result: T;
    try {
      await runner.startTransaction();
      result = await this.open.run(transaction, work);
      await runner.commitTransaction();
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
    for (const task of transaction.afterCommit) {
      // After-commit tasks are notifications. The rows are the truth, and a sweeper repeats a lost notification.
      await Promise.resolve(this.open.exit(task)).catch((error: unknown) =>
        this.log.warn({ error }, 'after-commit task failed'),
      );
    }
    return result;
  }

  private client(): Pool | PoolClient {
    return this.open.getStore()?.client ?? this.pool;
  }
}
