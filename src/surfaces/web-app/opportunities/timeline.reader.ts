import { Injectable } from '@nestjs/common';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { OPPORTUNITY_STATUS_CHANGED } from '#workspace/opportunities/opportunities.events.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { PITCH_GENERATED } from '#workspace/pitches/pitches.events.js';
import type { SavedPitch } from '#workspace/pitches/pitches.operations.js';

/** One thing that happened to an opportunity. `by` is null where it is not known, or where no person did it. */
export interface Happening {
  /** ISO 8601 */
  at: string;
  text: string;
  by: string | null;
  href?: string;
}

/** The data that the page of an opportunity has already. */
export interface KnownFacts {
  opportunity: OpportunityDetail;
  pitches: readonly SavedPitch[];
  /** When a person of the team first opened the opportunity; null if that is not known. */
  viewedAt: string | null;
}

const MOST = 20;

/** The history of an opportunity: audit entries of unlocks, pitches, and changes of its status. */
@Injectable()
export class TimelineReader {
  constructor(
    private readonly auditLog: AuditLogService,
    private readonly events: TeamEvents,
  ) {}

  /** Newest first. Changes of the status are known as long as the plan keeps events. */
  async read({ team }: TeamCaller, { opportunity, pitches, viewedAt }: KnownFacts): Promise<Happening[]> {
    const { id, created_at, published_at } = opportunity;
    const [entries, changes, drafts] = await Promise.all([
      this.auditLog.listOfOpportunity(team.id, id, MOST),
      this.events.findAbout(OPPORTUNITY_STATUS_CHANGED, id, team.id, MOST),
      this.events.findAbout(PITCH_GENERATED, id, team.id, MOST),
    ]);
    const drafters = new Map(drafts.map(({ data }) => [data.pitch_id, data.by.name]));
    const happenings: Happening[] = [
      ...(published_at ? [{ at: published_at, text: 'Published', by: null }] : []),
      { at: created_at, text: 'Found', by: null },
      ...(viewedAt ? [{ at: viewedAt, text: 'First viewed', by: null }] : []),
      ...entries.map(({ created_at: at, actor, changes: { field } }) => ({
        at,
        text: field?.[1] === 'committee' ? 'Buying committee revealed' : `Unlocked: ${String(field?.[1] ?? 'contact')}`,
        by: actor.name ?? actor.kind,
      })),
      ...changes.map(({ timestamp: at, data: { from, to, by } }) => ({
        at,
        text: `Status: ${from} → ${to}`,
        by: by.name ?? by.kind,
      })),
      ...pitches.map((pitch) => ({
        at: pitch.created_at,
        text: `Pitch drafted: ${pitch.channels.join(', ')}`,
        by: drafters.get(pitch.id) ?? null,
        href: `/app/pitches/${pitch.id}`,
      })),
    ];
    return happenings.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  }
}
