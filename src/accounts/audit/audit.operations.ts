import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ACTOR_KINDS } from '#platform/caller/caller.js';
import { MaxCharacters, NULLABLE_TEXT, OneOf, OptionalField, OptionalTimeQuery } from '#platform/operations/fields.js';
import { defineOperation } from '#platform/operations/operation.js';
import { CursorQuery } from '#platform/operations/pagination.dto.js';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction, type AuditChanges, type AuditTarget } from './audit.types.js';

const MAX_ID_LENGTH = 200;

export class AuditLogQuery extends CursorQuery {
  @ApiPropertyOptional({ enum: AUDIT_ACTIONS, description: 'Only entries of this action' })
  @OptionalField()
  @OneOf(AUDIT_ACTIONS)
  action?: AuditAction;

  @ApiPropertyOptional({ maxLength: MAX_ID_LENGTH, description: 'Only entries of this person, key or connection' })
  @OptionalField()
  @MaxCharacters(MAX_ID_LENGTH, { message: `actor_id must be text of at most ${MAX_ID_LENGTH} characters` })
  actor_id?: string;

  @OptionalTimeQuery('Only entries at or after this time') from?: string;
  @OptionalTimeQuery('Only entries before this time. A date includes its whole day, in UTC') to?: string;
}

export class AuditActor {
  @ApiProperty({ enum: ACTOR_KINDS, description: 'What acted' }) kind!: (typeof ACTOR_KINDS)[number];
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The id of the person, key or connection' }) id!: string | null;

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The email address, or the name of the key or connection' })
  name!: string | null;
}

export class AuditedTarget implements AuditTarget {
  @ApiProperty({ enum: AUDIT_TARGETS, description: 'What was changed' }) type!: AuditTarget['type'];
  @ApiProperty({ ...NULLABLE_TEXT, description: 'Its id' }) id!: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'Its name at that time' }) name!: string | null;
}

export class AuditLogEntry {
  @ApiProperty({ format: 'uuid', description: 'The id of the entry' }) id!: string;
  @ApiProperty({ enum: AUDIT_ACTIONS, description: 'What happened' }) action!: AuditAction;
  @ApiProperty({ type: AuditActor, description: 'Who did it' }) actor!: AuditActor;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The address of the client' }) ip!: string | null;
  @ApiProperty({ ...NULLABLE_TEXT, description: 'The browser or client of the request' }) user_agent!: string | null;

  @ApiProperty({ type: AuditedTarget, nullable: true, description: 'The changed object; null without one' })
  target!: AuditedTarget | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', minItems: 2, maxItems: 2, items: {} },
    example: { role: ['member', 'admin'] },
    description: 'The changed fields, each with its value before and after. Secrets are never recorded',
  })
  changes!: AuditChanges;

  @ApiProperty({ ...NULLABLE_TEXT, description: 'The id of the request' }) request_id!: string | null;
  @ApiProperty({ format: 'date-time', description: 'When it happened' }) created_at!: string;
}

export const listAuditLog = defineOperation({
  id: 'list_audit_log',
  isConfidential: true,
  tag: 'Audit log',
  summary: 'Lists the changes in the team and their authors, newest first',
  description: 'Sign-ins, people, keys, plan, credits and unlocked contacts, kept for 400 days.',
  lanes: ['key'],
  scope: 'audit',
  isInEveryPlan: true,
  input: { query: AuditLogQuery },
  ranges: [['from', 'to']],
  output: { type: AuditLogEntry, isArray: true, paginated: 'cursor' },
});
