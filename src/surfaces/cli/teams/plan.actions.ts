import { PlanRequestsModule } from '#accounts/billing/plan-requests.module.js';
import { type ListedPlanRequest, PlanRequests } from '#accounts/billing/plan-requests.service.js';
import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

// The decision is mailed, which the worker is told through Redis.
const modules = (env: Env) => [PlatformModule.forRoot(env), PlanRequestsModule];

/** The open requests, the oldest first, then the last decided ones. */
export const listPlanRequests = (): Promise<ListedPlanRequest[]> =>
  inContext(modules, (context) => context.get(PlanRequests).list());

/** @throws 404 unless the request is open */
export const grantPlan = (id: string): ReturnType<PlanRequests['grant']> =>
  inContext(modules, (context) => context.get(PlanRequests).grant(id));

/** @throws 404 unless the request is open */
export const declinePlan = (id: string): ReturnType<PlanRequests['decline']> =>
  inContext(modules, (context) => context.get(PlanRequests).decline(id));
