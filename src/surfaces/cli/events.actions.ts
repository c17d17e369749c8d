import { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import type { Env } from '#config/env.js';
import { inContext } from './command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env)];

/** The parked deliveries, oldest event first. */
export const listFailedDeliveries = (): ReturnType<FailedDeliveries['list']> =>
  inContext(modules, (context) => context.get(FailedDeliveries).list());

/** Makes the parked deliveries of one event, or of all events, due again. @returns their number */
export const retryDeliveries = (eventId: string | null): Promise<number> =>
  inContext(modules, (context) => context.get(FailedDeliveries).retry(eventId));
