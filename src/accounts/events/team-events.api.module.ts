import { Module } from '@nestjs/common';
import { TeamEventsController } from './team-events.controller.js';
import { TeamEventsModule } from './team-events.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [TeamEventsModule], controllers: [TeamEventsController] })
export class TeamEventsApiModule {}
