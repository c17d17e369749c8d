import { Injectable } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { FinishedReports, type RatedReport } from '#market/report-reading/finished-reports.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { ReportHead } from '#market/report-reading/report.head.js';
import { compareProducts } from './product.comparison.js';
import type { ProductComparison, ProductInComparison } from './product-comparison.operations.js';

/** Compares the last finished reports of several products. */
@Injectable()
export class ProductComparisonService {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly reports: FinishedReports,
  ) {}

  /** @throws 404 that names the unknown products */
  async compare(productIds: readonly string[]): Promise<ProductComparison> {
    const heads = await Promise.all(productIds.map((id) => this.painPoints.findHead(id)));
    const unknown = productIds.filter((_, index) => !heads[index]);
    if (unknown.length > 0) throw notFound(`Products not found: ${unknown.join(', ')}`);
    const known = heads.filter((head) => head !== null);
    const reported = await Promise.all(known.map((head) => this.reportedOf(head)));
    const products = known.map((head, index) => presented(head, reported[index]?.report ?? null));
    return { products, ...compareProducts(reported) };
  }

  private async reportedOf({ id, report_id }: ReportHead) {
    return { id, report: report_id === null ? null : await this.reports.ratedOf(report_id) };
  }
}

const presented = (head: ReportHead, report: RatedReport | null): ProductInComparison => ({
  id: head.id,
  name: head.name,
  logo_url: head.logo_url,
  reviews_read: report?.reviewsRead ?? null,
  texts_read: report?.textsRead ?? null,
  average_rating: report?.averageRating ?? null,
  generated_at: head.report_generated_at?.toISOString() ?? null,
  status: head.report_status,
});
