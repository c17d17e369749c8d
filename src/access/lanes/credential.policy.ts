import { spendCapRequired } from '#accounts/credits/credits.service.js';
import { type Caller, isPaidTeam } from '#platform/caller/caller.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';

/**
 * What a valid credential must bring along for an operation.
 * @throws 403 `plan_required` for a key or a person of a team without a paid plan, then 403 `spend_cap_required`.
 */
export function demandCredential(operation: Operation, caller: Caller): void {
  if (caller.lane === 'anonymous') return;
  if (caller.lane === 'key' && !isPaidTeam(caller.team)) {
    throw new ApplicationError('forbidden', 'API keys need a paid plan', { reason: 'plan_required' });
  }
  if (caller.lane === 'session' && !operation.lanes.includes('anonymous') && !isPaidTeam(caller.team)) {
    throw new ApplicationError('forbidden', 'This comes with a paid plan', { reason: 'plan_required' });
  }
  if (operation.spends && !caller.budget) throw spendCapRequired();
}
