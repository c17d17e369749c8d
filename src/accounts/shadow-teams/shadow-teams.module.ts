import { Module } from '@nestjs/common';
import { CreditsModule } from '#accounts/credits/credits.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { SandboxCatalogue } from './sandbox.catalogue.js';
import { SandboxQueries } from './sandbox.queries.js';
import { TestResets } from './test-resets.js';
import { ShadowTeams } from './shadow-teams.service.js';

@Module({
  imports: [CreditsModule, TeamsModule],
  providers: [SandboxCatalogue, SandboxQueries, ShadowTeams, TestResets],
  exports: [ShadowTeams, TestResets],
})
export class ShadowTeamsModule {}
