import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalTexts } from '#platform/database/optional-texts.js';
import type { AuditAction, AuditChanges, AuditTarget } from './audit.types.js';

/** One entry of the audit log. Entries never change, and are deleted only after 400 days. */
@Entity('audit_entries')
export class AuditEntry extends OptionalTexts(
  'actorId',
  'actorName',
  'ip',
  'userAgent',
  'targetId',
  'targetName',
  'requestId',
) {
  @PrimaryColumn('uuid') id!: string;

  /** Null for an entry without a team, such as the sign-in of a person without one. */
  @Column('uuid', { nullable: true }) teamId!: string | null;
  @Column('text') action!: AuditAction;
  @Column('text') actorKind!: string;
  @Column('text', { nullable: true }) targetType!: AuditTarget['type'] | null;
  @Column('jsonb', { default: () => "'{}'" }) changes!: AuditChanges;
  @Column('timestamptz', { default: () => 'now()' }) createdAt!: Date;
}
