import { Injectable } from '@nestjs/common';
import { flatRollup, group } from 'd3-array';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { ReceivedEvent } from '#platform/events/event.definition.js';
import { HandlesEvent } from '#platform/events/event-handler.decorator.js';
import { InboxService } from '#workspace/inbox/inbox.service.js';
import { OPPORTUNITIES_DETECTED, type OpportunitiesDetected } from '#workspace/opportunities/opportunities.events.js';
import { type Matchable, OpportunityMatching } from '#workspace/opportunities/opportunity-matching.service.js';
import { AlertComposer } from './alert.composer.js';
import { type AlertedSearch, MatchesQueries, type NewMatch } from './matches.queries.js';
import { ALERT_MATCHED } from './saved-searches.events.js';
import { SearchMatcher } from './search.matcher.js';

/** Events in one statement. */
const EVENTS_AT_ONCE = 500;

/** Matches the opportunities of a batch with the saved searches of all teams, and tells the teams. */
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
  ) {}

  @HandlesEvent(OPPORTUNITIES_DETECTED, 'saved-searches')
  async detected({ id, occurredAt, payload }: ReceivedEvent<OpportunitiesDetected>): Promise<void> {
    const opportunities = await this.matching.find([...payload.opportunity_ids, ...payload.updated_ids]);
    const matches = await this.matcher.find(opportunities, occurredAt);
    if (matches.length === 0) return;
    const searches = await this.queries.lockEnabled([...new Set(matches.map(({ search }) => search.id))]);
    const enabled = new Set(searches.map((search) => search.id));
    const updated = new Set(payload.updated_ids);
    const added = await this.queries.insert(
      matches
        .filter(({ search }) => enabled.has(search.id))
        .map(({ search, opportunity }) => ({
          search_id: search.id,
          opportunity_id: opportunity.id,
          updated: updated.has(opportunity.id),
        })),
    );
    await this.tell({ id, occurredAt }, searches, opportunities, added);
    await this.fillInbox(searches, added);
  }

  private async fillInbox(searches: readonly AlertedSearch[], added: readonly NewMatch[]): Promise<void> {
    const teams = new Map(searches.filter(({ deliver }) => deliver.inbox).map(({ id, team_id }) => [id, team_id]));
    const wanted = added.flatMap(({ search_id, opportunity_id }) => {
      const teamId = teams.get(search_id);
      return teamId ? [{ teamId, opportunity_id, search_id }] : [];
    });
    const items = flatRollup(
      wanted,
      (found) => found.map(({ search_id }) => search_id),
      ({ teamId }) => teamId,
      ({ opportunity_id }) => opportunity_id,
    );
    await this.inbox.addMatches(
      items.map(([teamId, opportunityId, searchIds]) => ({ teamId, opportunityId, searchIds })),
    );
  }

  private async tell(
    batch: { id: string; occurredAt: Date },
    searches: readonly AlertedSearch[],
    opportunities: readonly Matchable[],
    added: readonly NewMatch[],
  ): Promise<void> {
    const bySearch = group(added, ({ search_id }) => search_id);
    const found = searches.filter((search) => bySearch.has(search.id));
    const paid = new Set(await this.teams.paidAmong([...new Set(found.map(({ team_id }) => team_id))]));
    const known = new Map(opportunities.map((opportunity) => [opportunity.id, opportunity]));
    const alerts = found.map((search) => {
      const isNotified = search.deliver.webhook && paid.has(search.team_id);
      return this.alerts.compose(search, isNotified ? (bySearch.get(search.id) ?? []) : [], known);
    });
    await this.queries.noteMatches(alerts);
    const shares = alerts.flatMap((alert) => alert.shares);
    for (let start = 0; start < shares.length; start += EVENTS_AT_ONCE) {
      await this.events.appendFor(ALERT_MATCHED, batch, shares.slice(start, start + EVENTS_AT_ONCE));
    }
  }
}
