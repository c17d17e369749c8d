import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { UsageModule } from './usage.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [UsageModule], controllers: [UsageController] })
export class UsageApiModule {}
