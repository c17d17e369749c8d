import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { BulkItem, ItemStatus } from './bulk-item.entity.js';
import type { BulkJob } from './bulk-job.entity.js';

export type JobRow = RowOf<BulkJob>;
export type ItemRow = RowOf<BulkItem>;
type ItemKey = Pick<ItemRow, 'job_id' | 'index'>;
/** A job and the number of the attempt that works on it. */
type Attempt = Pick<JobRow, 'id' | 'attempts'>;
export type BulkLease = Lease<JobRow>;

/** A job with its items by status. */
export interface CountedJob extends JobRow {
  counts: Record<ItemStatus, number>;
}

/** A job to be inserted. */
export type NewJob = Pick<
  BulkJob,
  'id' | 'teamId' | 'action' | 'maxCredits' | 'credentialKind' | 'keyId' | 'idempotencyId' | 'requestId'
> & {
  items: readonly unknown[];
};

interface InsertedJob {
  id: string;
  is_new: boolean;
  is_same: boolean;
}

const OPEN = `state IN ('queued', 'running')`;
/** A job whose worker died runs again before the next one of its team. */
const RUNS_ALONE = `NOT EXISTS (
  SELECT FROM bulk_jobs other WHERE other.team_id = leased.team_id AND other.id <> leased.id AND other.state = 'running')`;
/** A worker that stopped leaves a queued job with running items: the next one finds their purchases. */
const MAY_END = `(state = 'queued' AND NOT EXISTS (
  SELECT FROM bulk_items WHERE job_id = bulk_jobs.id AND status IN ('waiting', 'running')))`;
const COUNTS = ['waiting', 'running', 'succeeded', 'failed', 'skipped', 'canceled']
  .map((status) => `'${status}', count(*) FILTER (WHERE item.status = '${status}')`)
  .join(', ');
/** The identity of the runs of an item. */
export const identityOf = ({ job_id, index }: ItemKey): string => `bulk:${job_id}:${index}`;

/** What of the charge of an ended item was refunded after its answer: its run failed later, such as a report that was still in progress. */
const REFUNDED_LATER = `CASE WHEN item.status NOT IN ('waiting', 'running') AND item.credits_charged > 0 THEN item.credits_charged + (
  SELECT coalesce(sum(entry.amount), 0)::integer FROM runs run
  JOIN credit_entries entry ON entry.team_id = run.team_id AND entry.purchase_id = run.purchase_id
  WHERE run.idempotency_id = 'bulk:' || item.job_id || ':' || item.index) ELSE 0 END`;

// The last column of a name counts.
const COUNTED = `SELECT job.*, job.credits_charged - (
    SELECT coalesce(sum(${REFUNDED_LATER}), 0)::integer FROM bulk_items item WHERE item.job_id = job.id) AS credits_charged, (SELECT json_build_object(${COUNTS}) FROM bulk_items item WHERE item.job_id = job.id) AS counts
  FROM bulk_jobs job`;

/** The job of $1, locked, if the attempt $2 is still its latest one: a worker that lost the job changes no item. */
const HELD = 'SELECT id, canceled_at FROM bulk_jobs WHERE id = $1 AND attempts = $2 FOR NO KEY UPDATE';

/** The cost of an item's runs by the ledger, with the place of their identity among the values. */
const costOf = (identity: string): string => `SELECT coalesce(-sum(entry.amount), 0) AS credits FROM runs run
         JOIN credit_entries entry ON entry.team_id = run.team_id AND entry.purchase_id = run.purchase_id
         WHERE run.idempotency_id = ${identity}`;

/** SQL of bulk jobs and their items. */
@Injectable()
export class BulkJobsQueries {
  readonly leases: LeasedRows<JobRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<JobRow>(database, { name: 'bulk_jobs', key: ['id'], paced: true });
  }

  /** Claims a job that is due. Teams take turns, and one job of a team runs at a time. */
  async claimDue(): Promise<BulkLease | null> {
    const fairBy = { column: 'team_id', atOnce: 1 };
    const [lease = null] = await this.leases.claimDue({ limit: 1, fairBy, where: { sql: RUNS_ALONE } });
    return lease;
  }

  /**
   * Inserts a job with its items, unless an earlier request with the same identity did. @returns the id of the job,
   * whether it is new, and whether it makes the same calls. A job of which nothing is charged has no limit to compare.
   */
  async insert({ items, ...job }: NewJob): Promise<InsertedJob> {
    const inserted = await this.database.execute(
      `INSERT INTO bulk_jobs (id, team_id, action, max_credits, credential_kind, key_id, idempotency_id, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (team_id, idempotency_id) DO NOTHING`,
      [
        ...[job.id, job.teamId, job.action, job.maxCredits, job.credentialKind, job.keyId],
        ...[job.idempotencyId, job.requestId],
      ],
    );
    if (inserted === 0) {
      return this.database.one<InsertedJob>(
        `SELECT id, false AS is_new, action = $3 AND (max_credits = $5 OR 0 IN (max_credits, $5)) AND $4::jsonb = (
           SELECT jsonb_agg(request ORDER BY index) FROM bulk_items WHERE job_id = bulk_jobs.id) AS is_same
         FROM bulk_jobs WHERE team_id = $1 AND idempotency_id = $2`,
        [job.teamId, job.idempotencyId, job.action, JSON.stringify(items), job.maxCredits],
      );
    }
    await this.database.execute(
      `INSERT INTO bulk_items (job_id, index, request)
       SELECT $1, item.place - 1, item.value FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS item (value, place)`,
      [job.id, JSON.stringify(items)],
    );
    return { id: job.id, is_new: true, is_same: true };
  }

  /** Lets a request start a new job if its earlier job has ended and began the given number of seconds ago. */
  async forgetEnded(teamId: string, idempotencyId: string, seconds: number): Promise<void> {
    await this.database.execute(
      `UPDATE bulk_jobs SET idempotency_id = idempotency_id || ' ' || id
       WHERE team_id = $1 AND idempotency_id = $2 AND NOT (${OPEN}) AND created_at < now() - make_interval(secs => $3)`,
      [teamId, idempotencyId, seconds],
    );
  }

  /** The jobs of a team that have not ended. */
  async countOpen(teamId: string): Promise<number> {
    const { jobs } = await this.database.one<{ jobs: number }>(
      `SELECT count(*) AS jobs FROM bulk_jobs WHERE team_id = $1 AND ${OPEN}`,
      [teamId],
    );
    return jobs;
  }

  find(teamId: string, id: string): Promise<CountedJob | null> {
    return this.database.maybeOne<CountedJob>(`${COUNTED} WHERE job.team_id = $1 AND job.id = $2`, [teamId, id]);
  }

  /** At most `limit` jobs of a team, newest first; with `before`, only older ones. */
  findByTeam(teamId: string, before: string | null, limit: number): Promise<CountedJob[]> {
    return this.database.query<CountedJob>(
      `${COUNTED} WHERE job.team_id = $1 AND ($2::uuid IS NULL OR job.id < $2) ORDER BY job.id DESC LIMIT $3`,
      [teamId, before, limit],
    );
  }

  findItems(jobId: string, limit: number, offset: number): Promise<ItemRow[]> {
    return this.database.query<ItemRow>(
      `SELECT item.*, item.credits_charged - (${REFUNDED_LATER}) AS credits_charged FROM bulk_items item
       WHERE item.job_id = $1 ORDER BY item.index LIMIT $2 OFFSET $3`,
      [jobId, limit, offset],
    );
  }

  /** Locks a job of a team until the transaction ends. */
  lock(teamId: string, id: string): Promise<JobRow | null> {
    return this.database.maybeOne<JobRow>('SELECT * FROM bulk_jobs WHERE team_id = $1 AND id = $2 FOR UPDATE', [
      teamId,
      id,
    ]);
  }

  /** Marks a job as canceled. A queued job ends if no item of it is without an answer. @returns whether it ended */
  async cancel(id: string): Promise<boolean> {
    const { is_ended } = await this.database.one<{ is_ended: boolean }>(
      `UPDATE bulk_jobs SET canceled_at = now(),
         finished_at = CASE WHEN ${MAY_END} THEN now() END, state = CASE WHEN ${MAY_END} THEN 'completed' ELSE state END
       WHERE id = $1 RETURNING finished_at IS NOT NULL AS is_ended`,
      [id],
    );
    return is_ended;
  }

  /**
   * Cancels the items that have not begun, with the error of their credential if that is the reason. One that waits again because
   * its worker died has begun: its run has no answer yet.
   */
  async cancelWaiting(jobId: string, refusal: { status: number; error: object } | null): Promise<void> {
    await this.database.execute(
      `UPDATE bulk_items SET status = 'canceled', http_status = $2, answer = $3 WHERE job_id = $1 AND status = 'waiting'
         AND NOT EXISTS (SELECT FROM runs WHERE idempotency_id = 'bulk:' || job_id || ':' || index AND state <> 'failed')`,
      [jobId, refusal?.status ?? null, refusal && JSON.stringify(refusal.error)],
    );
  }

  /** Items whose worker died begin again; their purchases are found by their identity. */
  async resetRunning({ id, attempts }: Attempt): Promise<void> {
    await this.database.execute(
      `WITH held AS (${HELD})
       UPDATE bulk_items SET status = 'waiting' FROM held WHERE job_id = held.id AND status = 'running'`,
      [id, attempts],
    );
  }

  /** The places of the items of a job that wait, in order. */
  async findWaiting(jobId: string): Promise<number[]> {
    const rows = await this.database.query<Pick<ItemRow, 'index'>>(
      `SELECT index FROM bulk_items WHERE job_id = $1 AND status = 'waiting' ORDER BY index`,
      [jobId],
    );
    return rows.map(({ index }) => index);
  }

  /** Marks a waiting item as running. Null if it was canceled meanwhile. */
  begin({ id, attempts }: Attempt, index: number): Promise<ItemRow | null> {
    return this.database.maybeOne<ItemRow>(
      `WITH held AS (${HELD})
       UPDATE bulk_items SET status = 'running' FROM held WHERE job_id = held.id AND index = $3 AND status = 'waiting'
       RETURNING bulk_items.*`,
      [id, attempts, index],
    );
  }

  /** Lets an item wait again, or cancels it if its job was canceled meanwhile. Waits for a cancelation in progress. */
  async putBack({ id, attempts }: Attempt, index: number): Promise<void> {
    await this.database.execute(
      `WITH held AS (${HELD})
       UPDATE bulk_items SET status = CASE WHEN held.canceled_at IS NULL THEN 'waiting' ELSE 'canceled' END
       FROM held WHERE job_id = held.id AND index = $3 AND status = 'running'`,
      [id, attempts, index],
    );
  }

  /**
   * Counts a charge of an item, in its transaction. The cost of an earlier attempt comes from the ledger, because a
   * worker may have died after its refund. @returns false if the job may spend no more
   */
  async charge({ job_id, index }: ItemKey, price: number, identity: string): Promise<boolean> {
    const charged = await this.database.execute(
      `WITH cost AS (${costOf('$1')}), change AS (
         SELECT cost.credits + $4 - item.credits_charged AS credits FROM cost, bulk_items item
         WHERE item.job_id = $2 AND item.index = $3
       ), job AS (
         UPDATE bulk_jobs SET credits_charged = credits_charged + change.credits FROM change
         WHERE id = $2 AND credits_charged + change.credits <= max_credits RETURNING id
       )
       UPDATE bulk_items SET credits_charged = cost.credits + $4 FROM job, cost
       WHERE bulk_items.job_id = job.id AND bulk_items.index = $3`,
      [identity, job_id, index, price],
    );
    return charged === 1;
  }

  /**
   * Stores the answer of an item, with the cost of its runs in the ledger. A second answer changes nothing.
   */
  async finish(
    { id, attempts }: Attempt,
    { index, status, http_status, answer }: Pick<ItemRow, 'index' | 'status' | 'http_status' | 'answer'>,
  ): Promise<void> {
    await this.database.execute(
      `WITH held AS (${HELD}), cost AS (${costOf('$3')}), before AS (
         SELECT job_id, index, item.credits_charged FROM bulk_items item JOIN held ON held.id = item.job_id
         WHERE index = $4 AND status = 'running' FOR UPDATE OF item
       ), item AS (
         UPDATE bulk_items SET status = $5, http_status = $6, answer = $7, credits_charged = cost.credits FROM cost, before
         WHERE bulk_items.job_id = before.job_id AND bulk_items.index = before.index
         RETURNING cost.credits - before.credits_charged AS change
       )
       UPDATE bulk_jobs SET credits_charged = bulk_jobs.credits_charged + item.change FROM item WHERE id = $1`,
      [id, attempts, identityOf({ job_id: id, index }), index, status, http_status, JSON.stringify(answer)],
    );
  }

  /** Deletes jobs that ended so many days ago. @returns the number of jobs */
  purge(days: number): Promise<number> {
    return this.database.execute(`DELETE FROM bulk_jobs WHERE finished_at < now() - make_interval(days => $1)`, [days]);
  }
}
