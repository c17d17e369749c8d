import { Injectable } from '@nestjs/common';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';

/** A valid key with its team, plan and spend cap. */
export interface LiveKey {
  key_hash: Buffer;
  id: string;
  name: string;
  team_id: string;
  team_name: string;
  tier: PlanTier;
  subscription_status: SubscriptionStatus;
  budget_id: string | null;
  budget_limit: number | null;
}

/** A key as its team sees it. The spend figures are null without a spend cap. */
export interface ListedKey {
  id: string;
  name: string;
  hint: string;
  spend_cap: number | null;
  spend_used: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
}

/** A key that was revoked, now or before. */
export interface RevokedKey {
  team_id: string;
  name: string;
  hint: string;
  expires_at: Date | null;
  was_live: boolean;
}

/** SQL of API keys. */
@Injectable()
export class ApiKeysQueries {
  constructor(private readonly database: Database) {}

  /** Those of these keys that are neither revoked nor expired, in no particular order. */
  findLive(hashes: readonly Buffer[]): Promise<LiveKey[]> {
    return this.database.named<LiveKey>(
      'live_api_keys',
      `SELECT key.key_hash, key.id, key.name, team.id AS team_id, team.name AS team_name, team.tier, team.subscription_status,
              budget.id AS budget_id, budget.ceiling AS budget_limit
       FROM api_keys key
       JOIN teams team ON team.id = key.team_id
       LEFT JOIN spend_budgets budget ON budget.id = key.budget_id
       WHERE key.key_hash = ANY($1) AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`,
      [hashes],
    );
  }

  listOf(teamId: string): Promise<ListedKey[]> {
    return this.database.query<ListedKey>(
      `SELECT key.id, key.name, key.hint, budget.ceiling AS spend_cap,
              CASE WHEN budget.id IS NOT NULL THEN coalesce(spent.used, 0) END AS spend_used,
              key.expires_at, key.revoked_at, key.last_used_at, key.created_at
       FROM api_keys key
       LEFT JOIN spend_budgets budget ON budget.id = key.budget_id
       LEFT JOIN LATERAL (
         SELECT sum(cost) AS used FROM purchases WHERE budget_id = budget.id AND state <> 'refunded'
       ) spent ON true
       WHERE key.team_id = $1 ORDER BY key.created_at DESC, key.id`,
      [teamId],
    );
  }

  /**
   * Revokes a key, of one team if `teamId` is given. A revoked key keeps its time. @returns the key, and whether it was
   * live; null if there is no such key.
   */
  revoke(id: string, teamId: string | null): Promise<RevokedKey | null> {
    return this.database.maybeOne<RevokedKey>(
      `UPDATE api_keys key SET revoked_at = coalesce(key.revoked_at, now())
       FROM (SELECT id, revoked_at IS NULL AS was_live FROM api_keys WHERE id = $1 FOR UPDATE) before
       WHERE key.id = before.id AND ($2::uuid IS NULL OR key.team_id = $2)
       RETURNING key.team_id, key.name, key.hint, key.expires_at, before.was_live`,
      [id, teamId],
    );
  }

  /** Stores when keys were last used. `seen` maps key ids to times. */
  async noteUse(seen: ReadonlyMap<string, Date>): Promise<void> {
    await this.database.execute(
      `UPDATE api_keys SET last_used_at = seen.at
       FROM unnest($1::uuid[], $2::timestamptz[]) AS seen (id, at)
       WHERE api_keys.id = seen.id AND (last_used_at IS NULL OR last_used_at < seen.at)`,
      [[...seen.keys()], [...seen.values()]],
    );
  }
}
