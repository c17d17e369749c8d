import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import type { EventDefinition } from './event.definition.js';
import { EventsQueries } from './events.queries.js';
import { RelayNotifier } from './relay.notifier.js';

/** Writes events. */
@Injectable()
export class EventLog {
  constructor(
    private readonly database: Database,
    private readonly queries: EventsQueries,
    private readonly notifier: RelayNotifier,
  ) {}

  /**
   * Writes an event in the open transaction, beside the change that it tells of: both commit, or neither.
   * @throws when the payload does not fit, or when an event of a team has no team.
   */
  async append<Payload>(event: EventDefinition<Payload>, payload: Payload, teamId?: string): Promise<void> {
    const { name, version, belongsToTeam } = event;
    if (belongsToTeam !== (teamId !== undefined)) {
      throw new Error(`The event "${name}" ${belongsToTeam ? 'needs a' : 'has no'} team.`);
    }
    const stored = { id: uuidv7(), name, version, team_id: teamId ?? null, payload: event.payload.parse(payload) };
    await this.queries.insert(stored);
    await this.database.afterCommit(() => this.notifier.notify());
  }
}
