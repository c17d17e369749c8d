import { Module } from '@nestjs/common';
import { TeamEventsModule } from '#accounts/events/team-events.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { EventRetention } from './event.retention.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookDispatcher } from './webhook.dispatcher.js';
import { WebhookLimitsSubscriber } from './webhook-limits.subscriber.js';
import { WebhooksModule } from './webhooks.module.js';
import { WebhooksSubscriber } from './webhooks.subscriber.js';

/** Sends webhooks, in the worker only. */
@Module({
  imports: [WebhooksModule, TeamEventsModule, TeamsModule],
  providers: [
    EventRetention,
    WebhookDeliveriesQueries,
    WebhookDispatcher,
    WebhookLimitsSubscriber,
    WebhooksSubscriber,
  ],
})
export class WebhooksWorkerModule {}
