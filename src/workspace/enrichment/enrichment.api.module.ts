import { Module } from '@nestjs/common';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TestResets } from '#accounts/shadow-teams/test-resets.js';
import { EnrichmentModule } from './enrichment.module.js';
import { TeamSuppressionsController } from './team-suppressions.controller.js';
import { TeamSuppressionsService } from './team-suppressions.service.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [EnrichmentModule, ShadowTeamsModule], controllers: [TeamSuppressionsController] })
export class EnrichmentApiModule {
  constructor(resets: TestResets, suppressions: TeamSuppressionsService) {
    resets.add((teamId) => suppressions.clear(teamId));
  }
}
