import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A link to store. */
export interface NewShare {
  tokenHash: Buffer;
  productId: string;
  teamId: string;
  createdBy: string;
  days: number;
}

/** A valid link, as its team sees it. */
export interface ListedShare {
  id: string;
  /** When the report was generated. */
  generated_at: Date;
  /** An email address; null when the person has left Qualm. */
  created_by: string | null;
  expires_at: Date;
}

/** The report that a link shows. */
export interface SharedReportHead {
  report_id: string;
  product_id: string;
  team_id: string;
  expires_at: Date;
}

/** SQL of the links to reports. */
@Injectable()
export class ReportSharesQueries {
  constructor(private readonly database: Database) {}

  /** Stores a link to the last report of a product. @returns its id; null for a product without a report */
  async insert({ tokenHash, productId, teamId, createdBy, days }: NewShare): Promise<string | null> {
    const share = await this.database.maybeOne<{ id: string }>(
      `INSERT INTO report_shares (token_hash, report_id, team_id, created_by, expires_at)
       SELECT $1, report_id, $3, $4, now() + make_interval(days => $5)
       FROM products WHERE id = $2 AND report_id IS NOT NULL RETURNING id`,
      [tokenHash, productId, teamId, createdBy, days],
    );
    return share?.id ?? null;
  }

  /** The valid links of a team to reports of one product, the newest first. */
  findByProduct(teamId: string, productId: string): Promise<ListedShare[]> {
    return this.database.query<ListedShare>(
      `SELECT share.id, report.generated_at, person.email AS created_by, share.expires_at
       FROM report_shares share
       JOIN reports report ON report.id = share.report_id
       LEFT JOIN users person ON person.id = share.created_by
       WHERE share.team_id = $1 AND report.product_id = $2 AND share.expires_at > now()
       ORDER BY share.created_at DESC, share.id`,
      [teamId, productId],
    );
  }

  /** The number of valid links of a team. */
  async countLive(teamId: string): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      `SELECT count(*)::int AS count FROM report_shares WHERE team_id = $1 AND expires_at > now()`,
      [teamId],
    );
    return count;
  }

  /** The report of a valid link, or null. */
  findLive(tokenHash: Buffer): Promise<SharedReportHead | null> {
    return this.database.maybeOne<SharedReportHead>(
      `SELECT report.id AS report_id, report.product_id, share.team_id, share.expires_at
       FROM report_shares share JOIN reports report ON report.id = share.report_id
       WHERE share.token_hash = $1 AND share.expires_at > now()`,
      [tokenHash],
    );
  }

  /** Deletes a link of a team. @returns the product of its report; null when there is no such link */
  delete(id: string, teamId: string): Promise<{ product_id: string; product_name: string } | null> {
    return this.database.maybeOne<{ product_id: string; product_name: string }>(
      `DELETE FROM report_shares share USING reports report, products product
       WHERE share.id = $1 AND share.team_id = $2 AND report.id = share.report_id AND product.id = report.product_id
       RETURNING product.id AS product_id, product.name AS product_name`,
      [id, teamId],
    );
  }

  /** Deletes expired links. @returns the number of links */
  deleteExpired(): Promise<number> {
    return this.database.execute('DELETE FROM report_shares WHERE expires_at <= now()');
  }
}
