import { Module } from '@nestjs/common';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { ReportReadingModule } from '#market/report-reading/report-reading.module.js';
import { BattleCardsService } from './battle-cards.service.js';

@Module({
  imports: [ProductsModule, ReportInsightsModule, ReportReadingModule, TeamsModule],
  providers: [BattleCardsService],
  exports: [BattleCardsService],
})
export class BattleCardsModule {}
