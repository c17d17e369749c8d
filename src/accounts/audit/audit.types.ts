/** The kinds of things that actions change. */
export const AUDIT_TARGETS = [
  'user',
  'team',
  'invitation',
  'key',
  'connection',
  'webhook_endpoint',
  'destination',
  'saved_search',
  'opportunity',
  'report_share',
  'suppression',
  'import',
  'product',
  'source',
] as const;
type AuditTargetType = (typeof AUDIT_TARGETS)[number];

/** Everything that the audit log records, each action with the kind of thing that it changes. */
export const AUDITED = {
  'session.created': 'user',
  'session.refused': 'user',
  'session.proved': 'user',
  'session.ended': 'user',
  'password.changed': 'user',
  'password.reset': 'user',
  'factor.enabled': 'user',
  'factor.disabled': 'user',
  'factor.reset': 'user',
  'factor.codes_renewed': 'user',
  'factor.code_used': 'user',
  'identity.linked': 'user',
  'identity.unlinked': 'user',
  'address.changed': 'user',
  'address.verified': 'user',
  'user.created': 'user',
  'user.deleted': 'user',
  'user.disabled': 'user',
  'user.enabled': 'user',
  'team.created': 'team',
  'team.changed': 'team',
  'team.deleted': 'team',
  'team.restored': 'team',
  'team.purged': 'team',
  'member.joined': 'user',
  'member.role_changed': 'user',
  'member.removed': 'user',
  'member.left': 'user',
  'invitation.created': 'invitation',
  'invitation.resent': 'invitation',
  'invitation.withdrawn': 'invitation',
  'key.created': 'key',
  'key.changed': 'key',
  'key.rotated': 'key',
  'key.revoked': 'key',
  'connection.created': 'connection',
  'connection.ended': 'connection',
  'webhook_endpoint.created': 'webhook_endpoint',
  'webhook_endpoint.changed': 'webhook_endpoint',
  'webhook_endpoint.rotated': 'webhook_endpoint',
  'webhook_endpoint.deleted': 'webhook_endpoint',
  'destination.created': 'destination',
  'destination.changed': 'destination',
  'destination.deleted': 'destination',
  'saved_search.created': 'saved_search',
  'saved_search.changed': 'saved_search',
  'saved_search.feed_rotated': 'saved_search',
  'saved_search.deleted': 'saved_search',
  'period.ended': null,
  'plan.changed': null,
  'plan.requested': null,
  'plan.declined': null,
  'credits.granted': null,
  'credits.reversed': null,
  'contact.unlocked': 'opportunity',
  'opportunity.assigned': 'opportunity',
  'opportunity.commented': 'opportunity',
  'opportunity.comment_deleted': 'opportunity',
  'opportunity.handed_over': 'opportunity',
  'report.shared': 'report_share',
  'report.unshared': 'report_share',
  'suppression.added': 'suppression',
  'suppression.removed': 'suppression',
  'person.erased': null,
  'text.erased': null,
  'import.undone': 'import',
  'product.merged': 'product',
  'product.renamed': 'product',
  'product.deleted': 'product',
  'source.added': 'source',
  'source.removed': 'source',
  'source.paused': 'source',
  'source.resumed': 'source',
  'source.fetch_requested': 'source',
  'source.texts_erased': 'source',
  'export.started': null,
  'data.requested': 'user',
  'data.downloaded': 'user',
} as const satisfies Record<string, AuditTargetType | null>;
export type AuditAction = keyof typeof AUDITED;
export const AUDIT_ACTIONS = Object.keys(AUDITED) as AuditAction[];

/** `id` and `name` are null if there is none, or if the value is personal. */
export interface AuditTarget {
  type: AuditTargetType;
  id: string | null;
  name: string | null;
}

export type AuditValue = string | number | boolean | null | readonly string[];

/** The changed fields, each with its value before and after. Never a secret, a hash of one, or contact data. */
export type AuditChanges = Record<string, readonly [before: AuditValue, after: AuditValue]>;
