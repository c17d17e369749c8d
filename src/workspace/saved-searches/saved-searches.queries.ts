import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import type { SavedSearch } from './saved-search.entity.js';

export type SavedSearchRow = RowOf<SavedSearch>;

/** A search with the figures of its matches. */
export type ListedSearch = SavedSearchRow & {
  /** The name of the key, or the address of the person. */
  creator: string | null;
  matches_7_days: number;
  /** Null without a match, also if its opportunities were removed. */
  latest_match_at: Date | null;
  marked_relevant: number;
  marked: number;
};

/** A search with the person who owns it: its creator, or the person of the assistant that created it. Null for that of a key. */
export type OwnedSearch = SavedSearchRow & { owner_id: string | null };

export interface SearchCounts {
  all: number;
  delivering: number;
  enabled: number;
  enabled_delivering: number;
}

type NewSearch = Pick<
  SavedSearchRow,
  | 'id'
  | 'team_id'
  | 'name'
  | 'filters'
  | 'deliver'
  | 'is_enabled'
  | 'created_by_kind'
  | 'created_by_id'
  | 'created_by_name'
>;

/** The columns that a change sets. */
export type SearchChange = Partial<Pick<SavedSearchRow, 'name' | 'filters' | 'deliver' | 'is_enabled'>>;

/** A delivery that leaves the app. */
const LEAVES_APP = `((deliver->>'webhook')::boolean OR (deliver->>'feed')::boolean OR deliver->'email' <> 'null')`;

const LISTED = `
  SELECT search.*, coalesce(search.created_by_name, creator.email) AS creator, coalesce(found.matches_7_days, 0) AS matches_7_days, coalesce(found.marked_relevant, 0) AS marked_relevant,
         coalesce(found.marked, 0) AS marked, found.latest_match_at
  FROM saved_searches search
  LEFT JOIN users creator ON creator.id = CASE search.created_by_kind WHEN 'session' THEN search.created_by_id::uuid END
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE matched_at > now() - interval '7 days')::integer AS matches_7_days,
           count(*) FILTER (WHERE relevant)::integer AS marked_relevant, count(relevant)::integer AS marked,
           max(matched_at) AS latest_match_at
    FROM saved_search_matches WHERE search_id = search.id
  ) AS found ON true`;

/** SQL of saved searches. */
@Injectable()
export class SavedSearchesQueries {
  constructor(private readonly database: Database) {}

  async insert(search: NewSearch): Promise<void> {
    await this.database.execute(
      `INSERT INTO saved_searches (id, team_id, name, filters, deliver, is_enabled, created_by_kind, created_by_id,
                                   created_by_name, livemode)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        search.id,
        search.team_id,
        search.name,
        search.filters,
        search.deliver,
        search.is_enabled,
        search.created_by_kind,
        search.created_by_id,
        search.created_by_name,
        !isTestTeam(search.team_id),
      ],
    );
  }

  /**
   * The number of a team's searches, of those with a delivery that leaves the app, and of those that are switched on.
   * `exceptId` does not count.
   */
  count(teamId: string, exceptId: string | null): Promise<SearchCounts> {
    return this.database.one<SearchCounts>(
      `SELECT count(*)::integer AS all, count(*) FILTER (WHERE ${LEAVES_APP})::integer AS delivering,
              count(*) FILTER (WHERE is_enabled)::integer AS enabled,
              count(*) FILTER (WHERE is_enabled AND ${LEAVES_APP})::integer AS enabled_delivering
       FROM saved_searches WHERE team_id = $1 AND id IS DISTINCT FROM $2`,
      [teamId, exceptId],
    );
  }

  /** A page of a team's searches, the newest first. */
  list(teamId: string, { limit, offset }: { limit: number; offset: number }): Promise<ListedSearch[]> {
    return this.database.query<ListedSearch>(
      `${LISTED} WHERE search.team_id = $1 ORDER BY search.id DESC LIMIT $2 OFFSET $3`,
      [teamId, limit, offset],
    );
  }

  find(teamId: string, id: string): Promise<ListedSearch | null> {
    return this.database.maybeOne<ListedSearch>(`${LISTED} WHERE search.team_id = $1 AND search.id = $2`, [teamId, id]);
  }

  /** The names of the team's searches among these. */
  findNames(teamId: string, ids: readonly string[]): Promise<Pick<SavedSearchRow, 'id' | 'name'>[]> {
    return this.database.query('SELECT id, name FROM saved_searches WHERE team_id = $1 AND id = ANY($2)', [
      teamId,
      ids,
    ]);
  }

  /** The search, locked for the open transaction. */
  lock(teamId: string, id: string): Promise<OwnedSearch | null> {
    return this.database.maybeOne<OwnedSearch>(
      `SELECT search.*, CASE created_by_kind WHEN 'session' THEN created_by_id WHEN 'oauth' THEN (
         SELECT user_id::text FROM oauth_connections WHERE team_id = $1 AND id::text = created_by_id) END AS owner_id
       FROM saved_searches search WHERE team_id = $1 AND id = $2 FOR UPDATE`,
      [teamId, id],
    );
  }

  /** Changes the given columns. Changed filters and switching on start a new active period. */
  async update(id: string, { name, filters, deliver, is_enabled }: SearchChange): Promise<void> {
    await this.database.execute(
      `UPDATE saved_searches SET name = coalesce($2, name), filters = coalesce($3, filters), deliver = coalesce($4, deliver),
         is_enabled = coalesce($5, is_enabled), disabled_reason = CASE WHEN $5 THEN NULL ELSE disabled_reason END,
         active_since = CASE WHEN $3 <> filters OR ($5 AND NOT is_enabled) THEN now() ELSE active_since END,
         version = version + 1, updated_at = now()
       WHERE id = $1`,
      [id, name ?? null, filters ?? null, deliver ?? null, is_enabled ?? null],
    );
  }

  /**
   * Switches off the enabled searches beyond the given numbers of the oldest ones, in total and with a delivery that
   * leaves the app.
   */
  switchOffAfter(
    teamId: string,
    { all, delivering }: Pick<SearchCounts, 'all' | 'delivering'>,
  ): Promise<Pick<SavedSearchRow, 'id' | 'name'>[]> {
    return this.database.query<Pick<SavedSearchRow, 'id' | 'name'>>(
      `WITH ranked AS (
         SELECT id, ${LEAVES_APP} AS leaves_app, row_number() OVER by_age AS place,
                count(*) FILTER (WHERE ${LEAVES_APP}) OVER by_age AS delivering_place
         FROM saved_searches WHERE team_id = $1 AND is_enabled WINDOW by_age AS (ORDER BY id)
       )
       UPDATE saved_searches SET is_enabled = false, disabled_reason = 'plan', version = version + 1, updated_at = now()
       FROM ranked
       WHERE saved_searches.id = ranked.id AND (place > $2 OR (leaves_app AND delivering_place > $3))
       RETURNING saved_searches.id, name`,
      [teamId, all, delivering],
    );
  }

  /** Sets or removes the address of the feed. */
  async setFeed(id: string, feed: { hash: string; hint: string } | null): Promise<void> {
    await this.database.execute(
      'UPDATE saved_searches SET feed_hash = $2, feed_hint = $3, updated_at = now() WHERE id = $1',
      [id, feed?.hash ?? null, feed?.hint ?? null],
    );
  }

  async delete(id: string): Promise<void> {
    await this.database.execute('DELETE FROM saved_searches WHERE id = $1', [id]);
  }

  async deleteOf(teamId: string): Promise<void> {
    await this.database.execute('DELETE FROM saved_searches WHERE team_id = $1', [teamId]);
  }
}
