import { Injectable } from '@nestjs/common';
import { OperationResult } from '#platform/operations/operation.result.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { Switching, SwitchingProductCount } from './switching.operations.js';
import { type EdgeRow, SwitchingQueries } from './switching.queries.js';

const NOT_READ =
  'The last report was made before switching was read. Generate a new report to read the reviews of this product.';

/** Reads which products the reviewers of a product came from and leave for. */
@Injectable()
export class SwitchingService {
  constructor(
    private readonly queries: SwitchingQueries,
    private readonly painPoints: PainPointsService,
  ) {}

  /** @throws 404 */
  async switchingOf(productId: string): Promise<OperationResult<Switching>> {
    const { id, name, logo_url } = await this.painPoints.productOf(productId);
    const [edges, isRead] = await Promise.all([this.queries.findEdges(id), this.queries.isRead(id)]);
    const came_from = countsOf(edges.filter((edge) => isArrival(edge, id)));
    const leaves_for = countsOf(edges.filter((edge) => !isArrival(edge, id)));
    const switching = { product: { id, name, logo_url }, came_from, leaves_for };
    return new OperationResult(switching, isRead === false ? { note: NOT_READ } : undefined);
  }
}

/** A review of another product that leaves for this one is an arrival, too. */
const isArrival = ({ direction, reviewed_id }: EdgeRow, productId: string): boolean =>
  (direction === 'came_from') === (reviewed_id === productId);

/** One entry per other product, most reviews first. */
function countsOf(edges: readonly EdgeRow[]): SwitchingProductCount[] {
  const counts = new Map<string, SwitchingProductCount>();
  for (const { other_id, other_name, other_logo_url, reviewed_id, reviews, evidence } of edges) {
    const product = { id: other_id, name: other_name, logo_url: other_logo_url };
    const count = counts.get(other_id) ?? { product, reviews: 0, evidence: [] };
    count.reviews += reviews;
    count.evidence.push(...evidence.map((quote) => ({ ...quote, product_id: reviewed_id })));
    counts.set(other_id, count);
  }
  return [...counts.values()].sort((a, b) => b.reviews - a.reviews || (a.product.name < b.product.name ? -1 : 1));
}
