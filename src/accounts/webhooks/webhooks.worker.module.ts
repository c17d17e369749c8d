import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { TeamEventsWorkerModule } from '#accounts/events/team-events.worker.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { EventRetention } from './event.retention.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookDispatcher } from './webhook.dispatcher.js';
import { WebhooksModule } from './webhooks.module.js';
import { WebhooksSubscriber } from './webhooks.subscriber.js';

/** Sends webhooks, in the worker only. */
@Module({
  imports: [WebhooksModule, TeamEventsModule, TeamEventsWorkerModule, TeamsModule],
  providers: [EventRetention, WebhookDeliveriesQueries, WebhookDispatcher, WebhooksSubscriber],
})
export class WebhooksWorkerModule {}
