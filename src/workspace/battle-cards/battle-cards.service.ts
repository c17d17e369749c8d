import { Injectable } from '@nestjs/common';
import { type Sender, SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { ProductsService } from '#market/products/products.service.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { StandingService } from '#market/report-insights/standing.service.js';
import { SwitchingService } from '#market/report-insights/switching.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { battleCardOf, type OwnProduct } from './battle.card.js';
import type { ProductBattleCard } from './battle-cards.operations.js';
import { possibleNamesIn, productsIn } from './own.products.js';

/** The most products of the sender on a card. */
const MAX_OWN = 3;

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
      own: await this.comparedWith(productId, sender),
      sender,
    });
  }

  /** The sender's products, each compared with the product. Empty if the catalog has none of them. */
  private async comparedWith(productId: string, { product }: Sender): Promise<OwnProduct[]> {
    if (product === null) return [];
    const ids = await this.products.named(possibleNamesIn(product));
    const own = productsIn(product, (name) => ids.get(name)).filter((id) => id !== productId);
    return Promise.all(own.slice(0, MAX_OWN).map((id) => this.comparedTo(productId, id)));
  }

  private async comparedTo(productId: string, id: string): Promise<OwnProduct> {
    const { products, openings } = await this.comparisons.compare([productId, id]);
    return { id, name: products.find((each) => each.id === id)?.name ?? '', openings };
  }
}
