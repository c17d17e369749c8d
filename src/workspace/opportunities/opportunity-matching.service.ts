import { Injectable } from '@nestjs/common';
import type { Matchable } from './feed/feed.filters.js';
import { isInState, readsState, type Selection, UNTOUCHED } from './feed/feed.selection.js';
import { MatchablesQueries } from './feed/matchables.queries.js';

export type { Matchable };

/** A team's filters, and an opportunity whose content fits them. */
export interface ContentMatch {
  selection: Selection;
  opportunity: Matchable;
}

/** Opportunities with the values that filters read. */
@Injectable()
export class OpportunityMatching {
  constructor(private readonly queries: MatchablesQueries) {}

  /** The existing opportunities among these, the oldest first. */
  find(ids: readonly string[]): Promise<Matchable[]> {
    return this.queries.find(ids);
  }

  /** The matches that also fit the team's work on the opportunity. */
  async withFittingState<Match extends ContentMatch>(matches: readonly Match[]): Promise<Match[]> {
    const reading = matches.filter(({ selection }) => readsState(selection));
    if (reading.length === 0) return [...matches];
    const pairs = reading.map(({ selection, opportunity }) => ({
      team_id: selection.teamId,
      opportunity_id: opportunity.id,
    }));
    const rows = await this.queries.findStates(pairs);
    const states = new Map(rows.map((row) => [`${row.team_id} ${row.opportunity_id}`, row]));
    return matches.filter(({ selection, opportunity }) =>
      isInState(selection, states.get(`${selection.teamId} ${opportunity.id}`) ?? UNTOUCHED),
    );
  }
}
