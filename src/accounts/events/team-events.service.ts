import { Injectable } from '@nestjs/common';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { CursorPage, Cursors, cursorExpired } from '#platform/operations/cursors.js';
import { START } from '#platform/operations/pagination.dto.js';
import type { TeamEventType } from './team-event.definition.js';
import { type EventsQuery, type EventView, getEvents } from './team-events.operations.js';
import { TeamEventsNotifier } from './team-events.notifier.js';
import { type NewTeamEvent, TeamEventsQueries } from './team-events.queries.js';

/** The date of the newest entry of the API's changelog. */
const API_VERSION = '2026-11-22';
const MOST_BYTES = 20_480;
const LONGEST_SEQUENCE = 16;
const NOW = 'now';

/** One team's share of a fact that concerns many teams. `part` tells a team's events of one fact apart. */
export interface TeamShare<Data> {
  teamId: string;
  data: Data;
  part?: string;
}

/** The events of teams: what happened, in the order of `sequence`, which has no gaps. */
@Injectable()
export class TeamEvents {
  constructor(
    private readonly database: Database,
    private readonly queries: TeamEventsQueries,
    private readonly notifier: TeamEventsNotifier,
    private readonly cursors: Cursors,
  ) {}

  /** Writes an event in the open transaction, together with the fact: both commit, or neither. */
  append<Data extends object>(type: TeamEventType<Data>, data: Data, teamId: string): Promise<void> {
    return this.insert([composed(type, data, { id: uuidv7(), teamId, at: new Date() })]);
  }

  /**
   * Writes the events of several teams about one fact, in the open transaction. A repetition with the same `source` writes
   * none twice.
   */
  appendFor<Data extends object>(
    type: TeamEventType<Data>,
    source: { id: string; occurredAt: Date },
    shares: readonly TeamShare<Data>[],
  ): Promise<void> {
    return this.insert(
      shares.map(({ teamId, data, part = '' }) =>
        composed(type, data, { id: uuidv5(`${teamId}:${part}`, source.id), teamId, at: source.occurredAt }),
      ),
    );
  }

  /**
   * A page of a team's events after the cursor, oldest first. The cursor `now` begins after the newest event. Whoever has
   * read up to a sequence has missed nothing before it.
   * @throws 400 `cursor_invalid`, `cursor_mismatch`, or `cursor_expired` if events after the cursor are deleted
   */
  async list(teamId: string, query: EventsQuery): Promise<CursorPage<EventView>> {
    const scope = { list: getEvents.id, teamId, filters: { type: query.type?.toSorted() } };
    const position = query.cursor === NOW || query.cursor === START ? null : await this.cursors.read(query, scope);
    // Events that are numbered from here on belong to the next page.
    const { oldest, last } = await this.queries.bounds(teamId);
    const beforeOldest = oldest === null ? last : oldest - 1;
    const after = query.cursor === NOW ? last : position === null ? beforeOldest : Number(position[0]);
    if (after < beforeOldest) {
      throw cursorExpired({ oldest_cursor: await this.cursors.write([beforeOldest], scope) });
    }
    const rows = await this.queries.findAfter(teamId, { after, upTo: last }, query.type ?? null, query.page_size + 1);
    const items = rows.slice(0, query.page_size);
    const has_more = rows.length > items.length;
    const next = has_more ? (items.at(-1)?.sequence ?? after) : Math.max(last, after);
    const next_cursor = await this.cursors.write([next], scope);
    return new CursorPage(items.map(viewOf), { page_size: query.page_size, has_more, next_cursor });
  }

  /** @throws 404 for an event that is unknown, deleted or of another team */
  async get(teamId: string, id: string): Promise<EventView> {
    const event = await this.queries.find(teamId, id);
    if (!event) throw notFound();
    return viewOf(event);
  }

  /** Deletes events of teams older than so many days. @returns the number of events. */
  purge(teamIds: readonly string[], days: number): Promise<number> {
    return this.queries.purge(teamIds, days);
  }

  private async insert(events: readonly NewTeamEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.queries.insert(events);
    await this.database.afterCommit(() => this.notifier.notify());
  }
}

const viewOf = ({ body }: { body: string }): EventView => JSON.parse(body) as EventView;

/** The stored form of an event. @throws if the data does not match its schema or is too large. */
function composed<Data extends object>(
  definition: TeamEventType<Data>,
  data: Data,
  { id, teamId, at }: { id: string; teamId: string; at: Date },
): NewTeamEvent {
  const { type } = definition;
  const before = JSON.stringify({ id, type, timestamp: at.toISOString() });
  const after = JSON.stringify({ livemode: true, api_version: API_VERSION, data: definition.data.parse(data) });
  const [head, tail] = [`${before.slice(0, -1)},"sequence":`, `,${after.slice(1)}`];
  if (Buffer.byteLength(head + tail) + LONGEST_SEQUENCE > MOST_BYTES) throw new Error(`An event ${type} is too large.`);
  return { id, team_id: teamId, type, head, tail };
}
