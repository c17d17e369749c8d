import { Injectable } from '@nestjs/common';
import { hasFactorsOf } from '#access/sign-in/second-factor/factors.condition.js';
import { BUDGET_USE } from '#accounts/credits/budget-use.statement.js';
import type { PlanTier } from '#config/env.js';
import type { MemberRole, SubscriptionStatus } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';

/** The connection, team, plan and budget of a live access token. */
export interface LiveToken {
  connection_id: string;
  client_name: string;
  user_id: string;
  team_id: string;
  team_name: string;
  tier: PlanTier;
  subscription_status: SubscriptionStatus;
  is_suspended: boolean;
  role: MemberRole;
  budget_id: string | null;
  budget_limit: number | null;
  ask_before_spending: boolean;
}

/** A connection as its team sees it. `credit_budget` is null if the connection cannot spend credits. */
export interface ListedConnection {
  id: string;
  client_name: string;
  user_id: string;
  user_email: string;
  credit_budget: number | null;
  ask_before_spending: boolean;
  spent_last_30_days: number;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

/** A connection that has just ended. */
export interface EndedConnection {
  id: string;
  team_id: string;
  client_name: string;
}

const LIVE_COLUMNS = `connection.id AS connection_id, connection.user_id, connection.client_name, connection.last_used_at,
  connection.ask_before_spending, team.id AS team_id,
  team.name AS team_name, team.tier, team.subscription_status, team.suspended_at IS NOT NULL AS is_suspended, membership.role, budget.id AS budget_id, budget.ceiling AS budget_limit`;
const WITH_TEAM = `
  JOIN memberships membership ON membership.team_id = connection.team_id AND membership.user_id = connection.user_id
  JOIN users person ON person.id = connection.user_id AND person.disabled_at IS NULL
  JOIN teams team ON team.id = connection.team_id AND team.deleted_at IS NULL
  LEFT JOIN spend_budgets budget ON budget.id = connection.budget_id`;
const HAS_FACTORS = hasFactorsOf('$1');

/** SQL of connections. */
@Injectable()
export class ConnectionsQueries {
  constructor(private readonly database: Database) {}

  /**
   * The team and budget of a live access token, or null when it is unknown, expired, for another audience,
   * disconnected, or the team is deleted, or the person has left it, is disabled, or lacks the second factor that the team
   * requires. Every request reads plan and budget again, so that it sees their current state.
   */
  async findLiveToken(tokenHash: Buffer, audience: string, requiresTwoFactor: boolean): Promise<LiveToken | null> {
    const rows = await this.database.prepared.query<LiveToken>(
      `WITH live AS (
         SELECT ${LIVE_COLUMNS}
         FROM oauth_artifacts token
         JOIN oauth_connections connection ON connection.grant_id = token.grant_id AND connection.revoked_at IS NULL
         ${WITH_TEAM}
         WHERE token.model = 'AccessToken' AND token.id_hash = $2 AND token.expires_at > now() AND token.payload->>'aud' = $3
           AND ${HAS_FACTORS}
       ), noted AS (
         UPDATE oauth_connections SET last_used_at = now() FROM live
         WHERE oauth_connections.id = live.connection_id
           AND (live.last_used_at IS NULL OR live.last_used_at < now() - interval '1 minute')
       )
       TABLE live`,
      [requiresTwoFactor, tokenHash, audience],
    );
    return rows[0] ?? null;
  }

  /** The team and budget of a connection, under the same conditions as with a token. */
  findLive(id: string, requiresTwoFactor: boolean): Promise<LiveToken | null> {
    return this.database.maybeOne<LiveToken>(
      `SELECT ${LIVE_COLUMNS} FROM oauth_connections connection ${WITH_TEAM}
       WHERE connection.id = $2 AND connection.revoked_at IS NULL AND connection.expires_at > now() AND ${HAS_FACTORS}`,
      [requiresTwoFactor, id],
    );
  }

  /** True while the connection of a grant is live, and its person in its team. */
  async isLive(grantId: string): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT FROM oauth_connections connection
       JOIN memberships membership ON membership.team_id = connection.team_id AND membership.user_id = connection.user_id
       JOIN users person ON person.id = connection.user_id AND person.disabled_at IS NULL
       JOIN teams team ON team.id = connection.team_id AND team.deleted_at IS NULL
       WHERE connection.grant_id = $1 AND connection.revoked_at IS NULL`,
      [grantId],
    );
    return rows.length > 0;
  }

  /** The team's live connections, newest first. */
  liveOf(teamId: string): Promise<ListedConnection[]> {
    return this.database.query<ListedConnection>(
      `SELECT connection.id, connection.client_name, person.id AS user_id, person.email AS user_email, budget.ceiling AS credit_budget,
              connection.ask_before_spending,
              spent.used AS spent_last_30_days, connection.created_at, connection.expires_at, connection.last_used_at
       FROM oauth_connections connection
       JOIN users person ON person.id = connection.user_id
       LEFT JOIN spend_budgets budget ON budget.id = connection.budget_id
       CROSS JOIN ${BUDGET_USE}
       WHERE connection.team_id = $1 AND connection.revoked_at IS NULL AND connection.expires_at > now()
       ORDER BY connection.created_at DESC, connection.id`,
      [teamId],
    );
  }

  /** The grant of a connection, of one team if `teamId` is given, or null. */
  async grantOf(id: string, teamId: string | null): Promise<string | null> {
    const row = await this.database.maybeOne<{ grant_id: string }>(
      'SELECT grant_id FROM oauth_connections WHERE id = $1 AND ($2::uuid IS NULL OR team_id = $2)',
      [id, teamId],
    );
    return row?.grant_id ?? null;
  }

  /** The grants of a person's connections that are not revoked. */
  async grantsOfUser(userId: string, teamId: string | null): Promise<string[]> {
    const rows = await this.database.query<{ grant_id: string }>(
      `SELECT grant_id FROM oauth_connections
       WHERE user_id = $1 AND ($2::uuid IS NULL OR team_id = $2) AND revoked_at IS NULL ORDER BY grant_id`,
      [userId, teamId],
    );
    return rows.map(({ grant_id }) => grant_id);
  }

  /**
   * Marks the connection of a grant revoked and deletes its tokens, codes and the grant. @returns the connection if it
   * was live.
   */
  async endGrant(grantId: string): Promise<EndedConnection | null> {
    return this.database.transaction(async () => {
      // The connection's row is locked first, so that concurrent calls for one grant wait here instead of in a
      // deadlock.
      const ended = await this.database.maybeOne<EndedConnection & { was_live: boolean }>(
        `UPDATE oauth_connections connection SET revoked_at = coalesce(connection.revoked_at, now())
         FROM (SELECT id, revoked_at IS NULL AS was_live FROM oauth_connections WHERE grant_id = $1 FOR UPDATE) before
         WHERE connection.id = before.id
         RETURNING connection.id, connection.team_id, connection.client_name, before.was_live`,
        [grantId],
      );
      await this.database.execute('DELETE FROM oauth_artifacts WHERE grant_id = $1', [grantId]);
      return ended?.was_live ? ended : null;
    });
  }
}
