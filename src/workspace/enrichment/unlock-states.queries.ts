import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { UnlockField, UnlockTarget } from './enrichment.types.js';

/** One thing a team knows through an unlock: found, or known not to be found. */
export interface KnownUnlock {
  opportunity_id: string;
  target: UnlockTarget;
  target_id: number | null;
  field: UnlockField;
  outcome: 'found' | 'not_found';
  value: string | null;
  source: string | null;
  company_key: string | null;
}

/** SQL of what teams have unlocked. */
@Injectable()
export class UnlockStatesQueries {
  constructor(private readonly database: Database) {}

  /** What the team knows of these opportunities; a person suppressed since is unknown again. */
  knownTo(teamId: string, opportunityIds: readonly string[]): Promise<KnownUnlock[]> {
    return this.database.query<KnownUnlock>(
      `SELECT opportunity_id, target, target_id, field, outcome, value, source, company_key
       FROM unlocks
       WHERE team_id = $1 AND opportunity_id = ANY($2) AND outcome IN ('found', 'not_found')
         AND NOT EXISTS (SELECT 1 FROM suppressions WHERE key = ANY(unlocks.identity_keys))`,
      [teamId, opportunityIds],
    );
  }
}
