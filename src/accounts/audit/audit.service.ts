import { Injectable } from '@nestjs/common';
import { SYSTEM } from '#platform/caller/caller.js';
import { currentOrigin, type NamedActor } from '#platform/caller/origin.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { type AuditFilter, type AuditPosition, AuditQueries, type AuditRow } from './audit.queries.js';
import type { AuditAction, AuditChanges, AuditTarget } from './audit.types.js';

export type { AuditFilter, AuditPosition, AuditRow };

/** A change that the log gets an entry of. */
export interface AuditedChange {
  action: AuditAction;
  /**
   * The team whose log gets the entry. Several teams get one each; null or an empty list makes an entry for operators
   * only.
   */
  teamId: string | readonly string[] | null;
  target?: AuditTarget;
  changes?: AuditChanges;
  /** By default, the caller of the current request. */
  actor?: NamedActor;
  /** The id of the request, if a job makes the change after the request. */
  requestId?: string | null;
}

const MAX_TEXT_LENGTH = 500;

/** The audit log: the author, action, time and address of each change. */
@Injectable()
export class AuditService {
  constructor(private readonly queries: AuditQueries) {}

  /**
   * Records a change. Call it in the transaction of the change, so that both are stored or neither. Address,
   * browser, request and actor are those of the request in progress.
   */
  async record({ action, teamId, target, changes = {}, ...known }: AuditedChange): Promise<void> {
    const origin = currentOrigin();
    const actor = known.actor ?? origin?.actor ?? { ...SYSTEM, name: null };
    await this.queries.insert(teamsOf(teamId), {
      action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: clipped(actor.name),
      ip: origin?.ip ?? null,
      user_agent: clipped(origin?.userAgent),
      target_type: target?.type ?? null,
      target_id: target?.id ?? null,
      target_name: clipped(target?.name),
      changes,
      request_id: known.requestId ?? origin?.requestId ?? null,
    });
  }

  /** At most `limit` entries of a team, newest first; with `after`, only older ones. */
  find(
    teamId: string,
    filter: AuditFilter,
    part: { after: AuditPosition | null; limit: number },
  ): ReturnType<AuditQueries['find']> {
    return this.queries.find(teamId, filter, part);
  }

  /** The SELECT of the first `limit` entries of a team, the oldest first. It returns an `AuditRow` for each. */
  allStatement(teamId: string, filter: AuditFilter, limit: number): ReturnType<AuditQueries['allStatement']> {
    return this.queries.allStatement(teamId, filter, limit);
  }

  /** Empties the columns that name a person without an account. The id stays. */
  forget(userId: string, address: string): Promise<void> {
    return this.queries.forget(userId, address);
  }

  /** At most `limit` entries of a team with this action on one opportunity, newest first. */
  findByOpportunity(teamId: string, opportunityId: string, action: AuditAction, limit: number): Promise<AuditRow[]> {
    return this.queries.findByOpportunity(teamId, opportunityId, action, limit);
  }

  /** Deletes entries that are older than 400 days. @returns the number of entries */
  @OnDue({ name: 'purge-audit-log', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.deleteOld();
  }
}

function teamsOf(teamId: AuditedChange['teamId']): readonly (string | null)[] {
  if (teamId === null || typeof teamId === 'string') return [teamId];
  return teamId.length > 0 ? teamId : [null];
}

/** Senders choose their names and the text of the browser. PostgreSQL cannot store NUL. */
const clipped = (text: string | null | undefined): string | null =>
  text?.slice(0, MAX_TEXT_LENGTH).replaceAll('\0', '') ?? null;
