import { type Caller, isPaidTeam } from '#platform/caller/caller.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';

/** Whether a tool is on the caller's list, by plan and budget as they are now. An API key lists all of them. */
export const isListed = (operation: Operation, caller: Caller): boolean => whyNot(operation, caller) === null;

/** Why a tool that exists is not on the caller's list, or null when it is. */
export function whyNot(operation: Operation, caller: Caller): ApplicationError | null {
  if (caller.lane === 'key' || operation.lanes.includes('anonymous')) return null;
  if (caller.lane === 'anonymous') {
    return new ApplicationError('unauthorized', 'This tool needs a connected team', { reason: 'connection_required' });
  }
  if (!isPaidTeam(caller.team)) {
    return new ApplicationError('forbidden', 'This tool comes with a paid plan', { reason: 'plan_required' });
  }
  if (operation.spends && !caller.budget) {
    return new ApplicationError('forbidden', 'This connection has no credit budget', { reason: 'spend_cap_required' });
  }
  return null;
}
