import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ReportHead } from '#market/report-reading/report.head.js';
import type { StoredReport } from '#market/report-reading/report.content.js';

/** A finished report without its themes. */
export interface ReportLine {
  id: string;
  product_id: string;
  generated_at: Date;
  engine: string;
  reviews_read: number;
  total_themes: number;
  requested_by_team: boolean;
}

/** A finished report with its product. */
export type WholeReport = StoredReport & Omit<ReportHead, 'report_status' | 'report_id' | 'report_generated_at'>;

const LINES = `
  SELECT report.id, report.product_id, report.generated_at, report.engine, (report.metadata ->> 'reviews_read')::integer AS reviews_read,
         report.total_themes, coalesce(run.team_id = $1, false) AS requested_by_team
  FROM reports report LEFT JOIN runs run ON run.id = report.id`;
const NEWEST_FIRST = 'ORDER BY report.generated_at DESC, report.id DESC';

/** SQL of the finished reports of a product. `teamId` is the team that reads. */
@Injectable()
export class ReportHistoryQueries {
  constructor(private readonly database: Database) {}

  list(
    productId: string,
    teamId: string | null,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ReportLine[]> {
    return this.database.query<ReportLine>(`${LINES} WHERE report.product_id = $2 ${NEWEST_FIRST} LIMIT $3 OFFSET $4`, [
      teamId,
      productId,
      limit,
      offset,
    ]);
  }

  /** The SELECT of the first `limit` reports in full, the oldest first. It returns a `WholeReport` for each. */
  allStatement(productIds: readonly string[] | null, since: Date | null, limit: number) {
    const text = `SELECT report.*, product.name, product.logo_url, product.description, product.review_count,
        product.review_changes, product.report_review_changes
      FROM reports report JOIN products product ON product.id = report.product_id
      WHERE ($1::uuid[] IS NULL OR report.product_id = ANY($1))
        AND ($2::timestamptz IS NULL OR report.generated_at >= $2)
      ORDER BY report.generated_at, report.id LIMIT $3`;
    return { text, values: [productIds, since, limit] };
  }

  find(productId: string, reportId: string, teamId: string | null): Promise<ReportLine | null> {
    return this.database.maybeOne<ReportLine>(`${LINES} WHERE report.product_id = $2 AND report.id = $3`, [
      teamId,
      productId,
      reportId,
    ]);
  }

  /** The last two reports of each of these products, the later first. */
  findLastTwo(productIds: readonly string[]): Promise<ReportLine[]> {
    return this.database.query<ReportLine>(
      `SELECT line.* FROM unnest($2::uuid[]) AS wanted (product_id) CROSS JOIN LATERAL (
         ${LINES} WHERE report.product_id = wanted.product_id ${NEWEST_FIRST} LIMIT 2
       ) AS line`,
      [null, productIds],
    );
  }

  /** The report before another one of the product. */
  findBefore(productId: string, reportId: string, teamId: string | null): Promise<ReportLine | null> {
    return this.database.maybeOne<ReportLine>(
      `${LINES} WHERE report.product_id = $2 AND (report.generated_at, report.id) <
         (SELECT generated_at, id FROM reports WHERE id = $3) ${NEWEST_FIRST} LIMIT 1`,
      [teamId, productId, reportId],
    );
  }
}
