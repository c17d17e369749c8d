import { Injectable } from '@nestjs/common';
import { ProductsService } from '#market/products/products.service.js';
import { FinishedReports, type RatedThemes } from '#market/report-reading/finished-reports.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { standingOf } from './product.standing.js';
import type { Standing } from './standing.operations.js';

/** Compares the complaints about a product with those about its competitors. */
@Injectable()
export class StandingService {
  constructor(
    private readonly products: ProductsService,
    private readonly painPoints: PainPointsService,
    private readonly reports: FinishedReports,
  ) {}

  /** @throws 404 */
  async standingOf(productId: string): Promise<Standing> {
    const { product, competitors } = (await this.products.competitorsOf(productId)).data;
    const reported = competitors.filter((competitor) => competitor.has_pain_points_report);
    const [own = null, ...others] = await Promise.all([product, ...reported].map(({ id }) => this.reportOf(id)));
    return standingOf(
      own,
      others.filter((report) => report !== null),
    );
  }

  private async reportOf(productId: string): Promise<RatedThemes | null> {
    const head = await this.painPoints.findHead(productId);
    return head?.report_id ? this.reports.ratedOf(head.report_id) : null;
  }
}
