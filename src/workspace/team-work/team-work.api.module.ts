import { Module } from '@nestjs/common';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamWorkController } from './team-work.controller.js';
import { TeamWorkModule } from './team-work.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [TeamWorkModule, TeamsModule], controllers: [TeamWorkController] })
export class TeamWorkApiModule {}
