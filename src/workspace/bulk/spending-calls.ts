import { decide } from '#access/policy/access.policy.js';
import { actionNamed } from '#accounts/runs/paid-action.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';

/** The failure of a caller that may not make a single call, or null. */
export const callRefusalOf = (action: string, caller: TeamCaller): ApplicationError | null =>
  decide(actionNamed(action).operation, caller);
