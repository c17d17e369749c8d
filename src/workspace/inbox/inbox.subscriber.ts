import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { TeamEventNumbering } from '#accounts/events/team-event.numbering.js';
import { INBOX_TYPES, itemContentOf } from './inbox.titles.js';
import { type InboxEvent, InboxQueries } from './inbox.queries.js';

/** A comment may be deleted before its event has made an item. */
const COMMENT_DELETED = 'opportunity.comment_deleted';

/** Puts events of teams into their inbox: finished reports, thresholds, disabled endpoints and mentions. */
@Injectable()
export class InboxSubscriber implements OnModuleInit {
  constructor(
    private readonly numbering: TeamEventNumbering,
    private readonly queries: InboxQueries,
  ) {}

  onModuleInit(): void {
    this.numbering.handTo((eventIds) => this.add(eventIds));
  }

  private async add(eventIds: readonly string[]): Promise<void> {
    const events = await this.queries.findEvents(eventIds, [...INBOX_TYPES, COMMENT_DELETED]);
    const items = events.flatMap((event) => {
      const content = event.type === COMMENT_DELETED ? null : itemContentOf(event);
      return content ? [{ id: uuidv7(), team_id: event.team_id, ...content }] : [];
    });
    if (items.length > 0) await this.queries.insert(items);
    const deletions = events.filter(({ type }) => type === COMMENT_DELETED);
    if (deletions.length > 0) await this.queries.deleteMentions(deletions.map(mentionOf));
  }
}

const mentionOf = ({ team_id, data }: InboxEvent) => ({ team_id, subject: (data.comment as { id: string }).id });
