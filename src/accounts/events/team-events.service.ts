import { Injectable, Optional } from '@nestjs/common';
import { parse as uuidBytes, v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { API_VERSION } from '#config/version.js';
import { isTestTeam } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { DueWork, notifiedWork } from '#platform/queues/due-work.js';
import { type TeamEventType, teamEventTypes } from './team-event.definition.js';
import { type NewTeamEvent, TeamEventsQueries } from './team-events.queries.js';

/** The work that gives events their sequence. */
export const NUMBER_TEAM_EVENTS = notifiedWork('number-team-events');

const MAX_BYTES = 20_480;
const MAX_SEQUENCE_LENGTH = 16;

/** One team's share of a fact that concerns many teams. `part` distinguishes a team's events of one fact. */
export interface TeamShare<Data> {
  teamId: string;
  data: Data;
  part?: string;
}

/** An event of a known type, read back. */
export interface PastEvent<Data> {
  timestamp: string;
  data: Data;
}

/** An event as in the feed. */
export interface ListedEvent extends PastEvent<object> {
  id: string;
  type: string;
  sequence: number;
  livemode: boolean;
}

/** The events of teams, in the order of `sequence`, which has no gaps. */
@Injectable()
export class TeamEvents {
  constructor(
    private readonly database: Database,
    private readonly queries: TeamEventsQueries,
    /** Some commands run without queues; the periodic numbering finds their events. */
    @Optional() private readonly dueWork?: DueWork,
  ) {}

  /** Writes an event in the open transaction, together with the fact: both commit, or neither. */
  append<Data extends object>(type: TeamEventType<Data>, data: Data, teamId: string): Promise<void> {
    return this.insert([composed(type, data, { id: uuidv7(), teamId, at: new Date() })]);
  }

  /**
   * Writes the events of several teams about one fact, in the open transaction. A repetition with the same `source`
   * writes no event twice.
   */
  appendFor<Data extends object>(
    type: TeamEventType<Data>,
    source: { id: string; occurredAt: Date },
    shares: readonly TeamShare<Data>[],
  ): Promise<void> {
    const namespace = uuidBytes(source.id);
    return this.insert(
      shares.map(({ teamId, data, part = '' }) =>
        composed(type, data, {
          id: uuidv5(Buffer.from(`${teamId}:${part}`), namespace),
          teamId,
          at: source.occurredAt,
        }),
      ),
    );
  }

  /** The newest events of a type that name an id, newest first. They are kept for some days only. */
  async findAbout<Data extends object>(
    { type }: TeamEventType<Data>,
    id: string,
    teamId: string,
    limit: number,
  ): Promise<PastEvent<Data>[]> {
    const bodies = await this.queries.findContaining(teamId, type, `"${id}"`, limit);
    return bodies.map((body) => JSON.parse(body) as PastEvent<Data>);
  }

  /** The newest numbered events of a team, newest first. */
  async findNewest(teamId: string, limit: number): Promise<ListedEvent[]> {
    const bodies = await this.queries.findNewest(teamId, limit);
    return bodies.map((body) => JSON.parse(body) as ListedEvent);
  }

  /** Writes the example of a type as an event of a shadow team, in the open transaction. @returns its id */
  async appendExample(type: string, teamId: string): Promise<string> {
    const definition = teamEventTypes().find((each) => each.type === type);
    if (!definition) throw new Error(`There is no event type "${type}".`);
    const id = uuidv7();
    await this.insert([composed(definition, definition.example, { id, teamId, at: new Date() })]);
    return id;
  }

  /** Deletes events of teams older than the given number of days. @returns the number of events. */
  purge(teamIds: readonly string[], days: number): Promise<number> {
    return this.queries.purge(teamIds, days);
  }

  private async insert(events: readonly NewTeamEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.queries.insert(events);
    await this.database.afterCommit(() => this.dueWork?.notify(NUMBER_TEAM_EVENTS));
  }
}

/** The stored form of an event. @throws if the data does not match its schema or is too large. */
function composed<Data extends object>(
  definition: TeamEventType<Data>,
  data: Data,
  { id, teamId, at }: { id: string; teamId: string; at: Date },
): NewTeamEvent {
  const { type } = definition;
  const before = JSON.stringify({ id, type, timestamp: at.toISOString() });
  const livemode = !isTestTeam(teamId);
  const after = JSON.stringify({ livemode, api_version: API_VERSION, data: definition.data.parse(data) });
  const [head, tail] = [`${before.slice(0, -1)},"sequence":`, `,${after.slice(1)}`];
  if (Buffer.byteLength(head + tail) + MAX_SEQUENCE_LENGTH > MAX_BYTES)
    throw new Error(`An event ${type} is too large.`);
  return { id, team_id: teamId, type, livemode, head, tail };
}
