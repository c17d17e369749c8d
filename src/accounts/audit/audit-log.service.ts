import { Injectable } from '@nestjs/common';
import { CursorPage, Cursors, type Position } from '#platform/operations/cursors.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { endOf } from '#platform/operations/time.js';
import type { AuditLogEntry, AuditLogQuery } from './audit.operations.js';
import { type AuditFilter, type AuditRow, AuditService } from './audit.service.js';
import type { AuditAction, AuditTarget } from './audit.types.js';

/** The part of the query of the log that selects entries. */
export type AuditSelection = Omit<AuditLogQuery, 'cursor' | 'page_size'>;

const LIST = 'list_audit_log';

/** Shows the audit log of a team, over the API and in the app. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly audit: AuditService,
    private readonly cursors: Cursors,
  ) {}

  /** The entries of a team, newest first. @throws 400 `cursor_…` */
  async list(teamId: string, query: AuditLogQuery): Promise<CursorPage<AuditLogEntry>> {
    const scope = { list: LIST, teamId, filters: query };
    const position = await this.cursors.read(query, scope);
    const part = { after: position && asPosition(position), limit: query.page_size + 1 };
    const rows = await this.audit.find(teamId, filterOf(query), part);
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf: (row) => [row.position, row.id] });
    return new CursorPage(page.data.map(entryOf), page.pagination);
  }

  /** The first `limit` entries that a filter selects, the oldest first. */
  entriesOf(teamId: string, query: AuditSelection, limit: number): Listing {
    const statement = this.audit.allStatement(teamId, filterOf(query), limit);
    return listingOf(statement, (rows: AuditRow[]) => rows.map(entryOf));
  }

  /** The entries with this action of the team on one opportunity, newest first. */
  async listOfOpportunity(
    teamId: string,
    opportunityId: string,
    action: AuditAction,
    limit: number,
  ): Promise<AuditLogEntry[]> {
    return (await this.audit.findByOpportunity(teamId, opportunityId, action, limit)).map(entryOf);
  }
}

const filterOf = ({ action, actor_id: actorId, from, to }: AuditSelection): AuditFilter => ({
  ...{ action, actorId },
  from: from ? new Date(from) : undefined,
  to: to ? endOf(to) : undefined,
});

const asPosition = ([createdAt, id]: Position) => ({ createdAt: String(createdAt), id: String(id) });

/** An entry as the team sees it. */
function entryOf(row: AuditRow): AuditLogEntry {
  return {
    id: row.id,
    action: row.action,
    actor: { kind: row.actor_kind as AuditLogEntry['actor']['kind'], id: row.actor_id, name: row.actor_name },
    ip: row.ip,
    user_agent: row.user_agent,
    target: row.target_type && {
      type: row.target_type satisfies AuditTarget['type'],
      id: row.target_id,
      name: row.target_name,
    },
    changes: row.changes,
    request_id: row.request_id,
    created_at: row.created_at.toISOString(),
  };
}
