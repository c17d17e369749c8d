import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Lease, LeasedRows } from '#platform/database/lease.js';
import type { ReadItem, Recheck } from './connectors/connector.js';
import type { RejectedItem } from './page.reader.js';
import type { RunKind, RunOutcome } from './source-run.entity.js';
import type { SourceRow } from './sources.queries.js';

/** A claimed source, and what is due at it. */
export type ClaimedSource = SourceRow & { is_sync_due: boolean; has_rechecks: boolean };

const DUE = `leased.walk IS NOT NULL OR leased.next_sync_at <= now() AS is_sync_due,
  EXISTS (SELECT FROM source_items WHERE source_id = leased.id AND next_check_at <= now() AND ref IS NOT NULL) AS has_rechecks`;

/** What a page adds to the counts of a run. */
export interface PageCounts {
  read: number;
  inserted: number;
  updated: number;
  rejected: number;
  erased: number;
}

/** A text that is to be checked again. */
export interface DueCheck {
  external_id: string;
  place: string;
  ref: string;
  is_second_look: boolean | null;
}

/** SQL: whether the service still shows an item a day after a time. */
const isShown = (time: string, seconds: string): string =>
  `(${seconds}::integer IS NULL OR item_at + make_interval(secs => ${seconds}) > ${time} + interval '1 day')`;

const MAX_REJECTS = 1_000;
/** One miss may be a mistake of the source. */
const MISSES_APART = '1 hour';

/** SQL of the fetches of sources. */
@Injectable()
export class SourceSyncQueries {
  /** A source is claimed for one slice of work. It has no end: it is due again and again. */
  readonly leases: LeasedRows<ClaimedSource>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows(database, {
      name: 'sources',
      key: ['id'],
      paced: true,
      more: DUE,
      words: {
        ...{ attempts: 'claims', open: `leased.state = 'active'` },
        ...{ queued: '', running: '', completed: '', failed: '' },
      },
    });
  }

  /**
   * Ends a claim. Without `next_attempt_at` in the change, the source is looked at again when it is fetched next, which a person may have
   * asked for meanwhile. @returns false if it was claimed again
   */
  release(lease: Lease, change: Record<string, unknown> = {}): Promise<boolean> {
    if ('next_attempt_at' in change) return this.leases.release(lease, change);
    return this.leases.releaseAt(lease, 'leased.next_sync_at', change);
  }

  /** Begins a run. Runs of the source that no worker has ended were cut. */
  async beginRun(id: string, sourceId: string, kind: RunKind, claim: number): Promise<void> {
    await this.database.execute(
      `WITH cut AS (
         UPDATE source_runs SET outcome = 'cut', ended_at = now() WHERE source_id = $2 AND outcome IS NULL)
       INSERT INTO source_runs (id, source_id, kind, claim) VALUES ($1, $2, $3, $4)`,
      [id, sourceId, kind, claim],
    );
  }

  async countRequest(runId: string, isUnchanged: boolean): Promise<void> {
    await this.database.execute(
      'UPDATE source_runs SET requests = requests + 1, not_modified = not_modified + $2 WHERE id = $1',
      [runId, isUnchanged ? 1 : 0],
    );
  }

  async countPage(runId: string, { read, inserted, updated, rejected, erased }: PageCounts): Promise<void> {
    await this.database.execute(
      `UPDATE source_runs SET requests = requests + 1, read = read + $2, inserted = inserted + $3, updated = updated + $4,
         rejected = rejected + $5, erased = erased + $6 WHERE id = $1`,
      [runId, read, inserted, updated, rejected, erased],
    );
  }

  async endRun(runId: string, outcome: RunOutcome, failure: string | null): Promise<void> {
    await this.database.execute(
      'UPDATE source_runs SET outcome = $2, failure = $3, ended_at = now() WHERE id = $1 AND outcome IS NULL',
      [runId, outcome, failure],
    );
  }

  /**
   * Notes where texts come from. A text that is seen again is written at most once a day.
   * @param recheck null for a source that cannot be asked for one text
   */
  async noteItems(
    sourceId: string,
    items: readonly (ReadItem & { place: string })[],
    recheck: Pick<Recheck, 'shownSeconds'> | null,
  ): Promise<void> {
    const rows = items.map(({ externalId, place, ref, fingerprint, at }) => ({
      ...{ external_id: externalId, place, ref: ref ?? null, fingerprint: fingerprint ?? null },
      item_at: at?.toISOString() ?? null,
    }));
    await this.database.execute(
      `INSERT INTO source_items AS known (source_id, external_id, place, ref, fingerprint, item_at, next_check_at)
       SELECT DISTINCT ON (external_id) $1, external_id, place, ref, fingerprint, item_at,
         CASE WHEN $3 AND ${isShown('now()', '$4')} THEN now() + interval '1 day' END
       FROM jsonb_to_recordset($2) AS item (external_id text, place text, ref text, fingerprint text, item_at timestamptz)
       ORDER BY external_id
       ON CONFLICT (source_id, external_id) DO UPDATE SET last_seen_at = now(), missing_since = NULL,
         fingerprint = excluded.fingerprint, next_check_at = coalesce(known.next_check_at, excluded.next_check_at)
       WHERE known.last_seen_at < now() - interval '1 day' OR known.missing_since IS NOT NULL
         OR known.fingerprint IS DISTINCT FROM excluded.fingerprint`,
      [sourceId, JSON.stringify(rows), recheck !== null, recheck?.shownSeconds ?? null],
    );
  }

  /** The ids under which a source had these fingerprints before. */
  async knownFingerprints(sourceId: string, fingerprints: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ fingerprint: string; external_id: string }>(
      'SELECT fingerprint, external_id FROM source_items WHERE source_id = $1 AND fingerprint = ANY($2)',
      [sourceId, fingerprints],
    );
    return new Map(rows.map(({ fingerprint, external_id }) => [fingerprint, external_id]));
  }

  /** Keeps items that could not be read, up to 1,000 of a source. */
  async noteRejects(sourceId: string, rejects: readonly (RejectedItem & { raw: string | null })[]): Promise<void> {
    const rows = rejects.map(({ externalId: external_id, reason, raw }) => ({ external_id, reason, raw }));
    await this.database.execute(
      `INSERT INTO source_rejects AS known (source_id, external_id, reason, raw)
       SELECT DISTINCT ON (external_id) $1::uuid, external_id, reason, raw::jsonb
       FROM jsonb_to_recordset($2) AS item (external_id text, reason text, raw text)
       WHERE (SELECT count(*) FROM source_rejects WHERE source_id = $1) < ${MAX_REJECTS}
       ORDER BY external_id
       ON CONFLICT (source_id, external_id) DO UPDATE SET reason = excluded.reason, raw = excluded.raw
       WHERE (known.reason, known.raw) IS DISTINCT FROM (excluded.reason, excluded.raw)`,
      [sourceId, JSON.stringify(rows)],
    );
  }

  /** Items that are read now are no rejects any more. */
  async forgetRejects(sourceId: string, externalIds: readonly string[]): Promise<void> {
    await this.database.execute('DELETE FROM source_rejects WHERE source_id = $1 AND external_id = ANY($2)', [
      sourceId,
      externalIds,
    ]);
  }

  /** The texts of a source that are to be checked again, those that have waited longest first. */
  dueChecks(sourceId: string, limit: number): Promise<DueCheck[]> {
    return this.database.query<DueCheck>(
      `SELECT external_id, place, ref, missing_since < now() - interval '${MISSES_APART}' AS is_second_look FROM source_items
       WHERE source_id = $1 AND next_check_at <= now() AND ref IS NOT NULL ORDER BY next_check_at LIMIT $2`,
      [sourceId, limit],
    );
  }

  /** Texts that are there: they are checked again 7 and 30 days after they were first seen, and then every 90 days. */
  async noteThere(sourceId: string, ids: readonly string[], { shownSeconds }: Recheck): Promise<void> {
    await this.database.execute(
      `UPDATE source_items SET missing_since = NULL, last_seen_at = now(), next_check_at = CASE
         WHEN NOT ${isShown("now() + interval '7 days'", '$3')} THEN NULL
         WHEN first_seen_at > now() - interval '7 days' THEN first_seen_at + interval '7 days'
         WHEN first_seen_at > now() - interval '30 days' THEN first_seen_at + interval '30 days'
         ELSE now() + interval '90 days' END
       WHERE source_id = $1 AND external_id = ANY($2)`,
      [sourceId, ids, shownSeconds ?? null],
    );
  }

  /** Texts that are missing for the first time: an hour later they are looked for again. */
  async noteMissing(sourceId: string, ids: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE source_items SET missing_since = coalesce(missing_since, now()), next_check_at = now() + interval '${MISSES_APART}'
       WHERE source_id = $1 AND external_id = ANY($2)`,
      [sourceId, ids],
    );
  }

  /** Texts whose standing stays open: they are looked for again in a day. */
  async postpone(sourceId: string, ids: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE source_items SET next_check_at = now() + interval '1 day' WHERE source_id = $1 AND external_id = ANY($2)`,
      [sourceId, ids],
    );
  }

  /** The texts of a source, and how many of them are missing. */
  countMissing(sourceId: string): Promise<{ texts: number; missing: number }> {
    return this.database.one<{ texts: number; missing: number }>(
      `SELECT count(*)::int AS texts, count(missing_since)::int AS missing FROM source_items WHERE source_id = $1`,
      [sourceId],
    );
  }

  /** Forgets texts that are gone. */
  async deleteItems(sourceId: string, ids: readonly string[]): Promise<void> {
    await this.database.execute('DELETE FROM source_items WHERE source_id = $1 AND external_id = ANY($2)', [
      sourceId,
      ids,
    ]);
  }
}
