import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { SavedSearch } from './saved-search.entity.js';
import type { SavedSearchMatch } from './saved-search-match.entity.js';

type SearchRow = RowOf<SavedSearch>;

/** The values of a search that a matcher reads. */
export type MatcherRow = Pick<SearchRow, 'id' | 'team_id' | 'filters' | 'version' | 'active_since'>;

/** A search whose matches are stored. `reported_today` counts the matches of today that events have reported. */
export type AlertedSearch = Pick<SearchRow, 'id' | 'team_id' | 'name' | 'deliver'> & { reported_today: number };

export type MatchRow = Omit<RowOf<SavedSearchMatch>, 'search_id'>;
export type MatchKey = Pick<RowOf<SavedSearchMatch>, 'search_id' | 'opportunity_id'>;
export type NewMatch = MatchKey & Pick<MatchRow, 'updated'>;

/** The start of a page of matches. */
export interface MatchPosition {
  matchedAt: string;
  opportunityId: string;
}

/** Matches in one statement: a batch that fits many searches must not reach the time limit of a statement. */
const AT_ONCE = 5_000;
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** SQL of matches. */
@Injectable()
export class MatchesQueries {
  constructor(private readonly database: Database) {}

  /** A value that changes when a search is added, changed, removed, or switched on or off. */
  async fingerprint(): Promise<string> {
    const { fingerprint } = await this.database.one<{ fingerprint: string }>(
      `SELECT concat(count(*), ' ', bit_xor(hashtextextended(id::text, version))) AS fingerprint
       FROM saved_searches WHERE is_enabled AND livemode`,
    );
    return fingerprint;
  }

  /** The enabled searches, to find those that have changed. */
  versions(): Promise<Pick<SearchRow, 'id' | 'version'>[]> {
    return this.database.query('SELECT id, version FROM saved_searches WHERE is_enabled AND livemode');
  }

  findForMatching(ids: readonly string[]): Promise<MatcherRow[]> {
    return this.database.query<MatcherRow>(
      'SELECT id, team_id, filters, version, active_since FROM saved_searches WHERE id = ANY($1) AND is_enabled AND livemode',
      [ids],
    );
  }

  /** The searches that are still enabled, locked in one order for the open transaction. */
  lockEnabled(ids: readonly string[]): Promise<AlertedSearch[]> {
    return this.database.query<AlertedSearch>(
      `SELECT id, team_id, name, deliver, CASE WHEN webhook_day = ${TODAY} THEN webhook_count ELSE 0 END AS reported_today
       FROM saved_searches WHERE id = ANY($1) AND is_enabled AND livemode ORDER BY id FOR NO KEY UPDATE`,
      [ids],
    );
  }

  /** Stores matches of searches that are locked. @returns the matches that existed before, which are kept */
  async insert(matches: readonly NewMatch[]): Promise<MatchKey[]> {
    const had: MatchKey[] = [];
    for (let start = 0; start < matches.length; start += AT_ONCE) {
      had.push(...(await this.insertSome(matches.slice(start, start + AT_ONCE))));
    }
    return had;
  }

  private insertSome(matches: readonly NewMatch[]): Promise<MatchKey[]> {
    return this.database.query<MatchKey>(
      `WITH found AS (
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) AS found (search_id, opportunity_id, updated)),
       added AS (
         INSERT INTO saved_search_matches (search_id, opportunity_id, updated)
         SELECT search_id, opportunity_id, updated FROM found ON CONFLICT DO NOTHING
         RETURNING search_id, opportunity_id)
       SELECT search_id, opportunity_id FROM found EXCEPT SELECT search_id, opportunity_id FROM added`,
      [
        matches.map(({ search_id }) => search_id),
        matches.map(({ opportunity_id }) => opportunity_id),
        matches.map(({ updated }) => updated),
      ],
    );
  }

  /** Stores the number of today's reported matches. */
  async noteMatches(searches: readonly { id: string; reported: number }[]): Promise<void> {
    await this.database.execute(
      `UPDATE saved_searches search SET webhook_day = ${TODAY}, webhook_count = noted.reported
       FROM unnest($1::uuid[], $2::integer[]) AS noted (id, reported) WHERE search.id = noted.id`,
      [searches.map(({ id }) => id), searches.map(({ reported }) => reported)],
    );
  }

  /** The search whose feed has this hash. */
  findByFeed(feedHash: string): Promise<Pick<SearchRow, 'id' | 'team_id' | 'name' | 'created_at'> | null> {
    return this.database.maybeOne('SELECT id, team_id, name, created_at FROM saved_searches WHERE feed_hash = $1', [
      feedHash,
    ]);
  }

  /** A page of the matches of a search, the newest first. */
  list(searchId: string, { after, limit }: { after: MatchPosition | null; limit: number }): Promise<MatchRow[]> {
    return this.database.query<MatchRow>(
      `SELECT opportunity_id, matched_at, updated, relevant FROM saved_search_matches
       WHERE search_id = $1 AND ($2::timestamptz IS NULL OR (matched_at, opportunity_id) < ($2, $3::uuid))
       ORDER BY matched_at DESC, opportunity_id DESC LIMIT $4`,
      [searchId, after?.matchedAt ?? null, after?.opportunityId ?? null, limit],
    );
  }

  /** Marks a match. @returns the match, or null without one */
  mark(searchId: string, opportunityId: string, relevant: boolean | null): Promise<MatchRow | null> {
    return this.database.maybeOne<MatchRow>(
      `UPDATE saved_search_matches SET relevant = $3 WHERE search_id = $1 AND opportunity_id = $2
       RETURNING opportunity_id, matched_at, updated, relevant`,
      [searchId, opportunityId, relevant],
    );
  }
}
