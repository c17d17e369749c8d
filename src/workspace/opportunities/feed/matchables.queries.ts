import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { mayBeShown } from '#workspace/enrichment/suppression.condition.js';
import { MATCHABLE, type Matchable, type TeamState } from './feed.filters.js';

/** An opportunity and a team. */
export interface TeamOpportunity {
  team_id: string;
  opportunity_id: string;
}

/** SQL of the values that filters read, to match opportunities in memory. */
@Injectable()
export class MatchablesQueries {
  constructor(private readonly database: Database) {}

  /** The existing opportunities among these, in the order of their ids. */
  find(ids: readonly string[]): Promise<Matchable[]> {
    return this.database.query<Matchable>(`SELECT ${MATCHABLE} FROM opportunities WHERE id = ANY($1) ORDER BY id`, [
      ids,
    ]);
  }

  /** The work of teams on opportunities. */
  findStates(pairs: readonly TeamOpportunity[]): Promise<(TeamOpportunity & TeamState)[]> {
    return this.database.query<TeamOpportunity & TeamState>(
      `SELECT pair.team_id, pair.opportunity_id, coalesce(triage.status, 'new') AS status,
              triage.viewed_at IS NOT NULL AS viewed, triage.assignee_id,
              coalesce(triage.snoozed_until > now(), false) AS is_snoozed,
              EXISTS (SELECT FROM unlocks WHERE unlocks.team_id = pair.team_id
                AND unlocks.opportunity_id = pair.opportunity_id AND unlocks.outcome = 'found'
                AND ${mayBeShown('unlocks.identity_keys', 'unlocks.team_id')}) AS revealed
       FROM unnest($1::uuid[], $2::uuid[]) AS pair (team_id, opportunity_id)
       LEFT JOIN opportunity_triage triage USING (team_id, opportunity_id)`,
      [pairs.map(({ team_id }) => team_id), pairs.map(({ opportunity_id }) => opportunity_id)],
    );
  }
}
