import { BillingModule } from '#accounts/billing/billing.module.js';
import { BillingService, type EventRow } from '#accounts/billing/billing.service.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

const MAX_EVENTS = 1_000;

const modules = (env: Env) => [PlatformModule.forRoot(env), BillingModule];

/** The newest 1,000 events of the provider, or those that failed. */
export const listBillingEvents = (isFailed: boolean): Promise<EventRow[]> =>
  inContext(modules, (context) => context.get(BillingService).events(MAX_EVENTS, isFailed));

/** Has one failed event, or all, looked at again. @returns their number */
export const retryBillingEvents = (id: string | null): Promise<number> =>
  inContext(modules, (context) => context.get(BillingService).retry(id));
