import { spendCapRequired } from '#accounts/credits/credits.failures.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import { emailUnverified, planRequired, roleRequired, teamSuspended } from '#accounts/teams/teams.failures.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';
import { scopeOf } from './key.scopes.js';
import { connectionRequired, insufficientScope, ipNotAllowed } from './policy.failures.js';
import { may, rightOf, RIGHTS } from './rights.js';

/** The surface through which a caller requests an operation. */
export type Surface = 'rest' | 'tool' | 'page';

const USUAL_SURFACE = { anonymous: 'rest', key: 'rest', oauth: 'tool', session: 'page' } as const;

const PLAN_REQUIRED: Record<TeamCaller['lane'], string> = {
  key: 'API keys need a paid plan',
  oauth: 'This tool comes with a paid plan',
  session: 'This comes with a paid plan',
};

/**
 * The one decision on every surface: the failure of a caller that may not use the operation, or null. The failures of a
 * credential come first: 401 without a credential that is valid on the surface, 403 `ip_not_allowed` for a key at another
 * address, `team_suspended`, `plan_required` without a paid plan, `insufficient_scope` for a key that was not made for it,
 * `spend_cap_required` without a budget, in this order. Then those of a person: 403 `role_required` without the right,
 * `email_unverified` without a confirmed address. Null as the operation asks for the credential alone.
 */
export function decide(
  operation: Operation | null,
  caller: Caller,
  surface: Surface = USUAL_SURFACE[caller.lane],
): ApplicationError | null {
  if (caller.lane === 'anonymous' && caller.hasInvalidCredential) return unauthorized();
  if (operation) return credentialRefusalOf(operation, caller, surface) ?? personRefusalOf(operation, caller);
  return caller.lane !== 'anonymous' && caller.isRefusedAddress ? ipNotAllowed() : null;
}

/** @throws the failure of `decide` */
export function demand(operation: Operation, caller: Caller, surface?: Surface): void {
  const refusal = decide(operation, caller, surface);
  if (refusal) throw refusal;
}

/** Whether a failure of `decide` comes after the faults of the input, in the order of the specification. */
export const comesAfterInput = ({ details }: ApplicationError): boolean =>
  details?.reason === 'role_required' || details?.reason === 'email_unverified';

/**
 * Whether the caller's tool list contains the tool of an operation. An API key lists all tools; a call may still be
 * refused. The team decides, not the role.
 */
export function isListed(operation: Operation, caller: Caller): boolean {
  const refusal = decide(operation, caller, 'tool');
  return caller.lane === 'key' || !refusal || comesAfterInput(refusal);
}

function credentialRefusalOf(operation: Operation, caller: Caller, surface: Surface): ApplicationError | null {
  const isOpen = operation.lanes.includes('anonymous');
  if (caller.lane === 'anonymous') return isOpen ? null : credentialRequired(surface);
  // The access token of a connection is valid for tools only.
  if (caller.lane === 'oauth' && surface === 'rest') return unauthorized();
  if (caller.lane !== 'session' && !operation.lanes.includes(caller.lane)) return credentialRequired(surface);
  if (caller.lane === 'key' && operation.isAlwaysAllowed) return null;
  if (caller.isRefusedAddress) return ipNotAllowed();
  if (caller.team.isSuspended && !worksWhileSuspended(operation, caller)) return teamSuspended();
  if (needsPlan(operation, caller) && !isPaidTeam(caller.team)) {
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

/** Keys have neither a role nor an address. */
function personRefusalOf(operation: Operation, caller: Caller): ApplicationError | null {
  if (caller.lane !== 'session' && caller.lane !== 'oauth') return null;
  const right = rightOf(operation);
  if (!operation.lanes.includes('anonymous') && !may(caller.role, right)) {
    return roleRequired({ required: RIGHTS[right] });
  }
  return (operation.spends || operation.needsConfirmedAddress) && caller.isUnverified ? emailUnverified() : null;
}

function needsPlan(operation: Operation, { lane }: TeamCaller): boolean {
  if (lane === 'key') return true;
  return !operation.lanes.includes('anonymous') && !isForEveryPerson(operation, { lane });
}

/** Whether a person needs no plan for it: their account, and the settings of the team. */
const isForEveryPerson = (operation: Operation, { lane }: Pick<TeamCaller, 'lane'>): boolean =>
  lane === 'session' && operation.isInEveryPlan === true;

/** The people of a suspended team reach their settings, but begin nothing that spends, fetches or writes to others. */
const worksWhileSuspended = (operation: Operation, caller: TeamCaller): boolean =>
  isForEveryPerson(operation, caller) && !operation.needsConfirmedAddress;

const credentialRequired = (surface: Surface): ApplicationError =>
  surface === 'tool' ? connectionRequired() : unauthorized('API key required');
