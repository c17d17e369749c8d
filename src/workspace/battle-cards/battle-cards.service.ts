import { Injectable } from '@nestjs/common';
import { type Sender, SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { ProductsService } from '#market/products/products.service.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import type { ComparisonOpening } from '#market/report-insights/product-comparison.operations.js';
import { StandingService } from '#market/report-insights/standing.service.js';
import { SwitchingService } from '#market/report-insights/switching.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { battleCardOf } from './battle.card.js';
import type { ProductBattleCard } from './battle-cards.operations.js';

const NAMESAKES = 5;

/** Makes battle cards from finished reports. */
@Injectable()
export class BattleCardsService {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly switching: SwitchingService,
    private readonly standing: StandingService,
    private readonly comparisons: ProductComparisonService,
    private readonly products: ProductsService,
    private readonly senders: SenderProfilesService,
  ) {}

  /** @throws 404 */
  async cardFor(caller: TeamCaller, productId: string): Promise<ProductBattleCard> {
    const [report, switching, standing, sender] = await Promise.all([
      this.painPoints.reportFor(caller, productId),
      this.switching.switchingOf(productId),
      this.standing.standingOf(productId),
      this.senders.get(caller.team.id),
    ]);
    return battleCardOf({
      report: report.value.data,
      leavesFor: switching.data.leaves_for,
      standing: standing.categories,
      openings: await this.openingsFor(productId, sender),
      sender,
    });
  }

  /** Where the product and that of the sender differ. Empty if the sender's product is not in the catalog. */
  private async openingsFor(productId: string, { product }: Sender): Promise<ComparisonOpening[]> {
    if (product === null) return [];
    const { items } = await this.products.search({ query: product, page: 1, page_size: NAMESAKES });
    const own = items.find(({ name }) => name.toLowerCase() === product.toLowerCase());
    if (!own || own.id === productId) return [];
    return (await this.comparisons.compare([productId, own.id])).openings;
  }
}
