import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { EarlierReport } from './stored.themes.js';
import type { ReportResult } from './report.composer.js';

/** The input of a new report beside the input of the last one. `engine` and `has_mentions` are null if there is no report. */
export interface ReportBasis {
  review_count: number;
  review_changes: number;
  report_review_changes: number | null;
  engine: string | null;
  has_mentions: boolean | null;
}

/** SQL of reports. */
@Injectable()
export class ReportsQueries {
  constructor(private readonly database: Database) {}

  findReportBasis(productId: string): Promise<ReportBasis | null> {
    return this.database.maybeOne<ReportBasis>(
      `SELECT review_count, review_changes, report_review_changes, report.engine, report.has_mentions
       FROM products product LEFT JOIN reports report ON report.id = product.report_id WHERE product.id = $1`,
      [productId],
    );
  }

  findThemes(reportId: string): Promise<EarlierReport> {
    return this.database.one<EarlierReport>(
      'SELECT product_id, themes, metadata, generated_at FROM reports WHERE id = $1',
      [reportId],
    );
  }

  /** How many times texts of a product were erased. The product is locked against another erasure. */
  async lockErasures(productId: string): Promise<number> {
    const { text_erasures } = await this.database.one<{ text_erasures: number }>(
      'SELECT text_erasures FROM products WHERE id = $1 FOR NO KEY UPDATE',
      [productId],
    );
    return text_erasures;
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
