import { spendCapRequired } from '#accounts/credits/credits.failures.js';
import { planRequired } from '#accounts/teams/teams.failures.js';
import { type Caller, isPaidTeam } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';

/**
 * What a valid credential must bring along for an operation.
 * @throws 403 `plan_required` for a key or a person of a team without a paid plan, then 403 `spend_cap_required`.
 */
export function demandCredential(operation: Operation, caller: Caller): void {
  if (caller.lane === 'anonymous') return;
  if (caller.lane === 'key' && !isPaidTeam(caller.team)) {
    throw planRequired();
  }
  if (caller.lane === 'session' && !operation.lanes.includes('anonymous') && !isPaidTeam(caller.team)) {
    throw planRequired(undefined, 'This comes with a paid plan');
  }
  if (operation.spends && !caller.budget) throw spendCapRequired();
}
