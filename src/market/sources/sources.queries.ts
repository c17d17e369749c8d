import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { SourceReject } from './source-reject.entity.js';
import type { Source, SourceState } from './source.entity.js';
import type { SourceRun } from './source-run.entity.js';

export type SourceRow = RowOf<Source>;
export type RunRow = RowOf<SourceRun>;
export type RejectRow = RowOf<SourceReject>;

/** A source with what its items say. */
export type ListedSource = SourceRow & { texts: number; rejects: number; new_by_day: number[] };

/** The days of the bars, in UTC; the last one is today. */
const SHOWN_DAYS = 14;

const dayOf = (time: string): string => `(${time} AT TIME ZONE 'UTC')::date`;

/** SQL: the interval that the operator wants; null without the operator. A source of an older release has one interval for all. */
const OPERATORS_SECONDS = 'CASE WHEN is_operators THEN coalesce(operator_interval_seconds, interval_seconds) END';

const SUMS = `
  (SELECT count(*) FROM source_items WHERE source_id = source.id) AS texts,
  (SELECT count(*) FROM source_rejects WHERE source_id = source.id) AS rejects,
  (SELECT array_agg(coalesce(items, 0)::int ORDER BY day)
   FROM generate_series(0, ${SHOWN_DAYS - 1}) AS day
   LEFT JOIN (
     SELECT ${SHOWN_DAYS - 1} - (${dayOf('now()')} - ${dayOf('first_seen_at')}) AS seen, count(*) AS items FROM source_items
     WHERE source_id = source.id
       AND first_seen_at >= (${dayOf('now()')} - ${SHOWN_DAYS - 1})::timestamp AT TIME ZONE 'UTC' GROUP BY seen
   ) item ON item.seen = day) AS new_by_day`;

/** SQL of sources. */
@Injectable()
export class SourcesQueries {
  constructor(private readonly database: Database) {}

  /** Inserts a source. @returns false if the same settings are a source already */
  async insert(source: {
    id: string;
    connector: string;
    settings: object;
    settings_key: string;
    place_key: string | null;
    label: string;
    credential_id: string | null;
    state: SourceState;
    interval_seconds: number;
    backfill: object | null;
    is_operators: boolean;
    is_recording?: boolean;
  }): Promise<boolean> {
    const inserted = await this.database.execute(
      `INSERT INTO sources (id, connector, settings, settings_key, label, credential_id, state, interval_seconds, backfill, is_operators, is_recording, place_key,
         operator_interval_seconds)
       VALUES ($1, $2, $3::jsonb, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, CASE WHEN $10 THEN $8::integer END)
       ON CONFLICT (connector, settings_key) WHERE state <> 'removed' DO NOTHING`,
      [
        ...[source.id, source.connector, JSON.stringify(source.settings), source.settings_key, source.label],
        ...[source.credential_id, source.state, source.interval_seconds],
        ...[source.backfill && JSON.stringify(source.backfill), source.is_operators, source.is_recording ?? false],
        source.place_key,
      ],
    );
    return inserted === 1;
  }

  find(id: string): Promise<SourceRow | null> {
    return this.database.maybeOne<SourceRow>('SELECT * FROM sources WHERE id = $1', [id]);
  }

  findByKey(connector: string, settingsKey: string): Promise<SourceRow | null> {
    return this.database.maybeOne<SourceRow>(
      `SELECT * FROM sources WHERE connector = $1 AND settings_key = $2 AND state <> 'removed'`,
      [connector, settingsKey],
    );
  }

  /** Locks a source until the open transaction ends. @returns false if it is removed */
  async lock(id: string): Promise<boolean> {
    const row = await this.database.maybeOne<{ state: SourceState }>(
      'SELECT state FROM sources WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return row !== null && row.state !== 'removed';
  }

  /** Lets one transaction at a time add sources of a place. A trigger refuses what comes past it. */
  async lockPlace(place: string): Promise<void> {
    await this.database.execute(`SELECT pg_advisory_xact_lock(hashtextextended('source place ' || $1, 0))`, [place]);
  }

  /** The name of another connector that reads a place; null if none does. */
  async otherConnectorAt(place: string, connector: string): Promise<string | null> {
    const found = await this.database.maybeOne<{ connector: string }>(
      `SELECT connector FROM sources WHERE place_key = $1 AND connector <> $2 AND state <> 'removed' LIMIT 1`,
      [place, connector],
    );
    return found?.connector ?? null;
  }

  /** Sources that are not removed, by state: those that need a person come first. All of them without ids. */
  list(ids: readonly string[] | null): Promise<ListedSource[]> {
    return this.database.query<ListedSource>(
      `SELECT source.*, ${SUMS} FROM sources source
       WHERE state <> 'removed' AND ($1::uuid[] IS NULL OR id = ANY($1))
       ORDER BY state <> 'broken', state = 'paused', connector, label, id`,
      [ids],
    );
  }

  /** @returns false if the source does not exist, or is in none of these states */
  async setState(id: string, state: SourceState, from: readonly SourceState[]): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE sources SET state = $2, failures = 0, failure = NULL, failure_kind = NULL, failing_since = NULL,
         is_recording = is_recording AND $2 <> 'active', claims = claims + 1, lease_until = NULL, next_sync_at = now(), next_attempt_at = now()
       WHERE id = $1 AND state = ANY($3)`,
      [id, state, from],
    );
    return changed === 1;
  }

  /** Makes an active source due now. @returns false for any other */
  async makeDue(id: string): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE sources SET next_sync_at = now(), next_attempt_at = CASE WHEN lease_until > now() THEN next_attempt_at ELSE now() END
       WHERE id = $1 AND state = 'active'`,
      [id],
    );
    return changed === 1;
  }

  /** Has a source read older texts while it is active, by a new claim: a worker that has the source would go on without them. */
  async setBackfill(id: string, backfill: object): Promise<void> {
    await this.database.execute(
      `UPDATE sources SET backfill = $2::jsonb, claims = claims + 1, lease_until = NULL, next_attempt_at = now()
       WHERE id = $1 AND state <> 'removed'`,
      [id, JSON.stringify(backfill)],
    );
  }

  /** Gives a source a credential and the settings that go with it, by a new claim: a worker that has the source would go on without them. */
  async setCredential(id: string, credentialId: string, settings: object): Promise<void> {
    await this.database.execute(
      `UPDATE sources SET credential_id = $2, settings = $3::jsonb, claims = claims + 1, lease_until = NULL, next_attempt_at = now()
       WHERE id = $1`,
      [id, credentialId, JSON.stringify(settings)],
    );
  }

  /** Marks a source as wanted by the operator, at this interval or at the shorter one that the operator has named before. */
  async keep(id: string, seconds: number): Promise<void> {
    await this.database.execute(
      `UPDATE sources SET is_operators = true, operator_interval_seconds = least($2::integer, ${OPERATORS_SECONDS}) WHERE id = $1`,
      [id, seconds],
    );
  }

  /** Has a source fetched at least every so many seconds. */
  shorten(id: string, seconds: number): Promise<void> {
    return this.setInterval(id, 'least($2::integer, interval_seconds)', seconds);
  }

  /** Has a source fetched as often as the operator wants, or the teams if that is more often. `seconds` is null if no team has it. */
  relax(id: string, seconds: number | null): Promise<void> {
    return this.setInterval(id, `coalesce(least($2::integer, ${OPERATORS_SECONDS}), interval_seconds)`, seconds);
  }

  private async setInterval(id: string, interval: string, seconds: number | null): Promise<void> {
    const next = `now() + make_interval(secs => ${interval})`;
    await this.database.execute(
      `UPDATE sources SET interval_seconds = ${interval}, next_sync_at = least(next_sync_at, ${next}),
         next_attempt_at = least(next_attempt_at, ${next})
       WHERE id = $1 AND state <> 'removed' AND interval_seconds <> ${interval}`,
      [id, seconds],
    );
  }

  async insertCredential(id: string, connector: string, secret: Buffer): Promise<void> {
    await this.database.execute(
      'INSERT INTO source_credentials (id, connector, secret_encrypted) VALUES ($1, $2, $3)',
      [id, connector, secret],
    );
  }

  async findSecret(id: string): Promise<Buffer | null> {
    const row = await this.database.maybeOne<{ secret_encrypted: Buffer }>(
      'SELECT secret_encrypted FROM source_credentials WHERE id = $1',
      [id],
    );
    return row?.secret_encrypted ?? null;
  }

  /** Deletes the credential of a source that is removed or has another one. */
  async deleteCredential(id: string): Promise<void> {
    await this.database.execute('UPDATE sources SET credential_id = NULL WHERE credential_id = $1', [id]);
    await this.database.execute('DELETE FROM source_credentials WHERE id = $1', [id]);
  }

  /** The last runs of a source, the newest first. */
  runsOf(sourceId: string, limit: number): Promise<RunRow[]> {
    return this.database.query<RunRow>(
      'SELECT * FROM source_runs WHERE source_id = $1 ORDER BY started_at DESC LIMIT $2',
      [sourceId, limit],
    );
  }

  rejectsOf(sourceId: string): Promise<RejectRow[]> {
    return this.database.query<RejectRow>('SELECT * FROM source_rejects WHERE source_id = $1 ORDER BY at DESC', [
      sourceId,
    ]);
  }

  /** Deletes all items of a source that could not be read. */
  async deleteAllRejects(sourceId: string): Promise<void> {
    await this.database.execute('DELETE FROM source_rejects WHERE source_id = $1', [sourceId]);
  }

  /** Whether a source has texts or items that could not be read, also one that is removed. */
  async hasItems(sourceId: string): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM source_items WHERE source_id = $1) OR EXISTS (SELECT FROM source_rejects WHERE source_id = $1) AS found`,
      [sourceId],
    );
    return found;
  }

  /** The next texts of a source, without an order, and whether another one that is not removed has them too. They are forgotten. */
  takeItems(sourceId: string, limit: number): Promise<{ place: string; external_id: string; is_shared: boolean }[]> {
    return this.database.query(
      `WITH chosen AS (SELECT external_id FROM source_items WHERE source_id = $1 LIMIT $2)
       DELETE FROM source_items item USING chosen WHERE item.source_id = $1 AND item.external_id = chosen.external_id
       RETURNING item.place, item.external_id, EXISTS (
         SELECT FROM source_items other JOIN sources source ON source.id = other.source_id AND source.state <> 'removed'
         WHERE (other.external_id, other.place) = (item.external_id, item.place) AND other.source_id <> $1) AS is_shared`,
      [sourceId, limit],
    );
  }

  /** The number of sources of each connector that are fetched. */
  async countByConnector(): Promise<Map<string, number>> {
    const rows = await this.database.query<{ connector: string; places: number }>(
      `SELECT connector, count(*)::int AS places FROM sources WHERE state = 'active' GROUP BY connector`,
    );
    return new Map(rows.map(({ connector, places }) => [connector, places]));
  }

  /** Sources by state, with the seconds since the one that is due for longest should have been fetched. */
  statesOf(): Promise<{ state: SourceState; sources: number; lag_seconds: number }[]> {
    return this.database.query(
      `SELECT state, count(*)::int AS sources,
              coalesce(extract(epoch FROM max(now() - next_attempt_at) FILTER (WHERE state = 'active' AND next_attempt_at < now())), 0)::float8 AS lag_seconds
       FROM sources GROUP BY state`,
    );
  }

  /** What became of the items in the runs that are kept, and the rejects that are. */
  totals(): Promise<{ inserted: number; updated: number; rejected: number; erased: number; rejects: number }> {
    return this.database.one(
      `SELECT coalesce(sum(inserted), 0)::int AS inserted, coalesce(sum(updated), 0)::int AS updated,
              coalesce(sum(rejected), 0)::int AS rejected, coalesce(sum(erased), 0)::int AS erased,
              (SELECT count(*) FROM source_rejects)::int AS rejects FROM source_runs`,
    );
  }

  /** Deletes runs of more than 30 days ago. @returns how many */
  purgeRuns(): Promise<number> {
    return this.database.execute(`DELETE FROM source_runs WHERE started_at < now() - interval '30 days'`);
  }
}
