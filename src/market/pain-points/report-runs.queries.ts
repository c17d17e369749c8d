import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { AnalysisMetadata } from './pain-points.operations.js';
import type { StoredTheme } from './report.entity.js';

/** What every step of a run needs to know of it. `attempts` is the claim that may write. */
export interface Run {
  id: string;
  product_id: string;
  purchase_id: string | null;
  attempts: number;
}

/** A run somebody should look at: how often it has been rung for by now. */
export type RungRun = Run & { rings: number };

/** What a finished run leaves behind. */
export interface ReportResult {
  /** One short line for lists. */
  headline: string;
  summary: string;
  themes: StoredTheme[];
  metadata: AnalysisMetadata;
}

const COLUMNS = 'id, product_id, purchase_id, attempts';
const OPEN = `state IN ('queued', 'running')`;

/** SQL of generation runs. Everything that changes one demands that it is still open, or that the claim is the latest. */
@Injectable()
export class ReportRunsQueries {
  constructor(private readonly database: Database) {}

  /** The deadline is for runs that are paid for. */
  async insert(run: Run, deadlineSeconds: number, idempotencyId: string | null): Promise<void> {
    await this.database.query(
      `INSERT INTO reports (id, product_id, purchase_id, idempotency_id, deadline_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $3::uuid IS NOT NULL THEN now() + make_interval(secs => $5) END)`,
      [run.id, run.product_id, run.purchase_id, idempotencyId, deadlineSeconds],
    );
  }

  /** True when this request has begun a run that did not fail: what failed was paid back, and may be bought again. */
  async wasBegunBy(productId: string, idempotencyId: string): Promise<boolean> {
    const row = await this.database.maybeOne(
      `SELECT 1 FROM reports WHERE product_id = $1 AND idempotency_id = $2 AND state <> 'failed'`,
      [productId, idempotencyId],
    );
    return row !== null;
  }

  openOne(productId: string): Promise<Run | null> {
    return this.database.maybeOne<Run & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM reports WHERE product_id = $1 AND ${OPEN}`,
      [productId],
    );
  }

  /** Takes a run that nobody works on: never claimed, released, or dead for `staleSeconds`. */
  claim(id: string, staleSeconds: number): Promise<Run | null> {
    return this.database.maybeOne<Run & Record<string, unknown>>(
      `UPDATE reports SET state = 'running', attempts = attempts + 1, progress = 0, claimed_at = now(), heartbeat_at = now()
       WHERE id = $1 AND (state = 'queued' OR (state = 'running' AND heartbeat_at < now() - make_interval(secs => $2)))
       RETURNING ${COLUMNS}`,
      [id, staleSeconds],
    );
  }

  /** Says that the claim is alive, and how far it is. @returns false when it is no longer the latest. */
  async beat(run: Run, progress: number, reviewsTotal: number | null): Promise<boolean> {
    const touched = await this.database.execute(
      `UPDATE reports SET heartbeat_at = now(), progress = $3, reviews_total = coalesce($4, reviews_total)
       WHERE id = $1 AND attempts = $2 AND state = 'running'`,
      [run.id, run.attempts, progress, reviewsTotal],
    );
    return touched === 1;
  }

  /** Hands the run back for another attempt. */
  async release(run: Run): Promise<void> {
    await this.database.execute(
      `UPDATE reports SET state = 'queued', progress = 0, rung_at = now() WHERE id = $1 AND attempts = $2 AND state = 'running'`,
      [run.id, run.attempts],
    );
  }

  /** @returns when, or null when the run has ended or a later claim has it. */
  async complete(run: Run, { summary, themes, metadata }: ReportResult): Promise<Date | null> {
    const row = await this.database.maybeOne<{ generated_at: Date }>(
      `UPDATE reports SET state = 'completed', progress = 100, heartbeat_at = now(), generated_at = now(), engine = $3,
         summary = $4, themes = $5, total_themes = $6, metadata = $7
       WHERE id = $1 AND attempts = $2 AND state = 'running' RETURNING generated_at`,
      [run.id, run.attempts, metadata.engine, summary, JSON.stringify(themes), themes.length, JSON.stringify(metadata)],
    );
    return row?.generated_at ?? null;
  }

  /** @returns false when the run has ended, or was claimed since `run` was read. */
  async fail(run: Run, failure: string): Promise<boolean> {
    const touched = await this.database.execute(
      `UPDATE reports SET state = 'failed', failed_at = now(), failure = $3 WHERE id = $1 AND attempts = $2 AND ${OPEN}`,
      [run.id, run.attempts, failure],
    );
    return touched === 1;
  }

  /** Open runs past their deadline. */
  overdue(limit: number): Promise<Run[]> {
    return this.database.query<Run & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM reports WHERE ${OPEN} AND deadline_at < now() ORDER BY deadline_at LIMIT $1`,
      [limit],
    );
  }

  /** Runs whose last permitted attempt died. */
  spent(staleSeconds: number, maxAttempts: number, limit: number): Promise<Run[]> {
    return this.database.query<Run & Record<string, unknown>>(
      `SELECT ${COLUMNS} FROM reports
       WHERE state = 'running' AND attempts >= $2 AND heartbeat_at < now() - make_interval(secs => $1)
       ORDER BY heartbeat_at LIMIT $3`,
      [staleSeconds, maxAttempts, limit],
    );
  }

  /** Notes a new ring for runs that wait unclaimed or whose worker died; of several sweepers only one gets each. Who paid comes first. */
  ringAgain(afterSeconds: number, staleSeconds: number, limit: number): Promise<RungRun[]> {
    return this.database.query<RungRun & Record<string, unknown>>(
      `UPDATE reports SET rings = rings + 1, rung_at = now() WHERE id IN (
         SELECT id FROM reports
         WHERE ${OPEN} AND rung_at < now() - make_interval(secs => $1)
           AND (state = 'queued' OR heartbeat_at < now() - make_interval(secs => $2))
         ORDER BY purchase_id IS NULL, rung_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}, rings`,
      [afterSeconds, staleSeconds, limit],
    );
  }
}
