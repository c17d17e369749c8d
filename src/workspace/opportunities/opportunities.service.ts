import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { callerActor } from '#platform/caller/origin.js';
import type { NamedActor } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { Page, pageOf, window } from '#platform/operations/operation.result.js';
import { pageQueryOf } from '#platform/operations/pagination.dto.js';
import { LOCKED, UnlockStates } from '#workspace/unlocks/unlock-states.service.js';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import { type Feed, feedOf, readsWatchlist } from './feed/feed.selection.js';
import { FeedQueries } from './feed/feed.queries.js';
import { usualFilter } from './feed/usual.filter.js';
import { isSearchedWithoutIndex, SEARCHED_WITHOUT_INDEX } from './feed/feed.statement.js';
import type { BulkTriage, BulkTriageError, OpportunityDetail, TriageResult } from './opportunity.dto.js';
import { DEFAULT_SORT, type OpportunityFilter } from './opportunity-filter.dto.js';
import { changedMeanwhile } from './opportunities.failures.js';
import { assigneeOf, presentOpportunity } from './opportunity.presenter.js';
import { OPPORTUNITY_ASSIGNED, OPPORTUNITY_SNOOZED, OPPORTUNITY_STATUS_CHANGED } from './opportunities.events.js';
import type { OpportunityStatus } from './opportunity.vocabulary.js';
import {
  type FirstView,
  OpportunitiesQueries,
  type TriageBefore,
  type TriageRow,
  type Viewer,
} from './opportunities.queries.js';
import { MAX_SNOOZE_DAYS, type OpportunityChange, type TriageOfMany } from './opportunities.operations.js';

/** A page only shows the rest as a number, which is not worth a slow count. */
const MAX_COUNTED = 1_000;
const DAY_MS = 86_400_000;

/** What a change of several opportunities did. */
export interface TriageAsSeen {
  changed: readonly {
    id: string;
    status: OpportunityStatus;
    before: { status: OpportunityStatus; is_viewed: boolean };
  }[];
  /** Those whose status was another one than the caller saw, with their present status. */
  leftOut: readonly { id: string; status: OpportunityStatus }[];
}

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
    const feed = await this.feedOf(caller.team.id, usualFilter(caller, filter));
    const ids = pageOf(await this.feeds.findIds(feed), pageQueryOf(filter));
    const items = await this.present(caller.team.id, ids.items);
    return new Page(items, ids.pagination, isSearchedWithoutIndex(feed) ? SEARCHED_WITHOUT_INDEX : undefined);
  }

  /** The number of opportunities that match `filter`, counted up to a limit. */
  async count(caller: TeamCaller, filter: OpportunityFilter): Promise<{ count: number; isMore: boolean }> {
    const counted = await this.feeds.count(
      await this.feedOf(caller.team.id, usualFilter(caller, filter)),
      MAX_COUNTED + 1,
    );
    return { count: Math.min(counted, MAX_COUNTED), isMore: counted > MAX_COUNTED };
  }

  /** @throws 404 */
  async get(caller: TeamCaller, id: string): Promise<OpportunityDetail> {
    const [opportunity] = await this.present(caller.team.id, [id]);
    if (!opportunity) throw notFound();
    return opportunity;
  }

  /**
   * Marks an opportunity as viewed or not viewed, changes its status, gives it to a member or puts it off, only for this team.
   * @throws 404; 403 `changed_meanwhile`; 400 for a person outside the team or a time that is past
   */
  async triage(caller: TeamCaller, id: string, change: OpportunityChange): Promise<TriageResult> {
    const [after] = await this.triageEach(caller, [{ id, ...change }]);
    if (!after) throw notFound();
    return after;
  }

  /** The same change for several opportunities, in one transaction. Unknown ids have separate results. */
  async triageMany(caller: TeamCaller, { ids, ...change }: TriageOfMany): Promise<BulkTriage> {
    const known = [...new Set(ids.map((id) => id.toLowerCase()))];
    const changed = await this.triageEach(
      caller,
      known.map((id) => ({ id, ...change })),
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

  /**
   * Changes the triage of several opportunities, each in its own way, in one transaction. Leaves out unknown ids, and those whose
   * status is neither `if_status` nor already the wanted one, so that nobody overwrites what they have not seen.
   * @throws 400 for a time that is past
   */
  triageAsSeen(
    caller: TeamCaller,
    changes: readonly ({ id: string } & Omit<OpportunityChange, 'assignee_id'>)[],
  ): Promise<TriageAsSeen> {
    for (const { snoozed_until } of changes) if (snoozed_until) demandSnooze(snoozed_until);
    return this.database.transaction(async () => {
      const before = await this.queries.lockTriage(
        caller.team.id,
        changes.map(({ id }) => id),
      );
      const leftOut = changes.flatMap(({ id, status, if_status }) => {
        const present = before.get(id)?.status;
        return present && if_status && ![if_status, status].includes(present) ? [{ id, status: present }] : [];
      });
      const kept = changes.filter(({ id }) => !leftOut.some((each) => each.id === id));
      const rows = await this.changeTriage(caller, kept, before);
      const changed = rows.flatMap(({ opportunity_id: id, status }) => {
        const known = before.get(id);
        return known ? [{ id, status, before: { status: known.status, is_viewed: known.isViewed } }] : [];
      });
      return { changed, leftOut };
    });
  }

  /**
   * Changes the triage of several opportunities, each in its own way, in one transaction. Leaves out unknown ids.
   * @throws 403 `changed_meanwhile`; 400 for a person outside the team or a time that is past
   */
  private async triageEach(
    caller: TeamCaller,
    changes: readonly ({ id: string } & OpportunityChange)[],
  ): Promise<TriageResult[]> {
    for (const { snoozed_until } of changes) if (snoozed_until) demandSnooze(snoozed_until);
    const rows = await this.database.transaction(async () => {
      await this.demandMembers(caller, changes);
      const before = await this.queries.lockTriage(
        caller.team.id,
        changes.filter(restates).map(({ id }) => id),
      );
      for (const { id, if_status } of changes) {
        const known = before.get(id);
        if (if_status && known && known.status !== if_status) throw changedMeanwhile({ status: known.status });
      }
      return this.changeTriage(caller, changes, before);
    });
    return rows.map((row) => ({
      id: row.opportunity_id,
      is_viewed: row.viewed_at !== null,
      status: row.status,
      viewed_at: row.viewed_at && row.viewed_at.toISOString(),
      assignee: assigneeOf(row),
      snoozed_until: snoozeOf(row.snoozed_until),
    }));
  }

  private async changeTriage(
    caller: TeamCaller,
    changes: readonly ({ id: string } & OpportunityChange)[],
    before: ReadonlyMap<string, TriageBefore>,
  ): Promise<TriageRow[]> {
    const changed = await this.queries.triage(caller.team.id, changes.map(asChange), viewerOf(caller));
    for (const row of changed) await this.recordChange(caller, row, before.get(row.opportunity_id));
    return changed;
  }

  /** @throws 400 for a person outside the team */
  private async demandMembers({ team }: TeamCaller, changes: readonly OpportunityChange[]): Promise<void> {
    const wanted = new Set(changes.flatMap(({ assignee_id }) => assignee_id ?? []));
    const members = await this.queries.lockMembers(team.id, [...wanted]);
    if (members.size < wanted.size) throw invalidField('assignee_id', 'assignee_id is no member of your team');
  }

  private async recordChange(caller: TeamCaller, row: TriageRow, before: TriageBefore | undefined): Promise<void> {
    const { opportunity_id: id, status, assignee_id } = row;
    if (!before) return;
    const subject = { teamId: caller.team.id, id };
    const by = callerActor(caller);
    if (before.status !== status) await this.appendStatusChange(subject.teamId, id, [before.status, status], by);
    if (before.assigneeId !== assignee_id) {
      await this.facts.record(OPPORTUNITY_ASSIGNED, subject, {
        changes: { assignee: [before.assigneeId, assignee_id] },
        event: { opportunity_id: id, assignee: assigneeOf(row), by },
      });
    }
    const [from, to] = [snoozeOf(before.snoozedUntil), snoozeOf(row.snoozed_until)];
    if (from === to) return;
    await this.facts.record(OPPORTUNITY_SNOOZED, subject, {
      changes: { snoozed_until: [from, to] },
      event: { opportunity_id: id, snoozed_until: to, by },
    });
  }

  /**
   * Changes the status of an opportunity as `next` says of the current one, in the name of another service, unless it has changed since
   * the given time. It is neither viewed nor assigned.
   * @returns whether it has changed
   */
  follow(
    teamId: string,
    id: string,
    { next, since }: { next: (status: OpportunityStatus) => OpportunityStatus; since: Date },
    by: NamedActor,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const before = (await this.queries.lockTriage(teamId, [id])).get(id);
      if (!before || (before.statusChangedAt && before.statusChangedAt > since)) return false;
      const { status: from } = before;
      const to = next(from);
      if (from === to) return false;
      const [changed] = await this.queries.triage(teamId, [{ id, isViewed: null, status: to }]);
      if (changed) await this.appendStatusChange(teamId, id, [from, to], by);
      return changed !== undefined;
    });
  }

  /** The triage of these opportunities, in no order. Leaves out unknown ids. */
  async triageOf(
    caller: TeamCaller,
    ids: readonly string[],
  ): Promise<Pick<TriageResult, 'id' | 'status' | 'is_viewed'>[]> {
    const rows = await this.queries.findTriage(caller.team.id, ids);
    return rows.map(({ id, status, viewed_at }) => ({ id, status, is_viewed: viewed_at !== null }));
  }

  /** When the team first viewed an opportunity and who did; null if it has not, or marked it as not viewed. */
  firstView(teamId: string, id: string): Promise<FirstView | null> {
    return this.queries.findFirstView(teamId, id);
  }

  private appendStatusChange(
    teamId: string,
    opportunity_id: string,
    [from, to]: readonly [OpportunityStatus, OpportunityStatus],
    by: NamedActor,
  ): Promise<void> {
    return this.facts.record(OPPORTUNITY_STATUS_CHANGED, { teamId }, { event: { opportunity_id, from, to, by } });
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

const restates = ({ status, if_status, assignee_id, snoozed_until }: OpportunityChange): boolean =>
  [status, if_status, assignee_id, snoozed_until].some((value) => value !== undefined);

const asChange = ({ id, is_viewed, status, assignee_id, snoozed_until }: { id: string } & OpportunityChange) => ({
  ...{ id, isViewed: is_viewed ?? null, status: status ?? null },
  // PostgreSQL does not read every form that the field takes, such as a month.
  ...{ assigneeId: assignee_id, snoozedUntil: snoozed_until && new Date(snoozed_until).toISOString() },
});

/** @throws 400 for a time that is past or too far away */
function demandSnooze(until: string): void {
  const days = (Date.parse(until) - Date.now()) / DAY_MS;
  if (days > 0 && days <= MAX_SNOOZE_DAYS) return;
  throw invalidField('snoozed_until', `snoozed_until must be within the next ${MAX_SNOOZE_DAYS} days`);
}

/** A snooze whose time is over is none, so its end is no change. */
const snoozeOf = (until: Date | null): string | null => (until && until > new Date() ? until.toISOString() : null);

/** The address of a person is read from the account, so that it goes with the account. */
const viewerOf = ({ lane, userId, credentialName }: TeamCaller): Viewer => ({
  id: userId ?? null,
  name: lane === 'session' ? null : (credentialName ?? null),
});

function* onDemand<From, To>(all: readonly From[], convert: (from: From) => To): Generator<To> {
  for (const each of all) yield convert(each);
}
