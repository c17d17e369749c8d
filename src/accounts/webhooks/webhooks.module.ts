import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactsModule } from '#accounts/facts/facts.module.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { EgressModule } from '#platform/egress/egress.module.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookDeliveriesQueries } from './webhook-deliveries.queries.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDisabling } from './webhook-disabling.service.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookEndpointsQueries } from './webhook-endpoints.queries.js';
import { WebhookLimits } from './webhook-limits.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { WebhookSecret } from './webhook-secret.entity.js';
import { WebhookSender } from './webhook.sender.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookEndpoint, WebhookSecret, WebhookDelivery, WebhookAttempt]),
    FactsModule,
    EgressModule,
    TeamsModule,
  ],
  providers: [
    WebhookDeliveries,
    WebhookDeliveriesQueries,
    WebhookEndpoints,
    WebhookEndpointsQueries,
    WebhookDisabling,
    WebhookLimits,
    WebhookOutcomes,
    WebhookSender,
  ],
  exports: [WebhookDeliveries, WebhookEndpoints, WebhookLimits, WebhookOutcomes, WebhookSender],
})
export class WebhooksModule {}
