import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { mayBeShown } from '#workspace/enrichment/suppression.condition.js';

/** The number of opportunities with a value of a filter. */
export interface CountedValue {
  filter: string;
  value: string;
  count: number;
}

const SHARED = [
  ...['source', 'product_id', 'frustration_tier', 'sentiment', 'has_buying_signal', 'reach', 'signal'],
  ...['country', 'industry'],
];

/** SQL of the values of filters. */
@Injectable()
export class FiltersQueries {
  constructor(private readonly database: Database) {}

  /** The most frequent values of each filter that is the same for all teams, and the total as the filter `all`. */
  countShared(most: number): Promise<CountedValue[]> {
    const names = SHARED.map((column) => `WHEN GROUPING(${column}) = 0 THEN '${column}'`).join(' ');
    const values = SHARED.map((column) => `${column}::text`).join(', ');
    return this.database.query<CountedValue>(
      `SELECT filter, value, count FROM (
         SELECT filter, value, count, row_number() OVER (PARTITION BY filter ORDER BY count DESC, value) AS place FROM (
           SELECT CASE ${names} ELSE 'all' END AS filter, coalesce(${values}, '') AS value, count(*)::float8 AS count
           FROM opportunities GROUP BY GROUPING SETS (${SHARED.map((column) => `(${column})`).join(', ')}, ())
         ) AS counted WHERE value <> '' OR filter = 'all'
       ) AS ranked WHERE place <= $1 ORDER BY filter, place`,
      [most],
    );
  }

  /** The numbers of opportunities that a team has viewed and unlocked, and of each status. */
  async countOfTeam(teamId: string): Promise<CountedValue[]> {
    return this.database.query<CountedValue>(
      `SELECT 'status' AS filter, status AS value, count(*)::float8 AS count
       FROM opportunity_triage WHERE team_id = $1 GROUP BY status
       UNION ALL
       SELECT 'is_viewed', 'true', count(*) FROM opportunity_triage WHERE team_id = $1 AND viewed_at IS NOT NULL
       UNION ALL
       SELECT 'is_revealed', 'true', count(DISTINCT opportunity_id) FROM unlocks
       WHERE team_id = $1 AND outcome = 'found'
         AND ${mayBeShown('unlocks.identity_keys', 'unlocks.team_id')}`,
      [teamId],
    );
  }
}
