import { Module } from '@nestjs/common';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { SavedSearchesController } from './saved-searches.controller.js';
// Declares the type of the matches, which only the worker writes.
import './saved-searches.events.js';
import { SavedSearchesModule } from './saved-searches.module.js';

/** The REST routes of this feature, for the API process only. */
@Module({ imports: [SavedSearchesModule, OpportunitiesModule], controllers: [SavedSearchesController] })
export class SavedSearchesApiModule {}
