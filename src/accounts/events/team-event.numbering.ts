import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/events/event-log.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { TEAM_EVENTS_NUMBERED } from './team-events.events.js';
import { TeamEventsQueries } from './team-events.queries.js';

const AT_ONCE = 500;
const POLL_SECONDS = 3;

/**
 * Assigns the sequence of events after the commit of their facts. A team's numbers are assigned in the order of their
 * commits, because the counter stays locked until then: no event can appear below a number that a reader has passed.
 */
@Injectable()
export class TeamEventNumbering {
  constructor(
    private readonly database: Database,
    private readonly queries: TeamEventsQueries,
    private readonly log: EventLog,
  ) {}

  /** Numbers all events that have no sequence. @returns the number of events. */
  @Periodic({ name: 'number-team-events', everySeconds: POLL_SECONDS })
  async number(): Promise<number> {
    let numbered = 0;
    for (let count: number; (count = await this.numberSome()) > 0;) numbered += count;
    return numbered;
  }

  private async numberSome(): Promise<number> {
    const teamIds = await this.queries.findUnnumbered(AT_ONCE);
    if (teamIds.length === 0) return 0;
    return this.database.transaction(async () => {
      await this.queries.lockCounters(teamIds);
      const event_ids = await this.queries.number(teamIds, AT_ONCE);
      if (event_ids.length > 0) await this.log.append(TEAM_EVENTS_NUMBERED, { event_ids });
      return event_ids.length;
    });
  }
}
