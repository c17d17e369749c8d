import type { Database } from './database.js';
import type { Sql } from './sql.js';

/** The duration of a lease without renewal, unless the claim gives another one. */
export const LEASE_SECONDS = 15;

const RENEW_EVERY_MS = (LEASE_SECONDS * 1_000) / 3;

/** The states of a leased row. */
export type LeaseState = 'queued' | 'running' | 'completed' | 'failed';

/**
 * A table whose rows workers process under a lease. Besides its own columns it has `state` (a `LeaseState`), `attempts`
 * (integer, counts claims), `lease_until` (null unless `running`) and `finished_at` (null unless `completed` or
 * `failed`).
 */
export interface LeasedTable {
  name: string;
  /** The columns of the primary key. */
  key: readonly string[];
  /** The columns of a claimed row, with `attempts`; all by default. If they are named, the statements are prepared. */
  columns?: readonly string[];
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
}

const RESET = 'lease_until = NULL, finished_at = NULL';
const ENDED = 'lease_until = NULL, finished_at = now()';
const EXPIRED = `state = 'running' AND lease_until < now()`;

/**
 * Claims, renews and ends leases on the rows of one table. Every method is one statement and joins an open transaction.
 */
export class LeasedRows<Row extends object = object> {
  private readonly isLatest: string;
  private readonly sql: Sql;
  private readonly returned: string;

  constructor(
    private readonly database: Database,
    private readonly table: LeasedTable,
  ) {
    this.sql = table.columns ? database.prepared : database;
    this.returned = table.columns?.map((column) => `leased.${column}`).join(', ') ?? 'leased.*';
    const key = table.key.map((column, index) => `${column} = $${index + 1}`);
    this.isLatest = `${key.join(' AND ')} AND attempts = $${table.key.length + 1} AND state = 'running'`;
  }

  /** Claims a row that is queued or whose lease has expired. @returns null if the row cannot be claimed. */
  async claim(key: readonly unknown[], options: ClaimOptions = {}): Promise<Lease<Row> | null> {
    const { seconds = LEASE_SECONDS, set = {} } = options;
    const values = [...key, seconds];
    const own = this.table.key.map((column, index) => `${column} = $${index + 1}`).join(' AND ');
    const row = await this.sql.maybeOne<ClaimedRow>(
      `UPDATE ${this.table.name} AS leased
       SET state = 'running', attempts = attempts + 1, lease_until = now() + make_interval(secs => $${values.length}),
         finished_at = NULL${assignments(set, values)}
       WHERE ${own} AND (${claimable(options)}) RETURNING ${this.returned}`,
      values,
    );
    return this.leaseOf(key, row);
  }

  /** Inserts a claimed row, or claims the existing row under the same conditions as `claim`. */
  async claimOrInsert(key: readonly unknown[], options: ClaimOptions = {}): Promise<Lease<Row> | null> {
    const { seconds = LEASE_SECONDS, set = {} } = options;
    const columns = [...this.table.key, ...Object.keys(set)];
    const values = [...key, ...Object.values(set), seconds];
    const places = columns.map((_, index) => `$${index + 1}`);
    const row = await this.sql.maybeOne<ClaimedRow>(
      `INSERT INTO ${this.table.name} AS leased (${columns.join(', ')}, state, attempts, lease_until)
       VALUES (${places.join(', ')}, 'running', 1, now() + make_interval(secs => $${values.length}))
       ON CONFLICT (${this.table.key.join(', ')}) DO UPDATE
       SET state = 'running', attempts = leased.attempts + 1, lease_until = excluded.lease_until, finished_at = NULL
         ${Object.keys(set)
           .map((column) => `, ${column} = excluded.${column}`)
           .join('')}
       WHERE ${claimable(options)} RETURNING ${this.returned}`,
      values,
    );
    return this.leaseOf(key, row);
  }

  /** Renews the lease. @returns false if the row has ended or was claimed again. */
  renew(lease: Lease, set: Values = {}, seconds = LEASE_SECONDS): Promise<boolean> {
    return this.update(lease, `lease_until = now() + make_interval(secs => ${Number(seconds)})`, set);
  }

  /** Ends the row as completed. @returns false if the row has ended or was claimed again: discard the result. */
  complete(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, `state = 'completed', ${ENDED}`, set);
  }

  /** Ends the row as failed. @returns false if the row has ended or was claimed again. */
  fail(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, `state = 'failed', ${ENDED}`, set);
  }

  /** Queues the row for another attempt. @returns false if the row has ended or was claimed again. */
  release(lease: Lease, set: Values = {}): Promise<boolean> {
    return this.update(lease, `state = 'queued', ${RESET}`, set);
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
         SELECT id FROM ${name}
         WHERE state IN ('queued', 'running') AND (state = 'queued' OR ${EXPIRED})
           AND enqueued_at < now() - make_interval(secs => $1)
         ORDER BY ${order} LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [seconds, limit],
    );
  }

  /**
   * Fails rows whose workers died during the last of `maxAttempts` attempts, with the reason in `failure`. @returns
   * their number
   */
  failExhausted(maxAttempts: number): Promise<number> {
    return this.database.execute(
      `UPDATE ${this.table.name} SET state = 'failed', ${ENDED},
         failure = coalesce(failure, 'The worker died during the last attempt')
       WHERE ${EXPIRED} AND attempts >= $1`,
      [maxAttempts],
    );
  }

  private async update(lease: Lease, change: string, set: Values): Promise<boolean> {
    const values = [...lease.key, lease.attempt];
    const touched = await this.sql.execute(
      `UPDATE ${this.table.name} SET ${change}${assignments(set, values)} WHERE ${this.isLatest}`,
      values,
    );
    return touched === 1;
  }

  private leaseOf(key: readonly unknown[], row: ClaimedRow | null): Lease<Row> | null {
    return row && { key, attempt: row.attempts, row: row as unknown as Row };
  }
}

interface ClaimedRow {
  attempts: number;
}

/** The row has ended, or another attempt has claimed it. The result of this attempt must be discarded. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease was lost: the row has ended or was claimed again');
  }
}

function claimable({ maxAttempts, orWhen }: ClaimOptions): string {
  const mayRetry = maxAttempts === undefined ? '' : ` AND leased.attempts < ${Number(maxAttempts)}`;
  const expired = `(leased.state = 'running' AND leased.lease_until < now()${mayRetry})`;
  return [`leased.state = 'queued'`, expired, orWhen].filter(Boolean).join(' OR ');
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
