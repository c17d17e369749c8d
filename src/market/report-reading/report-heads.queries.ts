import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Sql } from '#platform/database/sql.js';
import type { StoredReport } from './report.content.js';
import type { ReportHead } from './report.head.js';

/** SQL of reports that are read. */
@Injectable()
export class ReportHeadsQueries {
  constructor(private readonly database: Database) {}

  findHeads(productIds: readonly string[]): Promise<ReportHead[]> {
    return this.database.prepared.query<ReportHead>(
      `SELECT id, name, logo_url, description, report_status, report_id, report_generated_at,
         review_count, review_changes, report_review_changes
       FROM products WHERE id = ANY($1::uuid[])`,
      [productIds],
    );
  }

  /** Finished reports. A replica may lack the newest ones. */
  async findReports(reportIds: readonly string[]): Promise<(StoredReport & { id: string })[]> {
    const found = await this.readReports(this.database.replicated, reportIds);
    if (!this.database.hasReplicas || found.length === reportIds.length) return found;
    const known = new Set(found.map(({ id }) => id));
    const missing = reportIds.filter((id) => !known.has(id));
    return [...found, ...(await this.readReports(this.database, missing))];
  }

  private readReports(sql: Sql, reportIds: readonly string[]): Promise<(StoredReport & { id: string })[]> {
    return sql.query<StoredReport & { id: string }>(
      `SELECT id, product_id, summary, themes, total_themes, metadata, generated_at, has_mentions
       FROM reports WHERE id = ANY($1)`,
      [reportIds],
    );
  }
}
