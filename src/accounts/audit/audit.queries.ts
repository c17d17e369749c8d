import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { AuditEntry } from './audit-entry.entity.js';
import type { AuditAction } from './audit.types.js';

/** An entry as it is stored. */
export type AuditRow = RowOf<AuditEntry>;

/** An entry to be stored. */
export type NewAuditEntry = Omit<AuditRow, 'id' | 'team_id' | 'created_at'>;

/** The filters of the log. Fields that are left out select all entries. */
export interface AuditFilter {
  action?: string;
  actorId?: string;
  from?: Date;
  to?: Date;
}

/** The position of an entry in the log. */
export interface AuditPosition {
  createdAt: string;
  id: string;
}

const SELECTED = `team_id = $1
         AND ($2::text IS NULL OR action = $2)
         AND ($3::text IS NULL OR actor_id = $3)
         AND ($4::timestamptz IS NULL OR created_at >= $4)
         AND ($5::timestamptz IS NULL OR created_at < $5)`;

const selecting = (teamId: string, { action, actorId, from, to }: AuditFilter): unknown[] => [
  ...[teamId, action ?? null, actorId ?? null, from ?? null, to ?? null],
];

/** SQL of the audit log. */
@Injectable()
export class AuditQueries {
  constructor(private readonly database: Database) {}

  /** Stores an entry for each of these teams. */
  async insert(teamIds: readonly (string | null)[], entry: NewAuditEntry): Promise<void> {
    await this.database.prepared.execute(
      `INSERT INTO audit_entries (id, team_id, action, actor_kind, actor_id, actor_name, ip, user_agent, target_type, target_id,
                                  target_name, changes, request_id)
       SELECT id, team_id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
       FROM unnest($1::uuid[], $2::uuid[]) AS entry (id, team_id)`,
      [
        ...[teamIds.map(() => uuidv7()), teamIds, entry.action, entry.actor_kind, entry.actor_id, entry.actor_name],
        ...[entry.ip, entry.user_agent, entry.target_type, entry.target_id, entry.target_name],
        ...[entry.changes, entry.request_id],
      ],
    );
  }

  /** At most `limit` entries of a team, newest first; with `after`, only older ones. */
  find(
    teamId: string,
    filter: AuditFilter,
    { after, limit }: { after: AuditPosition | null; limit: number },
  ): Promise<(AuditRow & { position: string })[]> {
    return this.database.query<AuditRow & { position: string }>(
      `SELECT *, created_at::text AS position FROM audit_entries
       WHERE ${SELECTED} AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7::uuid))
       ORDER BY created_at DESC, id DESC LIMIT $8`,
      [...selecting(teamId, filter), after?.createdAt, after?.id, limit],
    );
  }

  /** The SELECT of the first `limit` entries of a team, the oldest first. It returns an `AuditRow` for each. */
  allStatement(teamId: string, filter: AuditFilter, limit: number): { text: string; values: unknown[] } {
    return {
      text: `SELECT * FROM audit_entries WHERE ${SELECTED} ORDER BY created_at, id LIMIT $6`,
      values: [...selecting(teamId, filter), limit],
    };
  }

  async forget(userId: string, address: string): Promise<void> {
    await this.database.query('SELECT forget_audited_person($1, $2)', [userId, address]);
  }

  /** The newest entries of a team with this action on one opportunity, newest first. */
  findByOpportunity(teamId: string, opportunityId: string, action: AuditAction, limit: number): Promise<AuditRow[]> {
    return this.database.query<AuditRow>(
      `SELECT * FROM audit_entries WHERE team_id = $1 AND target_type = 'opportunity' AND target_id = $2 AND action = $3
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [teamId, opportunityId, action, limit],
    );
  }

  /** Deletes entries that are older than 400 days. @returns the number of entries */
  async deleteOld(): Promise<number> {
    // The role of the service may not delete entries itself.
    return (await this.database.one<{ deleted: number }>('SELECT purge_audit_entries() AS deleted')).deleted;
  }
}
