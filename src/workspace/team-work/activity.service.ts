import { Injectable } from '@nestjs/common';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { clipped } from '#platform/text/clipped.text.js';
import { dayText } from '#platform/text/day.text.js';
import {
  OPPORTUNITY_ASSIGNED,
  OPPORTUNITY_SNOOZED,
  OPPORTUNITY_STATUS_CHANGED,
} from '#workspace/opportunities/opportunities.events.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OpportunitiesService } from '#workspace/opportunities/opportunities.service.js';
import { isReplyInThread } from '#workspace/pitches/pitch.types.js';
import { PITCH_GENERATED } from '#workspace/pitches/pitches.events.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { CommentsService } from './comments.service.js';
import type { ActivityItem } from './team-work.operations.js';

/** Of each kind. */
const MAX_ENTRIES = 20;
const MAX_COMMENT_LENGTH = 120;

/** What happened to an opportunity: of its triage, audit entries, events and comments. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly auditLog: AuditLogService,
    private readonly events: TeamEvents,
    private readonly pitches: PitchesService,
    private readonly comments: CommentsService,
  ) {}

  /** Newest first. @throws 404 */
  async list(caller: TeamCaller, id: string): Promise<ActivityItem[]> {
    return this.of(caller, await this.opportunities.get(caller, id));
  }

  /** The same for an opportunity that was read. Changes of the status, the assignee and the snooze are known as long as the plan keeps events. */
  async of(caller: TeamCaller, { id, created_at, published_at }: OpportunityDetail): Promise<ActivityItem[]> {
    const teamId = caller.team.id;
    const [unlocks, changes, assignments, snoozes, pitches, drafts, comments, firstView] = await Promise.all([
      this.auditLog.listOfOpportunity(teamId, id, 'contact.unlocked', MAX_ENTRIES),
      this.events.findAbout(OPPORTUNITY_STATUS_CHANGED, id, teamId, MAX_ENTRIES),
      this.events.findAbout(OPPORTUNITY_ASSIGNED, id, teamId, MAX_ENTRIES),
      this.events.findAbout(OPPORTUNITY_SNOOZED, id, teamId, MAX_ENTRIES),
      this.pitches.list(caller, { opportunity_id: id, page: 1, page_size: MAX_ENTRIES }),
      this.events.findAbout(PITCH_GENERATED, id, teamId, MAX_ENTRIES),
      this.comments.latest(teamId, id, MAX_ENTRIES),
      this.opportunities.firstView(teamId, id),
    ]);
    const drafters = new Map(drafts.map(({ data }) => [data.pitch_id, data.by.name]));
    const items: ActivityItem[] = [
      ...(published_at ? [itemOf(published_at, 'published', 'Published')] : []),
      itemOf(created_at, 'found', 'Found'),
      ...(firstView ? [itemOf(firstView.at.toISOString(), 'viewed', 'First viewed', firstView.by)] : []),
      ...unlocks.map(({ created_at: at, actor, changes: { field } }) =>
        itemOf(at, 'unlocked', unlockWords(String(field?.[1] ?? 'contact')), actor.name ?? actor.kind),
      ),
      ...changes.map(({ timestamp, data: { from, to, by } }) =>
        itemOf(timestamp, 'status', `Status: ${from} → ${to}`, by.name ?? by.kind),
      ),
      ...assignments.map(({ timestamp, data: { assignee, by } }) =>
        itemOf(
          timestamp,
          'assigned',
          assignee ? `Assigned to ${assignee.name}` : 'Assigned to nobody',
          by.name ?? by.kind,
        ),
      ),
      ...snoozes.map(({ timestamp, data: { snoozed_until, by } }) =>
        itemOf(timestamp, 'snoozed', snoozeWords(snoozed_until), by.name ?? by.kind),
      ),
      ...pitches.items.map(({ id: pitch_id, channels, markdown, created_at: at }) => ({
        ...itemOf(at, 'pitched', pitchWords(markdown, channels), drafters.get(pitch_id) ?? null),
        pitch_id,
      })),
      ...comments.map(({ created_at: at, text, author }) =>
        itemOf(at, 'commented', `Comment: ${clipped(text, MAX_COMMENT_LENGTH)}`, author.name),
      ),
    ];
    return items.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  }
}

const itemOf = (at: string, kind: ActivityItem['kind'], text: string, by: string | null = null): ActivityItem => ({
  ...{ at, kind, text, by },
  pitch_id: null,
});

const pitchWords = (markdown: string, channels: readonly string[]): string =>
  `Pitch drafted: ${isReplyInThread(markdown) ? 'reply in the thread' : channels.join(', ')}`;

const snoozeWords = (until: string | null): string =>
  until ? `Put off until ${dayText(until)}` : 'Put back in the list';

const unlockWords = (field: string): string =>
  field === 'committee' ? 'Buying committee revealed' : `Unlocked: ${field}`;
