import { roleRequired } from '#accounts/teams/teams.failures.js';
import { type Caller, MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';

/**
 * The rights of people in a team, each with the lowest role that has it. Only this table decides, for pages, forms and
 * tools of connections. A test compares it with docs/security.md.
 */
export const RIGHTS = {
  /** See everything of the team, including unlocked contacts, and connect an assistant that cannot spend. */
  read: 'viewer',
  /** Triage, follow products, describe the sender. */
  write: 'member',
  /** Spend credits, and connect an assistant with a budget. */
  spend: 'member',
  /** Make, change and revoke API keys and their caps. */
  keys: 'admin',
  webhooks: 'admin',
  /** Read the audit log. */
  audit: 'admin',
  /** Invite and remove members and viewers, change their roles, and end the connections of others. */
  people: 'admin',
  /** Manage owners and admins, and the team itself. */
  ownership: 'owner',
} as const satisfies Record<string, MemberRole>;

export type Right = keyof typeof RIGHTS;

/** Whether a role has a right. Without a role, the answer is false. */
export const may = (role: MemberRole | undefined, right: Right): boolean =>
  role !== undefined && MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(RIGHTS[right]);

/** @throws 403 `role_required` */
export function demandRight({ role }: { role?: MemberRole }, right: Right): void {
  if (!may(role, right)) throw roleRequired({ required: RIGHTS[right] });
}

/** The roles that a person of this role may grant and revoke. */
export function governedBy(role: MemberRole | undefined): readonly MemberRole[] {
  if (may(role, 'ownership')) return MEMBER_ROLES;
  return may(role, 'people') ? MEMBER_ROLES.filter((each) => !may(each, 'people')) : [];
}

/** The right that an operation requires of a person. */
function rightOf({ scope, spends, writes }: Operation): Right {
  if (spends) return 'spend';
  if (scope) return scope as Right;
  return writes ? 'write' : 'read';
}

/** The 403 of a person whose role may not use the operation, or null. Lists do not depend on the role. */
export function roleRefusalOf(operation: Operation, caller: Caller): ApplicationError | null {
  if (caller.lane !== 'session' && caller.lane !== 'oauth') return null;
  const right = rightOf(operation);
  return operation.lanes.includes('anonymous') || may(caller.role, right)
    ? null
    : roleRequired({ required: RIGHTS[right] });
}
