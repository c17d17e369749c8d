import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ReportStatus } from './pain-points.operations.js';
import type { StoredReport } from './report.content.js';

/** A product as its report's head shows it. */
export interface ReportHead {
  id: string;
  name: string;
  logo_url: string | null;
  description: string | null;
  report_status: ReportStatus;
  report_id: string | null;
  report_generated_at: Date | null;
}

/** How far the run under way is, or how the last one ended. */
export interface RunProgress {
  state: 'queued' | 'running' | 'completed' | 'failed';
  progress: number;
  reviews_total: number | null;
  created_at: Date;
}

/** SQL of reading reports. */
@Injectable()
export class PainPointsQueries {
  constructor(private readonly database: Database) {}

  headsOf(productIds: readonly string[]): Promise<ReportHead[]> {
    return this.database.named<ReportHead & Record<string, unknown>>(
      'pain-points-heads',
      `SELECT id, name, logo_url, description, report_status, report_id, report_generated_at
       FROM products WHERE id = ANY($1::uuid[])`,
      [productIds],
    );
  }

  storedReport(reportId: string): Promise<StoredReport> {
    return this.database.one<StoredReport & Record<string, unknown>>(
      'SELECT summary, themes, total_themes, metadata FROM reports WHERE id = $1',
      [reportId],
    );
  }

  latestRun(productId: string): Promise<RunProgress | null> {
    return this.database.maybeOne<RunProgress & Record<string, unknown>>(
      'SELECT state, progress, reviews_total, created_at FROM reports WHERE product_id = $1 ORDER BY id DESC LIMIT 1',
      [productId],
    );
  }
}
