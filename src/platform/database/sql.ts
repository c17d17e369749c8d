import type { QueryConfig, QueryResult } from 'pg';
import { currentTestTeam } from '#platform/caller/test-mode.js';

/** A statement as `pg` takes it. With `rowMode`, its rows are arrays. */
export type Statement = QueryConfig & { rowMode?: 'array' };

type Send = (statement: Statement) => Promise<QueryResult>;

const DELETED_AT_ONCE = 5_000;

/** Runs single statements. */
export abstract class Sql {
  /** Runs one statement and returns its rows. */
  async query<Row extends object = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run({ text, values })).rows as Row[];
  }

  /** The same for many or wide rows: each one is the values of its columns, in order. */
  async arrays(text: string, values: unknown[]): Promise<unknown[][]> {
    return (await this.run({ text, values, rowMode: 'array' })).rows as unknown[][];
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
    return (await this.run({ text, values })).rowCount ?? 0;
  }

  /** The time of the database. It decides what is due, because the clocks of the processes may be wrong. */
  async now(): Promise<Date> {
    return (await this.one<{ now: Date }>('SELECT clock_timestamp() AS now')).now;
  }

  /**
   * Deletes the rows of a table that meet a condition, some at a time, so that no statement takes long. Outside a transaction, each part
   * stays deleted if a later one fails. @returns the number of rows
   */
  async deleteInBatches(
    table: string,
    condition: string,
    values: unknown[] = [],
    size = DELETED_AT_ONCE,
  ): Promise<number> {
    const rows = `SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${Number(size)}`;
    for (let total = 0; ;) {
      const deleted = await this.execute(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${rows}))`, values);
      total += deleted;
      if (deleted < size) return total;
    }
  }

  protected abstract run(statement: Statement): Promise<QueryResult>;
}

/** Every connection keeps every statement text, so varying texts would fill its memory. */
const MAX_TEXTS = 500;
/** A prepared statement with `*` fails on each open connection after a migration has added a column. */
const ALL_COLUMNS = /(?:SELECT|RETURNING|\.)\s*\*/i;

/**
 * Runs statements that a connection prepares at their first use: PostgreSQL then parses each text once, and after a few uses
 * also keeps its plan. For frequent statements with a constant text.
 */
export class PreparedSql extends Sql {
  /** With `isOn` false, as for a pooler without prepared statements, PostgreSQL parses each statement again. */
  constructor(
    private readonly send: Send,
    private readonly isOn = true,
    private readonly names = new Map<string, string>(),
  ) {
    super();
  }

  /** The same with another way to PostgreSQL. A statement has one name on both. */
  through(send: Send): PreparedSql {
    return new PreparedSql(send, this.isOn, this.names);
  }

  protected run(statement: Statement): Promise<QueryResult> {
    const name = this.nameOf(statement.text);
    return this.send(this.isOn ? { ...statement, name: inMode(name) } : statement);
  }

  private nameOf(text: string): string {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (ALL_COLUMNS.test(text)) throw new Error(`A prepared statement must name its columns: ${text}`);
    if (this.names.size === MAX_TEXTS) throw new Error(`Too many statements are prepared. The last one: ${text}`);
    const name = `statement_${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}

/**
 * The name of a prepared statement. With one name for both modes, a connection would plan it again at each change of
 * the mode.
 */
const inMode = (name: string): string => (currentTestTeam() === undefined ? name : `${name}_in_sandbox`);

/** Runs statements that may read data some seconds old. */
export class ReplicatedSql extends Sql {
  /** For frequent statements. */
  readonly prepared: PreparedSql;

  constructor(
    protected readonly run: Send,
    prepared: PreparedSql,
  ) {
    super();
    this.prepared = prepared.through(run);
  }
}
