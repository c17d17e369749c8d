import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ThrottlingModule } from '#access/throttling/throttling.module.js';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TestModeController } from './test-mode.controller.js';
import { TestModeService } from './test-mode.service.js';

/** The REST routes of this feature, for the API process only. */
@Module({
  imports: [ApiKeysModule, RunsModule, ShadowTeamsModule, TeamEventsModule, TeamsModule, ThrottlingModule],
  providers: [TestModeService],
  controllers: [TestModeController],
})
export class TestModeApiModule {}
