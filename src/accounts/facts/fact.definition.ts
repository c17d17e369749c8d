import type { AuditAction } from '#accounts/audit/audit.types.js';
import type { TeamEventType } from '#accounts/events/team-event.definition.js';

/** An event of a team that is also an entry of its audit log. */
export interface AuditedEvent<Data extends object = object> extends TeamEventType<Data> {
  audited: AuditAction;
}

/** Declares that a fact is recorded as this event and as this action of the audit log. */
export const auditedAs = <Data extends object>(
  audited: AuditAction,
  event: TeamEventType<Data>,
): AuditedEvent<Data> => ({ ...event, audited });
