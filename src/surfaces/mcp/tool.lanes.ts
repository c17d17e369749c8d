import { connectionRequired } from '#access/lanes/lanes.failures.js';
import { spendCapRequired } from '#accounts/credits/credits.failures.js';
import { planRequired } from '#accounts/teams/teams.failures.js';
import { type Caller, isPaidTeam } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';

/** Whether a tool is on the caller's list, by plan and budget as they are now. An API key lists all of them. */
export const isListed = (operation: Operation, caller: Caller): boolean => whyNot(operation, caller) === null;

/** Why a tool that exists is not on the caller's list, or null when it is. */
export function whyNot(operation: Operation, caller: Caller): ApplicationError | null {
  if (caller.lane === 'key' || operation.lanes.includes('anonymous')) return null;
  if (caller.lane === 'anonymous') {
    return connectionRequired();
  }
  if (!isPaidTeam(caller.team)) {
    return planRequired(undefined, 'This tool comes with a paid plan');
  }
  if (operation.spends && !caller.budget) {
    return spendCapRequired(undefined, 'This connection has no credit budget');
  }
  return null;
}
