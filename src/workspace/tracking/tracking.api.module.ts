import { Module } from '@nestjs/common';
import { TrackingController } from './tracking.controller.js';
import { TrackingModule } from './tracking.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [TrackingModule], controllers: [TrackingController] })
export class TrackingApiModule {}
