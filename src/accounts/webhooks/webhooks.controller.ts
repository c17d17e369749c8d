import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Page, PreparedWrite } from '#platform/operations/operation.result.js';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  type QueuedReplay,
  replayWebhookDelivery,
  replayWebhookRange,
  type WebhookDeliveryWithBodies,
  type WebhookDeliveryView,
} from './webhook-deliveries.operations.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  type DeletedEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpointView,
  type WebhookEndpointWithSecret,
  type WebhookTestResult,
} from './webhook-endpoints.operations.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';

@Controller('api/v1')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  @Post('webhook-endpoints')
  @Serves(createWebhookEndpoint)
  create(
    @Call() { caller, input }: CallOf<typeof createWebhookEndpoint>,
  ): Promise<PreparedWrite<WebhookEndpointWithSecret>> {
    return this.endpoints.prepare(caller.team.id, input.body);
  }

  @Get('webhook-endpoints')
  @Serves(listWebhookEndpoints)
  list(@Call() { caller, input }: CallOf<typeof listWebhookEndpoints>): Promise<Page<WebhookEndpointView>> {
    return this.endpoints.list(caller.team.id, input.query);
  }

  @Get('webhook-endpoints/:id')
  @Serves(getWebhookEndpoint)
  get(@Call() { caller, input }: CallOf<typeof getWebhookEndpoint>): Promise<WebhookEndpointView> {
    return this.endpoints.get(caller.team.id, input.path.id);
  }

  @Patch('webhook-endpoints/:id')
  @Serves(updateWebhookEndpoint)
  update(@Call() { caller, input }: CallOf<typeof updateWebhookEndpoint>): Promise<WebhookEndpointView> {
    return this.endpoints.update(caller.team.id, input.path.id, input.body);
  }

  @Delete('webhook-endpoints/:id')
  @Serves(deleteWebhookEndpoint)
  delete(@Call() { caller, input }: CallOf<typeof deleteWebhookEndpoint>): Promise<DeletedEndpoint> {
    return this.endpoints.delete(caller.team.id, input.path.id);
  }

  @Post('webhook-endpoints/:id/rotate-secret')
  @Serves(rotateWebhookSecret)
  rotate(@Call() { caller, input }: CallOf<typeof rotateWebhookSecret>): Promise<WebhookEndpointWithSecret> {
    return this.endpoints.rotateSecret(caller.team.id, input.path.id, input.body.overlap_seconds);
  }

  @Post('webhook-endpoints/:id/test')
  @Serves(testWebhookEndpoint)
  test(@Call() { caller, input }: CallOf<typeof testWebhookEndpoint>): Promise<WebhookTestResult> {
    return this.deliveries.test(caller.team.id, input.path.id, input.body.event_type);
  }

  @Get('webhook-endpoints/:id/deliveries')
  @Serves(listWebhookDeliveries)
  listDeliveries(
    @Call() { caller, input }: CallOf<typeof listWebhookDeliveries>,
  ): Promise<CursorPage<WebhookDeliveryView>> {
    return this.deliveries.list(caller.team.id, input.path.id, input.query);
  }

  @Post('webhook-endpoints/:id/replay')
  @Serves(replayWebhookRange)
  replayRange(@Call() { caller, input }: CallOf<typeof replayWebhookRange>): Promise<QueuedReplay> {
    return this.deliveries.replayRange(caller.team.id, input.path.id, input.body);
  }

  @Get('webhook-deliveries/:id')
  @Serves(getWebhookDelivery)
  getDelivery(@Call() { caller, input }: CallOf<typeof getWebhookDelivery>): Promise<WebhookDeliveryWithBodies> {
    return this.deliveries.get(caller.team.id, input.path.id);
  }

  @Post('webhook-deliveries/:id/replay')
  @Serves(replayWebhookDelivery)
  replay(@Call() { caller, input }: CallOf<typeof replayWebhookDelivery>): Promise<WebhookDeliveryView> {
    return this.deliveries.replay(caller.team.id, input.path.id);
  }
}
