import { Module } from '@nestjs/common';
import { TrackingModule } from './tracking.module.js';
import { TrackingPurge } from './tracking.purge.js';

/** Removes sources that nobody has, in the worker only. */
@Module({ imports: [TrackingModule], providers: [TrackingPurge] })
export class TrackingWorkerModule {}
