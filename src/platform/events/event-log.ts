import { Injectable, Optional } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { logFields } from '#platform/logging/log.fields.js';
import { DueWork, notifiedWork } from '#platform/queues/due-work.js';
import type { EventDefinition } from './event.definition.js';
import { EventsQueries } from './events.queries.js';

/** The work of the relay, which delivers events. */
export const RELAY_EVENTS = notifiedWork('relay-events');

/** Appends events. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly queries: EventsQueries,
    /** Some commands run without queues; the relay finds their events. */
    @Optional() private readonly dueWork?: DueWork,
  ) {}

  /**
   * Writes an event in the open transaction, together with the change that it reports: both commit, or neither.
   * @throws if the payload does not match the schema, or if the team is missing or unexpected.
   */
  async append<Payload>(event: EventDefinition<Payload>, payload: Payload, teamId?: string): Promise<void> {
    const { name, version, belongsToTeam } = event;
    if (belongsToTeam !== (teamId !== undefined)) {
      throw new Error(`The event "${name}" ${belongsToTeam ? 'needs a' : 'has no'} team.`);
    }
    await this.queries.insert({
      id: uuidv7(),
      name,
      version,
      // In test mode no other team handles it, and its handlers see the sandbox.
      team_id: teamId ?? currentTestTeam() ?? null,
      payload: event.payload.parse(payload),
      request_id: logFields()?.request_id ?? null,
    });
    await this.database.afterCommit(() => this.dueWork?.notify(RELAY_EVENTS));
  }
  /**
   * The number of entries in a list of the payload, over all events of a kind that a subscriber has not handled yet, without parked
   * ones.
   */
  pendingOf<Payload>(
    event: EventDefinition<Payload>,
    subscriber: string,
    list: keyof Payload & string,
  ): Promise<number> {
    return this.queries.countPending(event.name, subscriber, list);
  }
}
