import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ReportResult } from './report.composer.js';
import type { ReportProduct, ReportStatus } from './pain-points.operations.js';
import type { StoredReport } from './report.content.js';

/** The product of a report, with the state of its latest report. */
export interface ReportHead extends ReportProduct {
  report_status: ReportStatus;
  report_id: string | null;
  report_generated_at: Date | null;
  review_count: number;
  review_changes: number;
  report_review_changes: number | null;
}

/** The input of a new report beside the input of the last one. `engine` and `has_mentions` are null if there is no report. */
export type ReportBasis = Pick<ReportHead, 'review_count' | 'review_changes' | 'report_review_changes'> & {
  engine: string | null;
  has_mentions: boolean | null;
};

/** SQL of reports. */
@Injectable()
export class PainPointsQueries {
  constructor(private readonly database: Database) {}

  findHeads(productIds: readonly string[]): Promise<ReportHead[]> {
    return this.database.prepared.query<ReportHead>(
      `SELECT id, name, logo_url, description, report_status, report_id, report_generated_at,
         review_count, review_changes, report_review_changes
       FROM products WHERE id = ANY($1::uuid[])`,
      [productIds],
    );
  }

  findReportBasis(productId: string): Promise<ReportBasis | null> {
    return this.database.maybeOne<ReportBasis>(
      `SELECT review_count, review_changes, report_review_changes, report.engine, report.has_mentions
       FROM products product LEFT JOIN reports report ON report.id = product.report_id WHERE product.id = $1`,
      [productId],
    );
  }

  findReport(reportId: string): Promise<StoredReport> {
    return this.database.one<StoredReport>(
      `SELECT product_id, summary, themes, total_themes, metadata, generated_at, has_mentions
       FROM reports WHERE id = $1`,
      [reportId],
    );
  }

  /** Inserts a report, whose mentions are inserted after it. @returns the time at which it was generated. */
  async insert(id: string, productId: string, result: ReportResult): Promise<Date> {
    const { summary, themes, metadata, switching } = result;
    const { generated_at } = await this.database.one<{ generated_at: Date }>(
      `INSERT INTO reports (id, product_id, engine, summary, themes, total_themes, metadata, switching, has_mentions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true) RETURNING generated_at`,
      [
        id,
        productId,
        metadata.engine,
        summary,
        JSON.stringify(themes),
        themes.length,
        metadata,
        JSON.stringify(switching),
      ],
    );
    return generated_at;
  }
}
