import type { INestApplicationContext } from '@nestjs/common';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { WebhookDeliveryView } from '#accounts/webhooks/webhook-deliveries.operations.js';
import { WebhookDeliveries } from '#accounts/webhooks/webhook-deliveries.service.js';
import type {
  WebhookEndpointView,
  WebhookEndpointWithSecret,
  WebhookTestResult,
} from '#accounts/webhooks/webhook-endpoints.operations.js';
import { WebhookEndpoints } from '#accounts/webhooks/webhook-endpoints.service.js';
import { WebhooksModule } from '#accounts/webhooks/webhooks.module.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

const MAX_LISTED = 100;

const modules = (env: Env) => [PlatformModule.forRoot(env), TeamsModule, WebhooksModule];

/** Runs `work` for the team of an endpoint. @throws 404 */
const forEndpoint = <T>(
  id: string,
  work: (context: INestApplicationContext, teamId: string) => Promise<T>,
): Promise<T> => inContext(modules, async (context) => work(context, await context.get(WebhookEndpoints).teamOf(id)));

/** The endpoints of a team, the newest first. @throws 404 for an unknown team */
export const listEndpoints = (teamId: string): Promise<WebhookEndpointView[]> =>
  inContext(modules, async (context) => {
    await context.get(TeamsService).get(teamId);
    return (await context.get(WebhookEndpoints).list(teamId, { page: 1, page_size: MAX_LISTED })).items;
  });

export const createEndpoint = (
  teamId: string,
  url: string,
  event_types: string[],
): Promise<WebhookEndpointWithSecret> =>
  inContext(modules, (context) => context.get(WebhookEndpoints).create(teamId, { url, event_types }));

export const rotateSecret = (id: string, overlapSeconds: number): Promise<WebhookEndpointWithSecret> =>
  forEndpoint(id, (context, teamId) => context.get(WebhookEndpoints).rotateSecret(teamId, id, overlapSeconds));

export const setStatus = (id: string, status: 'enabled' | 'disabled'): Promise<WebhookEndpointView> =>
  forEndpoint(id, (context, teamId) => context.get(WebhookEndpoints).update(teamId, id, { status }));

export const deleteEndpoint = (id: string): Promise<{ deleted: true }> =>
  forEndpoint(id, (context, teamId) => context.get(WebhookEndpoints).delete(teamId, id));

export const testEndpoint = (id: string, type: string): Promise<WebhookTestResult> =>
  forEndpoint(id, (context, teamId) => context.get(WebhookDeliveries).test(teamId, id, type));

/** The newest hundred deliveries to an endpoint. */
export const listDeliveries = (id: string): Promise<WebhookDeliveryView[]> =>
  forEndpoint(id, async (context, teamId) => {
    const query = { cursor: 'start', page_size: MAX_LISTED };
    return (await context.get(WebhookDeliveries).list(teamId, id, query)).data;
  });

/** Sends a delivery again. @throws 404 */
export const replayDelivery = (id: string): Promise<WebhookDeliveryView> =>
  inContext(modules, async (context) => {
    const deliveries = context.get(WebhookDeliveries);
    return deliveries.replay(await deliveries.teamOf(id), id);
  });
