import { Controller } from '@nestjs/common';
import { SenderProfilesService } from '#accounts/teams/sender-profiles.service.js';
import { ReportCoverService } from '#market/report-insights/report-cover.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { getBattleCard } from '#workspace/battle-cards/battle-cards.operations.js';
import { BattleCardsService } from '#workspace/battle-cards/battle-cards.service.js';
import { type Answer, page } from '../kernel/answers.js';
import { Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import { BattleCardPage } from './battle-card.page.js';

const COVERED_MONTHS = 12;

/** The battle card of a product, for the screen and for paper. */
@Controller()
export class BattleCardController {
  constructor(
    private readonly battleCards: BattleCardsService,
    private readonly painPoints: PainPointsService,
    private readonly covers: ReportCoverService,
    private readonly senders: SenderProfilesService,
  ) {}

  @Page('/products/:id/battle-card', { operation: getBattleCard, section: 'products' })
  async show(@Member() { caller, team }: TeamMember, @Id() id: string): Promise<Answer> {
    const [card, report, cover, sender] = await Promise.all([
      this.battleCards.cardFor(caller, id),
      this.painPoints.reportFor(caller, id),
      this.covers.coverFor(caller, id, COVERED_MONTHS),
      this.senders.get(team.id),
    ]);
    const { themes } = report.value.data;
    const view = { card, themes, cover: cover.value.data, ownProduct: sender.product };
    return page(`Battle card: ${card.product.name}`, <BattleCardPage {...view} />);
  }
}
