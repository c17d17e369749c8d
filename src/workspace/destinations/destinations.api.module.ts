import { Module } from '@nestjs/common';
import { DestinationsController } from './destinations.controller.js';
import { DestinationsModule } from './destinations.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [DestinationsModule], controllers: [DestinationsController] })
export class DestinationsApiModule {}
