import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { Page, pageOf, window } from '#platform/operations/operation.result.js';
import { pageQueryOf } from '#platform/operations/pagination.dto.js';
import { LOCKED, UnlockStates } from '#workspace/unlocks/unlock-states.service.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type Feed, feedOf, readsWatchlist } from './feed/feed.selection.js';
import { FeedQueries } from './feed/feed.queries.js';
import { isSearchedWithoutIndex, SEARCHED_WITHOUT_INDEX } from './feed/feed.statement.js';
import type { BulkTriage, BulkTriageError, OpportunityDetail, TriageResult } from './opportunity.dto.js';
import { DEFAULT_SORT, type OpportunityFilter } from './opportunity-filter.dto.js';
import { presentOpportunity } from './opportunity.presenter.js';
import { OPPORTUNITY_STATUS_CHANGED } from './opportunities.events.js';
import type { OpportunityStatus } from './opportunity.vocabulary.js';
import { OpportunitiesQueries } from './opportunities.queries.js';
import type { Triage, TriageOfMany } from './opportunities.operations.js';

/** A page only shows the rest as a number, which is not worth a slow count. */
const MAX_COUNTED = 1_000;

/** Opportunities as teams see them, and their triage. */
@Injectable()
export class OpportunitiesService {
  constructor(
    private readonly database: Database,
    private readonly facts: Facts,
    private readonly feeds: FeedQueries,
    private readonly queries: OpportunitiesQueries,
    private readonly unlocks: UnlockStates,
    private readonly watchlist: WatchlistService,
  ) {}

  /** One page of the opportunities that match `filter`, without values that the team has not unlocked. */
  async list(caller: TeamCaller, filter: OpportunityFilter): Promise<Page<OpportunityDetail>> {
    const feed = await this.feedOf(caller.team.id, filter);
    const ids = pageOf(await this.feeds.findIds(feed), pageQueryOf(filter));
    const items = await this.present(caller.team.id, ids.items);
    return new Page(items, ids.pagination, isSearchedWithoutIndex(feed) ? SEARCHED_WITHOUT_INDEX : undefined);
  }

  /** The number of opportunities that match `filter`, counted up to a limit. */
  async count(caller: TeamCaller, filter: OpportunityFilter): Promise<{ count: number; isMore: boolean }> {
    const counted = await this.feeds.count(await this.feedOf(caller.team.id, filter), MAX_COUNTED + 1);
    return { count: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED };
  }

  /** @throws 404 */
  async get(caller: TeamCaller, id: string): Promise<OpportunityDetail> {
    const [opportunity] = await this.present(caller.team.id, [id]);
    if (!opportunity) throw notFound();
    return opportunity;
  }

  /**
   * Marks an opportunity as viewed or not viewed, changes its status, or both, only for this team.
   * @throws 404
   */
  async triage(caller: TeamCaller, id: string, change: Triage): Promise<TriageResult> {
    const [after] = await this.triageEach(caller, [{ id, ...change }]);
    if (!after) throw notFound();
    return after;
  }

  /** The same change for several opportunities, in one transaction. Unknown ids have separate results. */
  async triageMany(caller: TeamCaller, { ids, is_viewed, status }: TriageOfMany): Promise<BulkTriage> {
    const known = [...new Set(ids.map((id) => id.toLowerCase()))];
    const changed = await this.triageEach(
      caller,
      known.map((id) => ({ id, is_viewed, status })),
    );
    const byId = new Map(changed.map((result) => [result.id, result]));
    const results = ids.map((id) => {
      const data = byId.get(id.toLowerCase());
      return data
        ? { id, status: 200 as const, data }
        : { id, status: 404 as const, error: notFound().toBody() as BulkTriageError };
    });
    return { results };
  }

  /** Changes the triage of several opportunities, each in its own way, in one transaction. Leaves out unknown ids. */
  async triageEach(caller: TeamCaller, changes: readonly ({ id: string } & Triage)[]): Promise<TriageResult[]> {
    const rows = await this.database.transaction(async () => {
      const restated = changes.filter(({ status }) => status !== undefined).map(({ id }) => id);
      const before = await this.queries.lockStatuses(caller.team.id, restated);
      const changed = await this.queries.triage(
        caller.team.id,
        changes.map(({ id, is_viewed, status }) => ({ id, isViewed: is_viewed ?? null, status: status ?? null })),
      );
      for (const { opportunity_id: id, status } of changed) {
        const from = before.get(id);
        if (from && from !== status) await this.appendStatusChange(caller, id, from, status);
      }
      return changed;
    });
    return rows.map(({ opportunity_id: id, status, viewed_at }) => ({
      id,
      is_viewed: viewed_at !== null,
      status,
      viewed_at: viewed_at && viewed_at.toISOString(),
    }));
  }

  /** The triage of these opportunities, in no order. Leaves out unknown ids. */
  async triageOf(caller: TeamCaller, ids: readonly string[]): Promise<Omit<TriageResult, 'viewed_at'>[]> {
    const rows = await this.queries.findTriage(caller.team.id, ids);
    return rows.map(({ id, status, is_viewed }) => ({ id, status, is_viewed }));
  }

  private appendStatusChange(
    { lane: kind, credentialId: id, credentialName, team }: TeamCaller,
    opportunity_id: string,
    from: OpportunityStatus,
    to: OpportunityStatus,
  ): Promise<void> {
    const by = { kind, id, name: credentialName ?? null };
    return this.facts.record(
      OPPORTUNITY_STATUS_CHANGED,
      { teamId: team.id },
      { event: { opportunity_id, from, to, by } },
    );
  }

  /** These opportunities as the team sees them, in this order. Leaves out unknown ids. */
  async present(teamId: string, ids: readonly string[]): Promise<OpportunityDetail[]> {
    return [...(await this.presentOnDemand(teamId, ids))];
  }

  /** The same, each one created lazily. */
  async presentOnDemand(teamId: string, ids: readonly string[]): Promise<Iterable<OpportunityDetail>> {
    const views = await this.queries.findViews(teamId, ids);
    const withUnlocks = views.flatMap(({ row }) => (row.has_unlocks ? row.id : []));
    const unlocks = await this.unlocks.findByTeam(teamId, withUnlocks);
    return onDemand(views, (view) => presentOpportunity(view, unlocks.get(view.row.id) ?? LOCKED));
  }

  /** These opportunities without any contact data, even if the team has unlocked it. Leaves out unknown ids. */
  async presentLocked(teamId: string, ids: readonly string[]): Promise<OpportunityDetail[]> {
    return (await this.queries.findViews(teamId, ids)).map((view) => presentOpportunity(view, LOCKED));
  }

  /** The filters and the order of a listing, as SQL needs them. */
  async feedOf(teamId: string, filter: OpportunityFilter): Promise<Feed> {
    const followed = readsWatchlist(filter) ? await this.watchlist.followedIds(teamId) : null;
    return {
      ...feedOf(teamId, filter, followed),
      sort: filter.sort ?? DEFAULT_SORT,
      ...window(pageQueryOf(filter)),
    };
  }
}

function* onDemand<From, To>(all: readonly From[], convert: (from: From) => To): Generator<To> {
  for (const each of all) yield convert(each);
}
