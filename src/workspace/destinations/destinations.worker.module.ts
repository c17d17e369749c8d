import { Module } from '@nestjs/common';
import { TeamEventsWorkerModule } from '#accounts/events/team-events.worker.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { SavedSearchesWorkerModule } from '#workspace/saved-searches/saved-searches.worker.module.js';
import { DealStages } from './deal.stages.js';
import { DestinationDeliveriesQueries } from './destination-deliveries.queries.js';
import { DestinationDispatcher } from './destination.dispatcher.js';
import { DestinationsModule } from './destinations.module.js';
import { HandOversQueries } from './hand-overs.queries.js';
import { DestinationsQueries } from './destinations.queries.js';
import { DestinationsSubscriber } from './destinations.subscriber.js';

/** Sends to destinations, in the worker only. */
@Module({
  imports: [DestinationsModule, OpportunitiesModule, TeamEventsWorkerModule, SavedSearchesWorkerModule],
  providers: [
    DestinationDispatcher,
    DestinationsSubscriber,
    DestinationDeliveriesQueries,
    DestinationsQueries,
    DealStages,
    HandOversQueries,
  ],
})
export class DestinationsWorkerModule {}
