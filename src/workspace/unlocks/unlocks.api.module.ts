import { Module } from '@nestjs/common';
import { RunsModule } from '#accounts/runs/runs.module.js';
import { UnlocksController } from './unlocks.controller.js';
import { UnlocksModule } from './unlocks.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [UnlocksModule, RunsModule], controllers: [UnlocksController] })
export class UnlocksApiModule {}
