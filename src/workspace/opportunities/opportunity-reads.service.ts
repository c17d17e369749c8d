import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { CommitHorizon } from '#platform/database/commit-horizon.js';
import { CursorPage, Cursors, type CursorScope } from '#platform/operations/cursors.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { OperationResult } from '#platform/operations/operation.result.js';
import { START } from '#platform/operations/pagination.dto.js';
import { type ChangePlace, changesStatement } from './feed/changes.statement.js';
import { FeedQueries } from './feed/feed.queries.js';
import { usualFilter, withPerson } from './feed/usual.filter.js';
import { isSearchedWithoutIndex } from './feed/feed.statement.js';
import type { OpportunityDetail } from './opportunity.dto.js';
import type { OpportunityFilter } from './opportunity-filter.dto.js';
import { OpportunitiesService } from './opportunities.service.js';

const IDS_AT_ONCE = 500;

/** A pass over the changes: its next page, and the time before which the changes will all have been listed. */
interface Pass extends ChangePlace {
  until: string;
}

/** Reads opportunities by cursor, so that a reader misses nothing while others write. */
@Injectable()
export class OpportunityReads {
  constructor(
    private readonly opportunities: OpportunitiesService,
    private readonly feeds: FeedQueries,
    private readonly cursors: Cursors,
    private readonly horizon: CommitHorizon,
  ) {}

  /** The page of opportunities that `filter` names: by number, by cursor, or of changes. @throws 400 `cursor_*` */
  list(caller: TeamCaller, filter: OpportunityFilter): Promise<OperationResult<OpportunityDetail[]>> {
    if (filter.updated_since !== undefined) return this.changes(caller, filter, filter.updated_since);
    return filter.cursor === undefined ? this.opportunities.list(caller, filter) : this.byCursor(caller, filter);
  }

  /**
   * Each opportunity that matches throughout the reading is returned exactly once, in the order of the listing. In an order by score or
   * frustration, one whose value changes meanwhile may come again or be passed over; scores fall with age.
   */
  private async byCursor(caller: TeamCaller, filter: OpportunityFilter): Promise<CursorPage<OpportunityDetail>> {
    const scope = scopeOf(caller, filter);
    const after = await this.cursors.read({ cursor: filter.cursor ?? START, page_size: filter.page_size }, scope);
    const usual = usualFilter(caller, filter);
    const feed = { ...(await this.opportunities.feedOf(caller.team.id, usual)), offset: 0, after };
    const found = await this.feeds.findPlaces(feed);
    const places = found.slice(0, filter.page_size);
    const items = await this.opportunities.present(
      caller.team.id,
      places.map(({ id }) => id),
    );
    const has_more = found.length > places.length;
    // A text without an index is searched in a part of the feed for each page; the next page searches the next part.
    const searched = isSearchedWithoutIndex(feed) && !has_more ? await this.feeds.findLastSearched(feed) : null;
    const last = has_more ? places.at(-1) : searched;
    const next_cursor = last ? await this.cursors.write(last.position, scope) : null;
    return new CursorPage(items, { page_size: filter.page_size, has_more: next_cursor !== null, next_cursor });
  }

  /** The changes at or after a time, the oldest first. A change that commits late is listed after others. */
  private async changes(
    caller: TeamCaller,
    filter: OpportunityFilter,
    since: string,
  ): Promise<OperationResult<OpportunityDetail[]>> {
    const scope = scopeOf(caller, filter);
    const { page_size } = filter;
    const pass = await this.passOf(filter, since, scope);
    const feed = await this.opportunities.feedOf(caller.team.id, withPerson(caller, filter));
    const found = await this.feeds.findChanges(feed, pass);
    const places = found.slice(0, page_size);
    const has_more = found.length > page_size;
    const items = await this.opportunities.present(
      caller.team.id,
      places.filter(({ is_removed }) => !is_removed).map(({ id }) => id),
    );
    const removed = places.filter(({ is_removed }) => is_removed).map(({ id, at }) => ({ id, removed_at: isoOf(at) }));
    const last = places.at(-1);
    const position = has_more && last ? [last.at, last.id, pass.until] : [pass.until];
    const next_cursor = await this.cursors.write(position, scope);
    // Within a pass, everything before the last item has been listed, and nothing that commits later precedes `until`.
    const synced = has_more && last && Date.parse(last.at) < Date.parse(pass.until) ? last.at : pass.until;
    return new OperationResult(items, {
      pagination: { page_size, has_more, next_cursor },
      synced_until: isoOf(synced),
      removed,
    });
  }

  /**
   * The first `limit` opportunities that `filter` names, those that changed earliest first, and the `updated_since` with
   * which the next export misses nothing. Read them after this call.
   */
  async changesOf(
    caller: TeamCaller,
    filter: Omit<OpportunityFilter, 'page_size'>,
    limit: number,
  ): Promise<{ listing: Listing; nextSince: string }> {
    const since = filter.updated_since;
    // Without a horizon, the next export begins where this one began.
    const horizon = (await this.horizon.read()) ?? new Date(since ?? 0);
    const feed = await this.opportunities.feedOf(caller.team.id, {
      ...withPerson(caller, filter),
      page_size: limit,
    });
    const statement = changesStatement(
      { ...feed, limit },
      { at: since === undefined ? '-infinity' : new Date(since), id: null },
    );
    const present = (rows: { id: string }[]) =>
      this.opportunities.presentOnDemand(
        caller.team.id,
        rows.map(({ id }) => id),
      );
    return { listing: listingOf(statement, present, IDS_AT_ONCE), nextSince: horizon.toISOString() };
  }

  private async passOf(filter: OpportunityFilter, since: string, scope: CursorScope): Promise<Pass> {
    const query = { cursor: filter.cursor ?? START, page_size: filter.page_size };
    const [from = since, id, until] = ((await this.cursors.read(query, scope)) ?? []) as string[];
    if (id !== undefined && until !== undefined) return { at: from, id, until };
    const at = new Date(from);
    // Without a horizon the next pass begins where this one began.
    const horizon = (await this.horizon.read()) ?? new Date(Math.min(at.getTime(), Date.now()));
    return { at, id: null, until: horizon.toISOString() };
  }
}

const isoOf = (time: string): string => new Date(time).toISOString();

const scopeOf = (caller: TeamCaller, filter: OpportunityFilter): CursorScope => ({
  list: 'list_opportunities',
  teamId: caller.team.id,
  filters: filter,
});
