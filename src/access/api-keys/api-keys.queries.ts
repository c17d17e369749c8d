import { Injectable } from '@nestjs/common';
import { BUDGET_USE } from '#accounts/credits/budget-use.statement.js';
import type { PlanTier } from '#config/env.js';
import type { SubscriptionStatus } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';

/** A valid key with its team, plan and spend cap. */
export interface LiveKey {
  key_hash: Buffer;
  id: string;
  name: string;
  hint: string;
  team_id: string;
  team_name: string;
  tier: PlanTier;
  subscription_status: SubscriptionStatus;
  is_suspended: boolean;
  budget_id: string | null;
  budget_limit: number | null;
  scopes: string[];
  allowed_cidrs: string[];
  family_id: string;
}

/** `rotating`: a new key has replaced this one, which still works. */
export type KeyStatus = 'live' | 'rotating' | 'expired' | 'revoked';

/** A key as its team sees it. The spend figures are null without a spend cap. */
export interface ListedKey {
  id: string;
  name: string;
  hint: string;
  status: KeyStatus;
  scopes: string[];
  allowed_cidrs: string[];
  spend_cap: number | null;
  spend_used: number | null;
  daily_cap: number | null;
  daily_used: number | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** False for a key of test mode. */
  livemode: boolean;
  /** The email address of the person who made the key; null for an operator's key. */
  created_by: string | null;
  created_at: Date;
  last_used_at: Date | null;
  last_used_ip: string | null;
  calls_7_days: number;
}

/** The position of a key in the list. */
export interface KeyPosition {
  createdAt: string;
  id: string;
}

/** The uses of a key since they were last stored. */
export interface KeyUse {
  at: Date;
  ip: string;
  calls: number;
}

/** A key that was revoked, now or before. */
export interface RevokedKey {
  team_id: string;
  name: string;
  hint: string;
  expires_at: Date | null;
  was_live: boolean;
}

/** A key that will soon stop working. */
export interface ExpiringKey {
  id: string;
  team_id: string;
  name: string;
  hint: string;
  expires_at: Date;
}

const LIVE = `SELECT key.key_hash, key.id, key.name, key.hint, team.id AS team_id, team.name AS team_name, team.tier, team.subscription_status,
         team.suspended_at IS NOT NULL AS is_suspended,
         budget.id AS budget_id, budget.ceiling AS budget_limit, key.scopes, key.allowed_cidrs,
         coalesce(key.family_id, key.id) AS family_id
  FROM api_keys key
  JOIN teams team ON team.id = key.team_id AND team.deleted_at IS NULL
  LEFT JOIN spend_budgets budget ON budget.id = key.budget_id`;
const IS_LIVE = `key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > now())`;

/** SQL of API keys. */
@Injectable()
export class ApiKeysQueries {
  constructor(private readonly database: Database) {}

  /** The given keys that are neither revoked nor expired, in no particular order. */
  findLive(hashes: readonly Buffer[]): Promise<LiveKey[]> {
    return this.database.prepared.query<LiveKey>(`${LIVE} WHERE key.key_hash = ANY($1) AND ${IS_LIVE}`, [hashes]);
  }

  /** A key that is neither revoked nor expired. */
  findLiveById(id: string): Promise<LiveKey | null> {
    return this.database.maybeOne<LiveKey>(`${LIVE} WHERE key.id = $1 AND ${IS_LIVE}`, [id]);
  }

  /** At most `limit` keys of these teams, newest first; with `after`, only older ones; with `id`, only that key. */
  find(
    { teamIds, id }: { teamIds: readonly string[] | null; id: string | null },
    { after, limit }: { after: KeyPosition | null; limit: number | null },
  ): Promise<(ListedKey & { position: string })[]> {
    return this.database.query<ListedKey & { position: string }>(
      `SELECT key.id, key.name, key.hint, key.scopes, key.allowed_cidrs, budget.ceiling AS spend_cap,
              CASE WHEN budget.id IS NOT NULL THEN spent.used END AS spend_used, budget.daily_ceiling AS daily_cap,
              CASE WHEN budget.id IS NOT NULL THEN spent.today END AS daily_used,
              CASE WHEN key.revoked_at IS NOT NULL THEN 'revoked'
                   WHEN key.expires_at <= now() THEN 'expired'
                   WHEN key.rotated_at IS NOT NULL THEN 'rotating' ELSE 'live' END AS status,
              key.expires_at, key.revoked_at, person.email AS created_by, team.live_team_id IS NULL AS livemode, key.created_at, key.last_used_at,
              key.last_used_ip, coalesce(used.calls, 0) AS calls_7_days, key.created_at::text AS position
       FROM api_keys key JOIN teams team ON team.id = key.team_id
       LEFT JOIN users person ON person.id = key.created_by
       LEFT JOIN spend_budgets budget ON budget.id = key.budget_id
       CROSS JOIN ${BUDGET_USE}
       LEFT JOIN LATERAL (
         SELECT sum(calls) AS calls FROM api_key_uses WHERE key_id = key.id AND day > (now() AT TIME ZONE 'UTC')::date - 7
       ) used ON true
       WHERE ($1::uuid[] IS NULL OR key.team_id = ANY($1)) AND ($2::uuid IS NULL OR key.id = $2)
         AND ($3::timestamptz IS NULL OR key.created_at < $3 OR (key.created_at = $3 AND key.id > $4::uuid))
       ORDER BY key.created_at DESC, key.id LIMIT $5`,
      [teamIds, id, after?.createdAt, after?.id, limit],
    );
  }

  /** The valid keys of a team that have not been replaced. */
  async countLive(teamId: string): Promise<number> {
    const { keys } = await this.database.one<{ keys: number }>(
      `SELECT count(*) AS keys FROM api_keys
       WHERE team_id = $1 AND revoked_at IS NULL AND rotated_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
      [teamId],
    );
    return keys;
  }

  /**
   * Revokes a key, of these teams if they are given. A revoked key keeps its time of revocation. @returns the key, and
   * whether it was live; null if there is no such key.
   */
  revoke(id: string, teamIds: readonly string[] | null): Promise<RevokedKey | null> {
    return this.database.maybeOne<RevokedKey>(
      `UPDATE api_keys key SET revoked_at = coalesce(key.revoked_at, now())
       FROM (SELECT id, revoked_at IS NULL AS was_live FROM api_keys WHERE id = $1 FOR UPDATE) before
       WHERE key.id = before.id AND ($2::uuid[] IS NULL OR key.team_id = ANY($2))
       RETURNING key.team_id, key.name, key.hint, key.expires_at, before.was_live`,
      [id, teamIds],
    );
  }

  /** Stores the latest use of keys, and adds their calls to the day, in UTC. `uses` is by key. */
  async noteUses(uses: ReadonlyMap<string, KeyUse>): Promise<void> {
    const values = [...uses.values()];
    // The keys are locked in one order: two processes note the same ones.
    await this.database.execute(
      `WITH seen AS (
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::integer[]) AS seen (id, at, ip, calls)
       ), used AS MATERIALIZED (
         SELECT id, seen.at, seen.ip, seen.calls FROM seen JOIN api_keys USING (id) ORDER BY id FOR NO KEY UPDATE OF api_keys
       ), counted AS (
         INSERT INTO api_key_uses (key_id, day, calls)
         SELECT id, (at AT TIME ZONE 'UTC')::date, calls FROM used ORDER BY id
         ON CONFLICT (key_id, day) DO UPDATE SET calls = api_key_uses.calls + excluded.calls
       )
       UPDATE api_keys SET last_used_at = used.at, last_used_ip = used.ip FROM used
       WHERE api_keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [[...uses.keys()], values.map(({ at }) => at), values.map(({ ip }) => ip), values.map(({ calls }) => calls)],
    );
  }

  /**
   * Records the notices about keys that will stop working within 30, 7 or 1 days. A replaced key is left out. @returns
   * the keys with a new notice, each once for the shortest time
   */
  noteExpiring(): Promise<ExpiringKey[]> {
    return this.database.query<ExpiringKey>(
      `UPDATE api_keys key SET expiry_told_days = due.days
       FROM (SELECT id, CASE WHEN expires_at <= now() + interval '1 day' THEN 1
                             WHEN expires_at <= now() + interval '7 days' THEN 7 ELSE 30 END AS days
             FROM api_keys
             WHERE expires_at > now() AND expires_at <= now() + interval '30 days' AND revoked_at IS NULL
               AND rotated_at IS NULL AND team_id IN (SELECT id FROM teams WHERE deleted_at IS NULL)
             FOR UPDATE SKIP LOCKED) AS due
       WHERE key.id = due.id AND (key.expiry_told_days IS NULL OR key.expiry_told_days > due.days)
       RETURNING key.id, key.team_id, key.name, key.hint, key.expires_at`,
    );
  }

  /** Deletes the counts of calls that are older than a week. @returns the number of rows */
  purgeUses(): Promise<number> {
    return this.database.execute(`DELETE FROM api_key_uses WHERE day < (now() AT TIME ZONE 'UTC')::date - 7`);
  }
}
