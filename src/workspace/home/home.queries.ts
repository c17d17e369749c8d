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

/** A product of which the team has bought a report, and the last report on it. */
export interface BoughtReport {
  id: string;
  name: string;
  report_generated_at: Date;
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
/** The purchases among which the last ones of different products are found. */
const MAX_PURCHASES = 200;
/** A purchase ends within this time, so an older one has not ended since a visit that is younger. */
const LONGEST_PURCHASE = '1 day';

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

  /** The products of the last reports that a team has bought, without followed ones, the newest first. */
  findBought(teamId: string, limit: number): Promise<BoughtReport[]> {
    return this.database.query<BoughtReport>(
      `SELECT product.id, product.name, product.report_generated_at
       FROM (
         SELECT thing, max(closed_at) AS bought_at FROM (
           SELECT thing, closed_at FROM purchases
           WHERE team_id = $1 AND action = 'generate_report' AND state = 'settled'
           ORDER BY opened_at DESC LIMIT ${MAX_PURCHASES}
         ) AS last GROUP BY thing
       ) AS bought
       JOIN products product ON product.id = bought.thing::uuid AND product.report_generated_at IS NOT NULL
       WHERE NOT EXISTS (SELECT FROM follows WHERE team_id = $1 AND product_id = product.id)
       ORDER BY bought.bought_at DESC, product.id LIMIT $2`,
      [teamId, limit],
    );
  }

  /** The number of products with a report that is new to a team: it was bought, or made of a followed product, since then. */
  async countNewReports(teamId: string, since: Date): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (
         SELECT product.id FROM follows follow JOIN products product ON product.id = follow.product_id
         WHERE follow.team_id = $1 AND product.report_generated_at > $2
         UNION
         SELECT product.id FROM purchases purchase JOIN products product ON product.id = purchase.thing::uuid
         WHERE purchase.team_id = $1 AND purchase.action = 'generate_report' AND purchase.state = 'settled'
           AND purchase.opened_at > $2::timestamptz - interval '${LONGEST_PURCHASE}' AND purchase.closed_at > $2
       ) AS new_report`,
      [teamId, since],
    );
    return count;
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
