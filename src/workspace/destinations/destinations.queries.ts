import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import type { Destination } from './destination.entity.js';
import type { DestinationKind, DestinationNews } from './destination.types.js';

export type DestinationRow = RowOf<Destination>;

export type NewDestinationRow = Pick<
  DestinationRow,
  'id' | 'team_id' | 'kind' | 'name' | 'news' | 'saved_search_ids' | 'secret_encrypted' | 'secret_hint'
>;

/** The columns that a change sets. `undefined` leaves a column as it is. */
export interface DestinationValues {
  name?: string;
  news?: DestinationNews[];
  saved_search_ids?: string[] | null;
  secret_encrypted?: Buffer;
  secret_hint?: string;
  status?: DestinationRow['status'];
  disabled_reason?: DestinationRow['disabled_reason'];
}

/** SQL of destinations. */
@Injectable()
export class DestinationsQueries {
  constructor(private readonly database: Database) {}

  async insert(row: NewDestinationRow): Promise<void> {
    await this.database.execute(
      `INSERT INTO destinations (id, team_id, kind, name, news, saved_search_ids, secret_encrypted, secret_hint, livemode)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[row.id, row.team_id, row.kind, row.name, row.news, row.saved_search_ids],
        ...[row.secret_encrypted, row.secret_hint, !isTestTeam(row.team_id)],
      ],
    );
  }

  /** The number of a team's destinations, or of the enabled ones. */
  async count(teamId: string, isEnabledOnly = false): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM destinations
       WHERE team_id = $1 AND deleted_at IS NULL AND (NOT $2 OR status = 'enabled')`,
      [teamId, isEnabledOnly],
    );
    return count;
  }

  /** A page of a team's destinations, the newest first. */
  list(teamId: string, { limit, offset }: { limit: number; offset: number }): Promise<DestinationRow[]> {
    return this.database.query<DestinationRow>(
      'SELECT * FROM destinations WHERE team_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT $2 OFFSET $3',
      [teamId, limit, offset],
    );
  }

  /** The destinations of a kind, the oldest first. */
  ofKind(teamId: string, kind: DestinationKind): Promise<DestinationRow[]> {
    return this.database.query<DestinationRow>(
      'SELECT * FROM destinations WHERE team_id = $1 AND kind = $2 AND deleted_at IS NULL ORDER BY id',
      [teamId, kind],
    );
  }

  find(teamId: string, id: string): Promise<DestinationRow | null> {
    return this.database.maybeOne<DestinationRow>(
      'SELECT * FROM destinations WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL',
      [teamId, id],
    );
  }

  /** The destination, locked for the open transaction. */
  lock(teamId: string, id: string): Promise<DestinationRow | null> {
    return this.database.maybeOne<DestinationRow>(
      'SELECT * FROM destinations WHERE team_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE',
      [teamId, id],
    );
  }

  /** The destination of an attempt, locked, even if it is deleted. */
  lockAny(id: string): Promise<DestinationRow | null> {
    return this.database.maybeOne<DestinationRow>('SELECT * FROM destinations WHERE id = $1 FOR UPDATE', [id]);
  }

  /** The enabled destinations of a team except the oldest ones, locked. */
  lockEnabledAfter(teamId: string, oldest: number): Promise<DestinationRow[]> {
    return this.database.query<DestinationRow>(
      `SELECT * FROM destinations WHERE team_id = $1 AND deleted_at IS NULL AND status = 'enabled'
       ORDER BY id OFFSET $2 FOR UPDATE`,
      [teamId, oldest],
    );
  }

  /** Changes the given columns. Enabling forgets the last failure. */
  async update(id: string, change: DestinationValues): Promise<void> {
    const { name, news, saved_search_ids, secret_encrypted, secret_hint, status, disabled_reason } = change;
    await this.database.execute(
      `UPDATE destinations SET name = coalesce($2, name), news = coalesce($3, news),
         saved_search_ids = CASE WHEN $4 THEN $5 ELSE saved_search_ids END,
         secret_encrypted = coalesce($6, secret_encrypted), secret_hint = coalesce($7, secret_hint),
         account_url = CASE WHEN $6::bytea IS NULL THEN account_url END,
         status = coalesce($8, status),
         disabled_reason = CASE WHEN $8 = 'disabled' THEN coalesce(disabled_reason, $9) WHEN $8 IS NULL THEN disabled_reason END,
         last_failure = CASE WHEN $8 = 'enabled' THEN NULL ELSE last_failure END, updated_at = now()
       WHERE id = $1`,
      [
        ...[id, name ?? null, news ?? null, saved_search_ids !== undefined, saved_search_ids ?? null],
        ...[secret_encrypted ?? null, secret_hint ?? null, status ?? null, disabled_reason ?? null],
      ],
    );
  }

  /** Records the outcome of an attempt: the failure in words, or null for a success. */
  async noteOutcome(id: string, failure: string | null): Promise<void> {
    await this.database.execute(
      `UPDATE destinations SET last_failure = $2,
         last_success_at = CASE WHEN $2::text IS NULL THEN now() ELSE last_success_at END,
         last_failure_at = CASE WHEN $2::text IS NULL THEN last_failure_at ELSE now() END
       WHERE id = $1`,
      [id, failure],
    );
  }

  /** Stores where the account of a destination is, unless the destination has another secret by now. */
  async noteAccount({ id, secret_encrypted }: DestinationRow, url: string): Promise<void> {
    await this.database.execute('UPDATE destinations SET account_url = $2 WHERE id = $1 AND secret_encrypted = $3', [
      ...[id, url, secret_encrypted],
    ]);
  }

  /** Deletes a destination with its secret; its log stays. */
  async markDeleted(id: string): Promise<void> {
    await this.database.execute('UPDATE destinations SET deleted_at = now(), secret_encrypted = NULL WHERE id = $1', [
      id,
    ]);
  }

  /** Deletes the destinations of a team with their log. */
  async deleteOf(teamId: string): Promise<void> {
    await this.database.execute('DELETE FROM destinations WHERE team_id = $1', [teamId]);
  }

  /** Deletes deleted destinations without a log. */
  async purgeDeleted(): Promise<void> {
    await this.database.execute(
      `DELETE FROM destinations destination WHERE deleted_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM destination_deliveries WHERE destination_id = destination.id)`,
    );
  }
}
