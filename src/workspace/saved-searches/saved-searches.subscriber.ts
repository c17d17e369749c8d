import { Injectable } from '@nestjs/common';
import { rollup } from 'd3-array';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEventsTogether } from '#platform/events/event-handler.decorator.js';
import { InboxService, type MatchItem } from '#workspace/inbox/inbox.service.js';
import { OPPORTUNITIES_DETECTED, type OpportunitiesDetected } from '#workspace/opportunities/opportunities.events.js';
import { OpportunityMatching } from '#workspace/opportunities/opportunity-matching.service.js';
import { AlertComposer, type ToldOpportunity } from './alert.composer.js';
import type { FoundMatch } from './indexed-searches.js';
import { type AlertedSearch, MatchesQueries } from './matches.queries.js';
import { NewMatches } from './new.matches.js';
import { ALERT_MATCHED } from './saved-searches.events.js';
import { SearchMatcher } from './search.matcher.js';

/** Batches of 250 texts have about 60 opportunities. */
const BATCHES_AT_ONCE = 8;
/** Events in one statement. */
const EVENTS_AT_ONCE = 500;

/** A search with its new matches in a batch, the oldest first. */
interface FindingSearch extends AlertedSearch {
  opportunityIds: readonly string[];
}

/** Matches the opportunities of some batches with the saved searches of all teams, and notifies the teams. */
@Injectable()
export class SavedSearchesSubscriber {
  constructor(
    private readonly queries: MatchesQueries,
    private readonly matcher: SearchMatcher,
    private readonly matching: OpportunityMatching,
    private readonly teams: TeamsService,
    private readonly events: TeamEvents,
    private readonly alerts: AlertComposer,
    private readonly inbox: InboxService,
    private readonly newMatches: NewMatches,
  ) {}

  @HandlesEventsTogether(OPPORTUNITIES_DETECTED, 'saved-searches', BATCHES_AT_ONCE)
  async detected(batches: readonly ReceivedEvent<OpportunitiesDetected>[]): Promise<void> {
    const { storedAt, updated } = contentsOf(batches);
    const opportunities = await this.matching.find([...storedAt.keys()]);
    const matches = await this.matcher.find(opportunities, storedAt);
    const last = batches.at(-1);
    if (matches.length === 0 || !last) return;
    const searches = await this.store(matches, updated);
    await this.tell(last, searches, this.alerts.toldOf(opportunities, updated));
    await this.inbox.addMatches(itemsOf(searches));
    await this.newMatches.tell(
      searches.map(({ id, team_id: teamId, opportunityIds }) => ({ searchId: id, teamId, opportunityIds })),
    );
  }

  /** Stores the matches of searches that are still enabled. @returns the searches with new matches */
  private async store(matches: readonly FoundMatch[], updated: ReadonlySet<string>): Promise<FindingSearch[]> {
    const found = rollup(
      matches,
      (some) => some.map(({ opportunity }) => opportunity.id),
      ({ search }) => search.id,
    );
    const searches = await this.queries.lockEnabled([...found.keys()]);
    const finding = searches.map((search) => ({ ...search, opportunityIds: found.get(search.id) ?? [] }));
    const pairs = finding.flatMap(({ id, opportunityIds }) =>
      opportunityIds.map((opportunity_id) => ({ search_id: id, opportunity_id, updated: updated.has(opportunity_id) })),
    );
    const had = await this.queries.insert(pairs);
    if (had.length === 0) return finding;
    const keys = new Set(had.map(({ search_id, opportunity_id }) => `${search_id} ${opportunity_id}`));
    return finding
      .map((search) => ({
        ...search,
        opportunityIds: search.opportunityIds.filter((id) => !keys.has(`${search.id} ${id}`)),
      }))
      .filter(({ opportunityIds }) => opportunityIds.length > 0);
  }

  private async tell(
    batch: { id: string; occurredAt: Date },
    searches: readonly FindingSearch[],
    told: ReadonlyMap<string, ToldOpportunity>,
  ): Promise<void> {
    const teamIds = searches.flatMap(({ deliver, team_id }) => (deliver.webhook ? [team_id] : []));
    const paid = new Set(await this.teams.paidAmong([...new Set(teamIds)]));
    const alerts = searches.map((search) => {
      const isNotified = search.deliver.webhook && paid.has(search.team_id);
      return this.alerts.compose(search, isNotified ? search.opportunityIds : [], told);
    });
    await this.queries.noteMatches(alerts);
    const shares = alerts.flatMap((alert) => alert.shares);
    for (let start = 0; start < shares.length; start += EVENTS_AT_ONCE) {
      await this.events.appendFor(ALERT_MATCHED, batch, shares.slice(start, start + EVENTS_AT_ONCE));
    }
  }
}

/** When each opportunity was stored last, and those that are not new in any of the batches. */
function contentsOf(batches: readonly ReceivedEvent<OpportunitiesDetected>[]): {
  storedAt: Map<string, Date>;
  updated: Set<string>;
} {
  const storedAt = new Map<string, Date>();
  for (const { payload, occurredAt } of batches) {
    for (const id of [...payload.opportunity_ids, ...payload.updated_ids]) storedAt.set(id, occurredAt);
  }
  const updated = new Set(batches.flatMap(({ payload }) => payload.updated_ids));
  for (const id of batches.flatMap(({ payload }) => payload.opportunity_ids)) updated.delete(id);
  return { storedAt, updated };
}

/** One item for each team and opportunity, with all searches that found it. */
function itemsOf(searches: readonly FindingSearch[]): MatchItem[] {
  const items = new Map<string, MatchItem>();
  for (const { id, team_id: teamId, deliver, opportunityIds } of searches) {
    if (!deliver.inbox) continue;
    for (const opportunityId of opportunityIds) {
      const key = `${teamId} ${opportunityId}`;
      const item = items.get(key);
      if (item) item.searchIds.push(id);
      else items.set(key, { teamId, opportunityId, searchIds: [id] });
    }
  }
  return [...items.values()];
}
