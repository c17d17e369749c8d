import { presentCounts } from '#market/products/product.presenter.js';
import type { ReportProduct, ReportStatus } from './pain-points.operations.js';

/** The product of a report, with the state of its latest report. */
export interface ReportHead extends ReportProduct {
  report_status: ReportStatus;
  report_id: string | null;
  report_generated_at: Date | null;
  review_count: number;
  review_changes: number;
  report_review_changes: number | null;
}

type StateOfReport = 'report_status' | 'report_id' | 'report_generated_at';

/** A product, as reports show it. */
export const presentReportProduct = (head: Omit<ReportHead, StateOfReport>): ReportProduct => ({
  id: head.id,
  name: head.name,
  logo_url: head.logo_url,
  description: head.description,
  ...presentCounts(head),
});
