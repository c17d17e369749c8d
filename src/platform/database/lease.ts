import type { Database } from './database.js';
import type { Sql } from './sql.js';

/** The duration of a lease without renewal, unless the claim gives another one. */
export const LEASE_SECONDS = 15;

const RENEW_EVERY_MS = (LEASE_SECONDS * 1_000) / 3;

/** The states of a leased row. */
export type LeaseState = 'queued' | 'running' | 'completed' | 'failed';

/** How a table spells the states, in SQL: a condition on `leased.…`, and the assignments that make each state. */
export interface LeaseWords {
  /** The column that counts claims. */
  attempts: string;
  /** Whether a row has not ended. It runs while its lease lasts. */
  open: string;
  queued: string;
  running: string;
  completed: string;
  failed: string;
}

/**
 * A table whose rows workers process under a lease. Besides its own columns it has `state` (a `LeaseState`), `attempts`
 * (integer, counts claims), `lease_until` (null unless `running`) and `finished_at` (null unless `completed` or
 * `failed`). A `paced` table also has `next_attempt_at`, as `claimDue` needs it: no attempt begins before.
 */
export interface LeasedTable {
  name: string;
  /** The columns of the primary key. */
  key: readonly string[];
  /** The columns of a claimed row, with `attempts`; all by default. If they are named, the statements are prepared. */
  columns?: readonly string[];
  /** The same for a table that works like a queue, whose statements are not prepared. */
  unpreparedColumns?: readonly string[];
  /** Whether it has `next_attempt_at`. */
  paced?: boolean;
  /** SQL that a claimed row has beside its columns. */
  more?: string;
  /** The words for the states, if the table has other ones, because older releases write it too. */
  words?: Partial<LeaseWords>;
}

/** The right of one attempt to work on a row. Only the latest attempt may write. */
export interface Lease<Row = object> {
  key: readonly unknown[];
  attempt: number;
  /** The row as it was claimed. */
  row: Row;
}

/** Column names and the values they are set to. */
type Values = Record<string, unknown>;

interface ClaimOptions {
  seconds?: number;
  set?: Values;
  /** A row with an expired lease is not claimed again after this many attempts. A released row is claimed again. */
  maxAttempts?: number;
  /** A SQL condition on `leased.…` for further claimable rows, besides queued rows and rows with an expired lease. */
  orWhen?: string;
  /** A SQL condition on `leased.…` and, if the claim may insert, on `excluded.…` that a claimable row must also meet. */
  onlyWhen?: string;
}

interface DueOptions {
  /** The most rows of one claim. */
  limit: number;
  /** Rows take turns by this column, and at most `atOnce` rows with the same value run at the same time. */
  fairBy?: { column: string; atOnce: number };
  /** The duration of the lease: a number, or SQL on `leased.…`. */
  seconds?: number | string;
  maxAttempts?: number;
  /** A SQL condition on `leased.…` that rows must also meet, with its values as $1 and so on. */
  where?: { sql: string; values?: readonly unknown[] };
  /** Also claims rows whose next attempt is not due yet. */
  early?: boolean;
  /** The column by which rows come first; by default those that have been due for longest. */
  order?: string;
}

const WORDS: LeaseWords = {
  attempts: 'attempts',
  open: `leased.state IN ('queued', 'running')`,
  queued: `state = 'queued', finished_at = NULL`,
  running: `state = 'running', finished_at = NULL`,
  completed: `state = 'completed', finished_at = now()`,
  failed: `state = 'failed', finished_at = now()`,
};

/**
 * Claims, renews and ends leases on the rows of one table. Every method is one statement and joins an open transaction.
 */
export class LeasedRows<Row extends object = object> {
  private readonly words: LeaseWords;
  private readonly isLatest: string;
  private readonly sql: Sql;
  private readonly returned: string;

  constructor(
    private readonly database: Database,
    private readonly table: LeasedTable,
  ) {
    this.words = { ...WORDS, ...table.words };
    this.sql = table.columns ? database.prepared : database;
    const columns =
      (table.columns ?? table.unpreparedColumns)?.map((column) => `leased.${column}`).join(', ') ?? 'leased.*';
    this.returned = table.more ? `${columns}, ${table.more}` : columns;
    this.isLatest = `${this.keyIs()} AND leased.${this.words.attempts} = $${table.key.length + 1}
      AND leased.lease_until IS NOT NULL AND ${this.words.open}`;
  }

  /** Claims a row that is queued or whose lease has expired. @returns null if the row cannot be claimed. */
  async claim(key: readonly unknown[], options: ClaimOptions = {}): Promise<Lease<Row> | null> {
    const { seconds = LEASE_SECONDS, set = {} } = options;
    const values = [...key, seconds];
    const { attempts, running } = this.words;
    const row = await this.sql.maybeOne<Row>(
      `UPDATE ${this.table.name} AS leased
       SET ${running}, ${attempts} = ${attempts} + 1, lease_until = now() + make_interval(secs => $${values.length})${assignments(set, values)}
       WHERE ${this.keyIs()} AND (${this.claimable(options)}) RETURNING ${this.returned}`,
      values,
    );
    return row && this.leaseOf(row, key);
  }

  /** Inserts a claimed row, or claims the existing row under the same conditions as `claim`. */
  async claimOrInsert(key: readonly unknown[], options: ClaimOptions = {}): Promise<Lease<Row> | null> {
    const { seconds = LEASE_SECONDS, set = {} } = options;
    const columns = [...this.table.key, ...Object.keys(set)];
    const values = [...key, ...Object.values(set), seconds];
    const places = columns.map((_, index) => `$${index + 1}`);
    const row = await this.sql.maybeOne<Row>(
      `INSERT INTO ${this.table.name} AS leased (${columns.join(', ')}, state, attempts, lease_until)
       VALUES (${places.join(', ')}, 'running', 1, now() + make_interval(secs => $${values.length}))
       ON CONFLICT (${this.table.key.join(', ')}) DO UPDATE
       SET ${this.words.running}, attempts = leased.attempts + 1, lease_until = excluded.lease_until
         ${Object.keys(set)
           .map((column) => `, ${column} = excluded.${column}`)
           .join('')}
       WHERE ${this.claimable(options)} RETURNING ${this.returned}`,
      values,
    );
    return row && this.leaseOf(row, key);
  }

  /**
   * Claims rows that are due: queued or with an expired lease, and past `next_attempt_at`, which the claim moves to the end of the
   * lease. Concurrent callers get different rows.
   */
  async claimDue(options: DueOptions): Promise<Lease<Row>[]> {
    const rows = await (options.fairBy ? this.claimFairly(options, options.fairBy) : this.claimOldest(options));
    return rows.map((row) => this.leaseOf(row));
  }

  /** Renews the lease. @returns false if the row has ended or was claimed again. */
  renew(lease: Lease, set: Values = {}, seconds = LEASE_SECONDS): Promise<boolean> {
    const end = `now() + make_interval(secs => ${Number(seconds)})`;
    return this.update(lease, `lease_until = ${end}${this.table.paced ? `, next_attempt_at = ${end}` : ''}`, set);
  }

  /** Ends the row as completed. @returns false if the row has ended or was claimed again: discard the result. */
  complete(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, this.ended('completed'), set);
  }

  /** Ends the row as failed. @returns false if the row has ended or was claimed again. */
  fail(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, this.ended('failed'), set);
  }

  /** Queues the row for another attempt, not before `next_attempt_at`. @returns false if the row has ended or was claimed again. */
  release(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, this.ended('queued'), set);
  }

  /** Queues the row for another attempt in so many seconds, by the clock of the database. @returns as `release` */
  releaseFor(lease: Lease, seconds: number, set: Values = {}): Promise<boolean> {
    const next = `next_attempt_at = now() + make_interval(secs => $${lease.key.length + 2})`;
    return this.update(lease, `${this.ended('queued')}, ${next}`, set, [seconds]);
  }

  /** Queues the row for another attempt at a time that is SQL on `leased.…`. @returns as `release` */
  releaseAt(lease: Lease, time: string, set: Values = {}): Promise<boolean> {
    return this.update(lease, `${this.ended('queued')}, next_attempt_at = ${time}`, set);
  }

  /**
   * Runs `work` and renews the lease meanwhile. A renewal that throws is ignored; the next one shows whether the lease
   * is lost.
   * @throws LeaseLost as soon as the lease is lost, or the reason of `stop` as soon as it aborts; `work` then
   * continues, and its result is ignored.
   */
  async hold<T>(lease: Lease, work: () => Promise<T>, stop?: AbortSignal): Promise<T> {
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      if (!(await this.renew(lease))) lost.abort(new LeaseLost());
    };
    const signal = stop ? AbortSignal.any([stop, lost.signal]) : lost.signal;
    return whileRenewing(renew, () => unlessAborted(signal, work));
  }

  /**
   * Updates `enqueued_at` and `requeues` of rows to enqueue again: rows that were enqueued the given number of seconds
   * ago and that no worker has claimed, or whose worker died. Concurrent callers get different rows. @returns at most
   * `limit` rows, in the SQL `order`
   */
  requeueUnclaimed(
    seconds: number,
    limit: number,
    order = 'enqueued_at',
  ): Promise<(Row & { id: string; requeues: number })[]> {
    const { name } = this.table;
    return this.database.query<Row & { id: string; requeues: number }>(
      `UPDATE ${name} SET requeues = requeues + 1, enqueued_at = now() WHERE id IN (
         SELECT id FROM ${name} AS leased
         WHERE ${this.claimable({})} AND enqueued_at < now() - make_interval(secs => $1)
         ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [seconds, limit],
    );
  }

  /**
   * Fails rows whose workers died during the last of `maxAttempts` attempts, with the reason in `failure`. @returns
   * the rows
   */
  failExhausted(maxAttempts: number): Promise<Row[]> {
    return this.database.query<Row>(
      `UPDATE ${this.table.name} AS leased SET ${this.ended('failed')},
         failure = coalesce(failure, 'The worker died during the last attempt')
       WHERE ${this.words.open} AND leased.lease_until < now() AND leased.${this.words.attempts} >= $1
       RETURNING ${this.returned}`,
      [maxAttempts],
    );
  }

  private claimOldest(options: DueOptions): Promise<Row[]> {
    const key = this.table.key.join(', ');
    const values = [...(options.where?.values ?? []), options.limit];
    return this.sql.query<Row>(
      `WITH chosen AS (
         SELECT ${key} FROM ${this.table.name} AS leased WHERE ${this.due(options)}
         ORDER BY leased.${options.order ?? 'next_attempt_at'}, ${key} LIMIT $${values.length} FOR UPDATE SKIP LOCKED)
       UPDATE ${this.table.name} AS leased SET ${this.claimed(options)} FROM chosen WHERE ${this.isChosen()}
       RETURNING ${this.returned}`,
      values,
    );
  }

  private claimFairly(options: DueOptions, { column, atOnce }: NonNullable<DueOptions['fairBy']>): Promise<Row[]> {
    const { name } = this.table;
    const key = this.table.key.join(', ');
    const next = (after: string): string =>
      `SELECT leased.${column} FROM ${name} AS leased WHERE ${this.words.open}${after} ORDER BY leased.${column} LIMIT 1`;
    const values = [...(options.where?.values ?? []), options.limit];
    return this.database.transaction(async () => {
      // Two workers must not count the running rows of a value at the same time.
      await this.database.execute(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`claims of ${name}`]);
      return this.database.query<Row>(
        // One look into the index finds the next value with open rows; most values have none.
        `WITH RECURSIVE busy AS (
           (${next('')})
           UNION ALL
           SELECT next.${column} FROM busy CROSS JOIN LATERAL (${next(` AND leased.${column} > busy.${column}`)}) AS next
         ), chosen AS (
           SELECT due.* FROM busy CROSS JOIN LATERAL (
             SELECT waiting.*, row_number() OVER (ORDER BY next_attempt_at, ${key}) AS turn FROM (
               SELECT ${key}, next_attempt_at FROM ${name} AS leased
               WHERE leased.${column} = busy.${column} AND ${this.due(options)}
               ORDER BY next_attempt_at, ${key}
               LIMIT greatest(0, ${Number(atOnce)} - (
                 SELECT count(*) FROM ${name} AS leased
                 WHERE leased.${column} = busy.${column} AND ${this.words.open} AND leased.lease_until > now()
                   -- The next attempt is due when the lease ends, and an index may have only that time.
                   AND leased.next_attempt_at > now()))
             ) AS waiting
           ) AS due
           ORDER BY turn, next_attempt_at LIMIT $${values.length})
         UPDATE ${name} AS leased SET ${this.claimed(options)} FROM chosen
         WHERE ${this.isChosen()} AND ${this.due(options)}
         RETURNING ${this.returned}`,
        values,
      );
    });
  }

  private claimed({ seconds = LEASE_SECONDS }: DueOptions): string {
    const end = `now() + make_interval(secs => ${seconds})`;
    const { attempts, running } = this.words;
    return `${running && `${running}, `}${attempts} = leased.${attempts} + 1, lease_until = ${end}, next_attempt_at = ${end}`;
  }

  private due({ where, early, maxAttempts }: DueOptions): string {
    const due = early ? '' : ' AND leased.next_attempt_at <= now()';
    return `(${this.claimable({ maxAttempts })})${due}${where ? ` AND ${where.sql}` : ''}`;
  }

  private claimable({ maxAttempts, orWhen, onlyWhen }: ClaimOptions): string {
    const { open, attempts } = this.words;
    const mayRetry = maxAttempts === undefined ? '' : ` AND leased.${attempts} < ${Number(maxAttempts)}`;
    const free = `(leased.lease_until IS NULL OR leased.lease_until < now()${mayRetry})`;
    return `${open} AND ${free}${onlyWhen ? ` AND ${onlyWhen}` : ''}${orWhen ? ` OR ${orWhen}` : ''}`;
  }

  private ended(state: 'queued' | 'completed' | 'failed'): string {
    return [this.words[state], 'lease_until = NULL'].filter(Boolean).join(', ');
  }

  private isChosen(): string {
    return this.table.key.map((column) => `leased.${column} = chosen.${column}`).join(' AND ');
  }

  private keyIs(): string {
    return this.table.key.map((column, index) => `leased.${column} = $${index + 1}`).join(' AND ');
  }

  private async update(lease: Lease, change: string, set: Values, more: readonly unknown[] = []): Promise<boolean> {
    const values = [...lease.key, lease.attempt, ...more];
    const touched = await this.sql.execute(
      `UPDATE ${this.table.name} AS leased SET ${change}${assignments(set, values)} WHERE ${this.isLatest}`,
      values,
    );
    return touched === 1;
  }

  private leaseOf(
    row: Row,
    key: readonly unknown[] = this.table.key.map((column) => row[column as keyof Row]),
  ): Lease<Row> {
    return { key, attempt: Number(row[this.words.attempts as keyof Row]), row };
  }
}

/** The row has ended, or another attempt has claimed it. The result of this attempt must be discarded. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease was lost: the row has ended or was claimed again');
  }
}

/** Appends the values to `values` and returns the SQL assignments. */
function assignments(set: Values, values: unknown[]): string {
  return Object.entries(set)
    .map(([column, value]) => `, ${column} = $${values.push(value)}`)
    .join('');
}

async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Runs `work` and calls `renew` at intervals. A renewal that fails is ignored: the lease then expires, and the caller
 * must check that it still holds the lease when it stores the result.
 */
export async function whileRenewing<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
