/** The actions that the audit log records. */
export const AUDIT_ACTIONS = [
  'session.created',
  'session.refused',
  'session.proved',
  'session.ended',
  'password.changed',
  'password.reset',
  'factor.enabled',
  'factor.disabled',
  'factor.reset',
  'identity.linked',
  'identity.unlinked',
  'address.changed',
  'address.verified',
  'user.created',
  'user.deleted',
  'user.disabled',
  'user.enabled',
  'team.created',
  'team.changed',
  'team.deleted',
  'team.restored',
  'team.purged',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.created',
  'invitation.resent',
  'invitation.withdrawn',
  'key.created',
  'key.changed',
  'key.rotated',
  'key.revoked',
  'connection.created',
  'connection.ended',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.rotated',
  'webhook_endpoint.deleted',
  'saved_search.created',
  'saved_search.changed',
  'saved_search.feed_rotated',
  'saved_search.deleted',
  'period.ended',
  'plan.changed',
  'credits.granted',
  'contact.unlocked',
  'report.shared',
  'report.unshared',
  'suppression.added',
  'suppression.removed',
  'person.erased',
  'export.started',
  'data.requested',
  'data.downloaded',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The kinds of objects that actions change. */
export const AUDIT_TARGETS = [
  'user',
  'team',
  'invitation',
  'key',
  'connection',
  'webhook_endpoint',
  'saved_search',
  'opportunity',
  'report_share',
  'suppression',
] as const;

/** `id` and `name` are null if there is none, or if the value is personal. */
export interface AuditTarget {
  type: (typeof AUDIT_TARGETS)[number];
  id: string | null;
  name: string | null;
}

export type AuditValue = string | number | boolean | null | readonly string[];

/** The changed fields, each with its value before and after. Never a secret, a hash of one, or contact data. */
export type AuditChanges = Record<string, readonly [before: AuditValue, after: AuditValue]>;
