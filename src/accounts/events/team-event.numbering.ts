import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { NUMBER_TEAM_EVENTS } from './team-events.service.js';
import { TeamEventsQueries } from './team-events.queries.js';

const AT_ONCE = 500;
const POLL_SECONDS = 3;
/** Several subscribers write events about one batch. Each numbering costs some forty statements, however few events it has. */
const MERGE_MS = 150;

/** Stores what follows from numbered events, in the transaction of their numbers. If it throws, no event gets a number. */
export type NumberedHandler = (eventIds: readonly string[]) => Promise<void>;

/**
 * Assigns the sequence of events after the commit of their facts. A team's numbers are assigned in the order of their
 * commits, because the counter stays locked until then: no event can appear below a number that a reader has passed.
 */
@Injectable()
export class TeamEventNumbering {
  private readonly handlers: NumberedHandler[] = [];

  constructor(
    private readonly database: Database,
    private readonly queries: TeamEventsQueries,
  ) {}

  /** Hands the ids of all events to a feature as soon as they have a number. */
  handTo(handler: NumberedHandler): void {
    this.handlers.push(handler);
  }

  /** Numbers the oldest events that have no sequence. @returns whether more may have none */
  @OnDue({ name: NUMBER_TEAM_EVENTS, everySeconds: POLL_SECONDS, notified: true, mergeMs: MERGE_MS })
  async number(): Promise<boolean> {
    const teamIds = await this.queries.findUnnumbered(AT_ONCE);
    if (teamIds.length === 0) return false;
    return this.database.transaction(async () => {
      await this.queries.lockCounters(teamIds);
      const eventIds = await this.queries.number(teamIds, AT_ONCE);
      if (eventIds.length > 0) for (const handle of this.handlers) await handle(eventIds);
      return eventIds.length === AT_ONCE;
    });
  }
}
