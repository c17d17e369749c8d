import { Module } from '@nestjs/common';
import { OpportunitiesController } from './opportunities.controller.js';
import { OpportunitiesModule } from './opportunities.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [OpportunitiesModule], controllers: [OpportunitiesController] })
export class OpportunitiesApiModule {}
