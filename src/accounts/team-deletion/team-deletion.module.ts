import { Module } from '@nestjs/common';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { BillingModule } from '#accounts/billing/billing.module.js';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamDeletionQueries } from './team-deletion.queries.js';
import { TeamDeletionService } from './team-deletion.service.js';

@Module({
  imports: [FactsModule, CreditsModule, BillingModule, TeamsModule],
  providers: [TeamDeletionService, TeamDeletionQueries],
  exports: [TeamDeletionService],
})
export class TeamDeletionModule {}
