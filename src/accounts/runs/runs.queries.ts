import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Run } from './run.entity.js';
import type { RunFailure } from './run-failure.js';

type Columns = RowOf<Run>;

/** The columns of a `RunRow`. */
export const RUN_COLUMNS = [
  'id',
  'kind',
  'item',
  'team_id',
  'purchase_id',
  'input',
  'state',
  'attempts',
  'turn',
  'deadline_at',
  'failure',
  'created_at',
] as const satisfies (keyof Columns)[];

/** A run in its current state. */
export interface RunRow extends Pick<Columns, (typeof RUN_COLUMNS)[number]> {
  /** The lease of the worker that claimed the run has expired. */
  is_dead: boolean;
}

/** A run to be inserted. */
export interface NewRun extends Pick<Run, 'id' | 'kind' | 'item' | 'teamId' | 'input' | 'idempotencyId'> {
  /** The time for which a repetition of the request finds the run. */
  repeatsWithinSeconds: number;
  /** Null for a free run, which has no deadline. */
  deadlineSeconds: number | null;
  /** Seconds before a worker may take it up. */
  delaySeconds: number;
}

/** A team that waits for a run. */
export interface RunTeam {
  team_id: string;
  /** False for a team that joined the run of another one. */
  is_requester: boolean;
  has_paid: boolean;
}

/** The state and progress of a run. `progress` is percent. */
export type RunProgress = Pick<
  Columns,
  'state' | 'progress' | 'items_total' | 'so_far' | 'failure_reason' | 'created_at'
>;

const COLUMNS = `${RUN_COLUMNS.join(', ')}, state = 'running' AND lease_until < now() AS is_dead`;
const OPEN = `state IN ('queued', 'running')`;
/** A repeated request has the same id. A failed run was refunded, so its item may be bought again. */
const REPEATED = `idempotency_id = $1 AND kind = $2 AND state <> 'failed' AND created_at > now() - make_interval(secs => $3)`;
/** Each team has one run in a turn. A team that had none waiting starts with the turn that is being served. */
const TURN = `greatest(
         (SELECT max(turn) + 1 FROM runs WHERE kind = $2 AND team_id = $6::uuid AND state = 'queued'),
         (SELECT min(turn) FROM runs WHERE kind = $2 AND state = 'queued'), 1)`;

/** SQL of runs, apart from the lease. */
@Injectable()
export class RunsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Inserts a run, unless a run of the item is open or this request has started one before. Waits for a concurrent
   * insert to commit or roll back.
   * @returns its turn among the runs of all teams, or null if it was not inserted
   */
  async insert(run: NewRun): Promise<number | null> {
    const inserted = await this.database.prepared.maybeOne<Pick<RunRow, 'turn'>>(
      `INSERT INTO runs (id, kind, item, team_id, input, idempotency_id, deadline_at, enqueued_at, turn)
       SELECT $4::uuid, $2, $5, $6::uuid, $7::jsonb, $1, now() + make_interval(secs => $8), now() + make_interval(secs => $9), ${TURN}
       WHERE NOT EXISTS (SELECT 1 FROM runs WHERE ${REPEATED})
       ON CONFLICT (kind, item) WHERE ${OPEN} DO NOTHING RETURNING turn`,
      [
        run.idempotencyId,
        run.kind,
        run.repeatsWithinSeconds,
        run.id,
        run.item,
        run.teamId,
        run.input,
        run.deadlineSeconds,
        run.delaySeconds,
      ],
    );
    return inserted?.turn ?? null;
  }

  /** The run that an earlier sending of this request started. */
  findRepeated({ idempotencyId, kind, repeatsWithinSeconds }: NewRun): Promise<RunRow | null> {
    return this.database.prepared.maybeOne<RunRow>(
      `SELECT ${COLUMNS} FROM runs WHERE ${REPEATED} ORDER BY id DESC LIMIT 1`,
      [idempotencyId, kind, repeatsWithinSeconds],
    );
  }

  findOpen(kind: string, item: string): Promise<RunRow | null> {
    return this.database.prepared.maybeOne<RunRow>(
      `SELECT ${COLUMNS} FROM runs WHERE kind = $1 AND item = $2 AND ${OPEN}`,
      [kind, item],
    );
  }

  /** Records that another team waits for an open run. @returns false if the run has ended. */
  async join(id: string, teamId: string): Promise<boolean> {
    const open = await this.database.maybeOne(
      // Locked, so that the run cannot end before the record is committed.
      `WITH open AS (SELECT id FROM runs WHERE id = $1 AND ${OPEN} FOR SHARE),
       noted AS (
         INSERT INTO run_joins (run_id, team_id) SELECT id, $2 FROM open ON CONFLICT (run_id, team_id) DO NOTHING)
       SELECT id FROM open`,
      [id, teamId],
    );
    return open !== null;
  }

  /** The team that requested a run, and those that joined it. */
  findTeams(id: string): Promise<RunTeam[]> {
    return this.database.query<RunTeam>(
      `SELECT team_id, true AS is_requester, purchase_id IS NOT NULL AS has_paid FROM runs WHERE id = $1 AND team_id IS NOT NULL
       UNION ALL
       SELECT team_id, false, false FROM run_joins WHERE run_id = $1`,
      [id],
    );
  }

  find(id: string): Promise<RunRow | null> {
    return this.database.prepared.maybeOne<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE id = $1`, [id]);
  }

  async setPurchase(id: string, purchaseId: string): Promise<void> {
    await this.database.prepared.execute('UPDATE runs SET purchase_id = $2 WHERE id = $1', [id, purchaseId]);
  }

  /** The open runs of a team. */
  findOpenOf(teamId: string): Promise<RunRow[]> {
    return this.database.query<RunRow>(`SELECT ${COLUMNS} FROM runs WHERE team_id = $1 AND ${OPEN}`, [teamId]);
  }

  async remove(id: string): Promise<void> {
    await this.database.execute('DELETE FROM runs WHERE id = $1', [id]);
  }

  /** The latest run of an item in any state. */
  findLatest(kind: string, item: string): Promise<RunProgress | null> {
    return this.database.maybeOne<RunProgress>(
      `SELECT state, progress, items_total, so_far, failure_reason, created_at FROM runs WHERE kind = $1 AND item = $2 ORDER BY id DESC LIMIT 1`,
      [kind, item],
    );
  }

  /** Marks an open run as failed. @returns false when the run has ended, or was claimed since `run` was read */
  async fail(run: Pick<RunRow, 'id' | 'attempts'>, { detail, reason }: RunFailure): Promise<boolean> {
    const touched = await this.database.execute(
      `UPDATE runs SET state = 'failed', failure = $3, failure_reason = $4, so_far = NULL, lease_until = NULL, finished_at = now()
       WHERE id = $1 AND attempts = $2 AND ${OPEN}`,
      [run.id, run.attempts, detail, reason],
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

  /** Runs of a kind whose attempts are exhausted because the worker of the last one died. */
  findExhausted(kind: string, maxAttempts: number, limit: number): Promise<RunRow[]> {
    return this.database.query<RunRow>(
      `SELECT ${COLUMNS} FROM runs
       WHERE kind = $1 AND state = 'running' AND attempts >= $2 AND lease_until < now() ORDER BY lease_until LIMIT $3`,
      [kind, maxAttempts, limit],
    );
  }

  /** Takes back the count of a requeue, because the job of the earlier one still waits. */
  async keepJob({ id, requeues }: { id: string; requeues: number }): Promise<void> {
    await this.database.execute('UPDATE runs SET requeues = requeues - 1 WHERE id = $1 AND requeues = $2', [
      id,
      requeues,
    ]);
  }

  /** Counts a requeue of an open run. @returns the new count, or null when the run has ended */
  async requeue(id: string): Promise<number | null> {
    const row = await this.database.maybeOne<{ requeues: number }>(
      `UPDATE runs SET requeues = requeues + 1, enqueued_at = now() WHERE id = $1 AND ${OPEN} RETURNING requeues`,
      [id],
    );
    return row?.requeues ?? null;
  }
}
