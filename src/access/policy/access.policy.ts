import { spendCapRequired } from '#accounts/credits/credits.failures.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { planRequired } from '#accounts/teams/teams.failures.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';
import { scopeOf } from './key.scopes.js';
import { connectionRequired, insufficientScope, ipNotAllowed } from './policy.failures.js';

/** The surface through which a caller requests an operation. */
export type Surface = 'rest' | 'tool' | 'page';

const PLAN_REQUIRED: Record<TeamCaller['lane'], string> = {
  key: 'API keys need a paid plan',
  oauth: 'This tool comes with a paid plan',
  session: 'This comes with a paid plan',
};

/**
 * The failure of a caller that may not use the operation, or null: 401 without a credential that is valid on the
 * surface, 403 `ip_not_allowed` for a key at another address, `plan_required` without a paid plan, `insufficient_scope`
 * for a key without its scope, `spend_cap_required` without a budget, in this order.
 */
export function refusalOf(operation: Operation, caller: Caller, surface: Surface): ApplicationError | null {
  const isOpen = operation.lanes.includes('anonymous');
  if (caller.lane === 'anonymous') {
    if (caller.hasInvalidCredential) return unauthorized();
    return isOpen ? null : credentialRequired(surface);
  }
  // The access token of a connection is valid for tools only.
  if (caller.lane === 'oauth' && surface === 'rest') return unauthorized();
  if (caller.lane !== 'session' && !operation.lanes.includes(caller.lane)) return credentialRequired(surface);
  if (caller.lane === 'key' && operation.isAlwaysAllowed) return null;
  if (caller.isRefusedAddress) return ipNotAllowed();
  if ((caller.lane === 'key' || !isOpen) && !isPaidTeam(caller.team)) {
    return planRequired(undefined, PLAN_REQUIRED[caller.lane]);
  }
  const scope = scopeOf(operation);
  if (caller.lane === 'key' && scope && !caller.scopes?.includes(scope)) {
    return insufficientScope({ required: [scope], granted: caller.scopes ?? [] });
  }
  if (!operation.spends || caller.budget) return null;
  return caller.lane === 'oauth'
    ? spendCapRequired(undefined, 'This connection has no credit budget')
    : spendCapRequired();
}

/**
 * Whether the caller's tool list contains the tool of an operation. An API key lists all tools; a call may still be
 * refused.
 */
export const isListed = (operation: Operation, caller: Caller): boolean =>
  caller.lane === 'key' || refusalOf(operation, caller, 'tool') === null;

const credentialRequired = (surface: Surface): ApplicationError =>
  surface === 'tool' ? connectionRequired() : unauthorized('API key required');
