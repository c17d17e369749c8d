import { Injectable } from '@nestjs/common';
import { notFound } from '#platform/errors/application-error.js';
import { CursorPage, Cursors, cursorExpired } from '#platform/operations/cursors.js';
import { START } from '#platform/operations/pagination.dto.js';
import { type EventsQuery, type EventView, getEvents } from './team-events.operations.js';
import { TeamEventsQueries } from './team-events.queries.js';

const NOW = 'now';

/** The events of a team, as the API lists them. */
@Injectable()
export class TeamEventFeed {
  constructor(
    private readonly queries: TeamEventsQueries,
    private readonly cursors: Cursors,
  ) {}

  /**
   * A page of a team's events after the cursor, oldest first. The cursor `now` begins after the newest event. A caller that has
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
}

const viewOf = ({ body }: { body: string }): EventView => JSON.parse(body) as EventView;
