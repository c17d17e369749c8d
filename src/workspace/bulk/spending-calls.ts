import { refusalOf } from '#access/policy/access.policy.js';
import { roleRefusalOf } from '#access/policy/rights.js';
import { actionNamed } from '#accounts/runs/paid-action.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';

/** The failure of a caller that may not make a single call, or null. Connections call tools, keys the REST API. */
export function callRefusalOf(action: string, caller: TeamCaller): ApplicationError | null {
  const { operation } = actionNamed(action);
  return refusalOf(operation, caller, caller.lane === 'oauth' ? 'tool' : 'rest') ?? roleRefusalOf(operation, caller);
}
