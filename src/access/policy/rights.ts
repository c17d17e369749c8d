import { MEMBER_ROLES, type MemberRole } from '#platform/caller/caller.js';
import type { Operation } from '#platform/operations/operation.js';

/**
 * The rights of people in a team, each with the lowest role that has it. `decide` compares them with what an
 * operation needs. The table in docs/security.md shows the same, and a test compares them.
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

/** The roles that a person of this role may give and take. */
export function governedBy(role: MemberRole | undefined): readonly MemberRole[] {
  if (may(role, 'ownership')) return MEMBER_ROLES;
  return may(role, 'people') ? MEMBER_ROLES.filter((each) => !may(each, 'people')) : [];
}

/** The right that a person needs for an operation: the declared one, or that of its scope. */
export function rightOf({ right, scope, spends, writes }: Operation): Right {
  if (right) return right as Right;
  if (spends) return 'spend';
  if (scope) return scope as Right;
  return writes ? 'write' : 'read';
}
