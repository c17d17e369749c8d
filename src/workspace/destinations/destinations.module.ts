import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { ShadowTeamsModule } from '#accounts/shadow-teams/shadow-teams.module.js';
import { TestResets } from '#accounts/shadow-teams/test-resets.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { ProductsModule } from '#market/products/products.module.js';
import { ReportInsightsModule } from '#market/report-insights/report-insights.module.js';
import { EgressModule } from '#platform/egress/egress.module.js';
import { OpportunitiesModule } from '#workspace/opportunities/opportunities.module.js';
import { PitchesModule } from '#workspace/pitches/pitches.module.js';
import { SavedSearchesModule } from '#workspace/saved-searches/saved-searches.module.js';
import { WeeklyDigestModule } from '#workspace/weekly-digest/weekly-digest.module.js';
import { DestinationDeliveriesQueries } from './destination-deliveries.queries.js';
import { DestinationDeliveries } from './destination-deliveries.service.js';
import { DestinationDelivery } from './destination-delivery.entity.js';
import { DestinationDisabling } from './destination-disabling.service.js';
import { DestinationLimits } from './destination-limits.service.js';
import { DestinationOutcomes } from './destination-outcomes.service.js';
import { Destination } from './destination.entity.js';
import { DestinationSenders } from './destination.senders.js';
import { DestinationsQueries } from './destinations.queries.js';
import { Destinations } from './destinations.service.js';
import { HandOver } from './hand-over.entity.js';
import { HandOversQueries } from './hand-overs.queries.js';
import { HandOvers } from './hand-overs.service.js';
import { HubspotClient } from './hubspot.client.js';
import { HubspotRecords } from './hubspot.records.js';
import { HubspotSender } from './hubspot.sender.js';
import { SlackComposer } from './slack.composer.js';
import { SlackSender } from './slack.sender.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Destination, DestinationDelivery, HandOver]),
    FactsModule,
    EgressModule,
    TeamsModule,
    ShadowTeamsModule,
    ProductsModule,
    ReportInsightsModule,
    OpportunitiesModule,
    PitchesModule,
    SavedSearchesModule,
    WeeklyDigestModule,
  ],
  providers: [
    Destinations,
    DestinationsQueries,
    DestinationDeliveries,
    DestinationDeliveriesQueries,
    DestinationDisabling,
    DestinationLimits,
    DestinationOutcomes,
    DestinationSenders,
    HandOvers,
    HandOversQueries,
    HubspotClient,
    HubspotRecords,
    HubspotSender,
    SlackSender,
    SlackComposer,
  ],
  exports: [
    Destinations,
    DestinationDeliveries,
    DestinationLimits,
    DestinationOutcomes,
    DestinationSenders,
    DestinationDisabling,
    HandOvers,
    HubspotRecords,
  ],
})
export class DestinationsModule {
  constructor(resets: TestResets, queries: DestinationsQueries) {
    resets.add((teamId) => queries.deleteOf(teamId));
  }
}
