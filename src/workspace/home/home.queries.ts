import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A followed product with its last report. */
export interface FollowedRow {
  id: string;
  name: string;
  logo_url: string | null;
  report_id: string | null;
  report_generated_at: Date | null;
  review_count: number;
  review_changes: number;
  report_review_changes: number | null;
  new_opportunities: number;
  /** The number of all followed products. */
  followed: number;
}

export interface SearchRow {
  id: string;
  name: string;
  new_matches: number;
}

/** A page that is opened again within this time belongs to the same visit. */
const SAME_VISIT = '1 hour';
const MAX_OPPORTUNITIES = 100;
const MAX_MATCHES = 1_000;

/** SQL of the home page. */
@Injectable()
export class HomeQueries {
  constructor(private readonly database: Database) {}

  /** Notes that a person is here. @returns the end of the visit before, or null */
  async noteVisit(teamId: string, userId: string): Promise<Date | null> {
    const { previous_at } = await this.database.one<{ previous_at: Date | null }>(
      `INSERT INTO home_visits AS visit (team_id, user_id) VALUES ($1, $2)
       ON CONFLICT (team_id, user_id) DO UPDATE SET seen_at = now(), previous_at =
         CASE WHEN visit.seen_at < now() - interval '${SAME_VISIT}' THEN visit.seen_at ELSE visit.previous_at END
       RETURNING previous_at`,
      [teamId, userId],
    );
    return previous_at;
  }

  /** The first followed products: those with a report since then, then the most recently followed. */
  findFollowed(teamId: string, since: Date, limit: number): Promise<FollowedRow[]> {
    return this.database.query<FollowedRow>(
      `SELECT product.*, found.new_opportunities
       FROM (
         SELECT product.id, product.name, product.logo_url, product.report_id, product.report_generated_at,
                product.review_count, product.review_changes, product.report_review_changes,
                count(*) OVER ()::integer AS followed,
                row_number() OVER (ORDER BY coalesce(product.report_generated_at > $2, false) DESC,
                                   follow.created_at DESC, product.id) AS place
         FROM follows follow JOIN products product ON product.id = follow.product_id
         WHERE follow.team_id = $1
         ORDER BY place LIMIT $3
       ) AS product
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS new_opportunities FROM (
           SELECT FROM opportunities WHERE product_id = product.id AND created_at > $2 LIMIT ${MAX_OPPORTUNITIES}
         ) AS opportunity
       ) AS found
       ORDER BY product.place`,
      [teamId, since, limit],
    );
  }

  /** The newest saved searches, each with the number of its matches since then. */
  findSearches(teamId: string, since: Date, limit: number): Promise<SearchRow[]> {
    return this.database.query<SearchRow>(
      `SELECT search.id, search.name, found.new_matches
       FROM (SELECT id, name FROM saved_searches WHERE team_id = $1 ORDER BY id DESC LIMIT $3) AS search
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS new_matches FROM (
           SELECT FROM saved_search_matches WHERE search_id = search.id AND matched_at > $2 LIMIT ${MAX_MATCHES}
         ) AS one
       ) AS found
       ORDER BY search.id DESC`,
      [teamId, since, limit],
    );
  }
}
