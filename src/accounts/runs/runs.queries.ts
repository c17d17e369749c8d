import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Run } from './run.entity.js';

type Columns = RowOf<Run>;

/** A run as it stands. */
export interface RunRow extends Pick<
  Columns,
  'id' | 'kind' | 'item' | 'team_id' | 'purchase_id' | 'input' | 'state' | 'attempts'
> {
  /** The worker that claimed it has been silent for longer than its lease. */
  is_dead: boolean;
}

/** A run to be written. */
export interface NewRun {
  id: string;
  kind: string;
  item: string;
  teamId: string | null;
  input: object;
  idempotencyId: string | null;
  /** For how long a repeat of the request finds the run. */
  repeatsWithinSeconds: number;
  /** Null for a free run, which has no deadline. */
  deadlineSeconds: number | null;
}

/** How far a run is, or how it ended. `progress` is percent. */
export type RunProgress = Pick<Columns, 'state' | 'progress' | 'items_total' | 'created_at'>;

const COLUMNS = `id, kind, item, team_id, purchase_id, input, state, attempts,
  state = 'running' AND lease_until < now() AS is_dead`;
const OPEN = `state IN ('queued', 'running')`;
/** A request is repeated by the id it carries; what failed was refunded, and may be bought again. */
const REPEATED = `idempotency_id = $1 AND kind = $2 AND state <> 'failed' AND created_at > now() - make_interval(secs => $3)`;

/** SQL of runs, beside the lease. */
@Injectable()
export class RunsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Inserts a run, unless one of the item is open or this very request has begun one before; waits for a rival that has not
   * committed yet. @returns whether it did.
   */
  async insert(run: NewRun): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO runs (id, kind, item, team_id, input, idempotency_id, deadline_at)
       SELECT $4::uuid, $2, $5, $6::uuid, $7::jsonb, $1, now() + make_interval(secs => $8)
       WHERE NOT EXISTS (SELECT 1 FROM runs WHERE ${REPEATED})
       ON CONFLICT (kind, item) WHERE ${OPEN} DO NOTHING`,
      [
        run.idempotencyId,
        run.kind,
        run.repeatsWithinSeconds,
        run.id,
        run.item,
        run.teamId,
        run.input,
        run.deadlineSeconds,
      ],
    );
    return inserted === 1;
  }

  /** The run that the same request began before. */
  findRepeated({ idempotencyId, kind, repeatsWithinSeconds }: NewRun): Promise<RunRow | null> {
    return this.database.maybeOne<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE ${REPEATED} ORDER BY id DESC LIMIT 1`, [
      idempotencyId,
      kind,
      repeatsWithinSeconds,
    ]);
  }

  findOpen(kind: string, item: string): Promise<RunRow | null> {
    return this.database.maybeOne<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE kind = $1 AND item = $2 AND ${OPEN}`, [
      kind,
      item,
    ]);
  }

  find(id: string): Promise<RunRow | null> {
    return this.database.maybeOne<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE id = $1`, [id]);
  }

  async setPurchase(id: string, purchaseId: string): Promise<void> {
    await this.database.execute('UPDATE runs SET purchase_id = $2 WHERE id = $1', [id, purchaseId]);
  }

  async remove(id: string): Promise<void> {
    await this.database.execute('DELETE FROM runs WHERE id = $1', [id]);
  }

  /** The latest run of an item, whatever its state. */
  findLatest(kind: string, item: string): Promise<RunProgress | null> {
    return this.database.maybeOne<RunProgress>(
      `SELECT state, progress, items_total, created_at FROM runs WHERE kind = $1 AND item = $2 ORDER BY id DESC LIMIT 1`,
      [kind, item],
    );
  }

  /** Ends an open run as failed. @returns false when it has ended, or was claimed since `run` was read. */
  async fail(run: Pick<RunRow, 'id' | 'attempts'>, failure: string): Promise<boolean> {
    const touched = await this.database.execute(
      `UPDATE runs SET state = 'failed', failure = $3, lease_until = NULL, finished_at = now()
       WHERE id = $1 AND attempts = $2 AND ${OPEN}`,
      [run.id, run.attempts, failure],
    );
    return touched === 1;
  }

  /** Open runs past their deadline. */
  findOverdue(limit: number): Promise<RunRow[]> {
    return this.database.query<RunRow>(
      `SELECT ${COLUMNS} FROM runs WHERE ${OPEN} AND deadline_at < now() ORDER BY deadline_at LIMIT $1`,
      [limit],
    );
  }

  /** Runs of a kind whose last permitted attempt died. */
  findExhausted(kind: string, maxAttempts: number, limit: number): Promise<RunRow[]> {
    return this.database.query<RunRow>(
      `SELECT ${COLUMNS} FROM runs
       WHERE kind = $1 AND state = 'running' AND attempts >= $2 AND lease_until < now() ORDER BY lease_until LIMIT $3`,
      [kind, maxAttempts, limit],
    );
  }

  /** Counts another enqueueing of an open run. @returns how many there were with this one; null when it has ended */
  async requeue(id: string): Promise<number | null> {
    const row = await this.database.maybeOne<{ requeues: number }>(
      `UPDATE runs SET requeues = requeues + 1, enqueued_at = now() WHERE id = $1 AND ${OPEN} RETURNING requeues`,
      [id],
    );
    return row?.requeues ?? null;
  }

  /** Counts another enqueueing of runs that nobody claimed, or whose worker died; of several reapers one gets each. Paid runs come first. */
  requeueForgotten(afterSeconds: number, limit: number): Promise<(RunRow & { requeues: number })[]> {
    return this.database.query<RunRow & { requeues: number }>(
      `UPDATE runs SET requeues = requeues + 1, enqueued_at = now() WHERE id IN (
         SELECT id FROM runs
         WHERE ${OPEN} AND enqueued_at < now() - make_interval(secs => $1) AND (state = 'queued' OR lease_until < now())
         ORDER BY purchase_id IS NULL, enqueued_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, requeues`,
      [afterSeconds, limit],
    );
  }
}
