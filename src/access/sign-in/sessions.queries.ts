import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { hasFactorsOf } from './second-factor/factors.condition.js';
import type { MemberTeam, Person, SignedIn } from './session.types.js';
import type { WebSession } from './web-session.entity.js';

/** The idle time and the maximum time of a session, and the lifetime of a proof. */
export interface SessionLifetime {
  idleMinutes: number;
  maxHours: number;
  proofMinutes: number;
}

/** The conditions of a session. */
export interface SessionRules extends SessionLifetime {
  /** Whether every team requires a second factor. */
  requiresTwoFactor: boolean;
}

/** A session that begins. */
export type NewSession = Pick<WebSession, 'userAgent' | 'ip' | 'hasProviderFactor'> & { provedAt: Date | null };

/** A session as its person sees it. */
export type ListedSession = Omit<RowOf<WebSession>, 'id_hash' | 'user_id' | 'proved_at' | 'has_provider_factor'> & {
  is_current: boolean;
};

/** SQL of browser sessions. */
@Injectable()
export class SessionsQueries {
  constructor(private readonly database: Database) {}

  /**
   * Stores a session. Without `provedAt`, the person has given a proof just now. @returns false if the password of the person
   * no longer has this hash: a change that is under way ends the session, or prevents it
   */
  async insert(idHash: Buffer, userId: string, session: NewSession, passwordHash: string | null): Promise<boolean> {
    const { userAgent, ip, provedAt, hasProviderFactor } = session;
    const inserted = await this.database.execute(
      `INSERT INTO web_sessions (id_hash, user_id, user_agent, ip, proved_at, has_provider_factor)
       SELECT $1, id, $3, $4, coalesce($5, now()), $6 FROM users
       WHERE id = $2 AND ($7::text IS NULL OR password_hash = $7) FOR SHARE`,
      [idHash, userId, userAgent, ip, provedAt, hasProviderFactor, passwordHash],
    );
    return inserted === 1;
  }

  /** The live sessions of a person: first the one with this hash, then in order of last use. */
  list(userId: string, idHash: Buffer, { idleMinutes, maxHours }: SessionLifetime): Promise<ListedSession[]> {
    return this.database.query<ListedSession>(
      `SELECT id, user_agent, ip, created_at, last_seen_at, id_hash = $2 AS is_current FROM web_sessions
       WHERE user_id = $1 AND last_seen_at > now() - make_interval(mins => $3)
         AND created_at > now() - make_interval(hours => $4)
       ORDER BY is_current DESC, last_seen_at DESC, id LIMIT 100`,
      [userId, idHash, idleMinutes, maxHours],
    );
  }

  /** @returns false if the person has no such session */
  async deleteOne(userId: string, id: string): Promise<boolean> {
    const deleted = await this.database.execute('DELETE FROM web_sessions WHERE user_id = $1 AND id = $2', [
      userId,
      id,
    ]);
    return deleted === 1;
  }

  async delete(idHash: Buffer): Promise<void> {
    await this.database.execute('DELETE FROM web_sessions WHERE id_hash = $1', [idHash]);
  }

  /** @returns the number of sessions */
  deleteOthers(userId: string, idHash: Buffer): Promise<number> {
    return this.database.execute('DELETE FROM web_sessions WHERE user_id = $1 AND id_hash <> $2', [userId, idHash]);
  }

  /** @returns the number of sessions */
  deleteAll(userId: string): Promise<number> {
    return this.database.execute('DELETE FROM web_sessions WHERE user_id = $1', [userId]);
  }

  /**
   * The person of a live session with their teams, or null. A disabled person has no live session. Every request extends the session. The time of the last
   * request is stored at most once a minute, or more often if the idle time is below ten minutes.
   */
  visit(idHash: Buffer, rules: SessionRules): Promise<SignedIn | null> {
    const { idleMinutes, maxHours, proofMinutes, requiresTwoFactor } = rules;
    return this.database.maybeOne<SignedIn>(
      `WITH session AS (
         SELECT id_hash, user_id, last_seen_at, has_provider_factor, proved_at > now() - make_interval(mins => $4) AS "isProved"
         FROM web_sessions
         WHERE id_hash = $1 AND last_seen_at > now() - make_interval(mins => $2) AND created_at > now() - make_interval(hours => $3)
       ), noted AS (
         UPDATE web_sessions SET last_seen_at = now() FROM session
         WHERE web_sessions.id_hash = session.id_hash
           AND session.last_seen_at < now() - least(interval '1 minute', make_interval(mins => $2) / 10)
       )
       SELECT json_build_object('id', person.id, 'email', person.email,
                                'isVerified', person.email_verified_at IS NOT NULL) AS user,
              coalesce(json_agg(json_build_object('id', team.id, 'name', team.name, 'tier', team.tier,
                                                  'status', team.subscription_status, 'role', membership.role,
                                                  'isSuspended', team.suspended_at IS NOT NULL,
                                                  'requiresTwoFactor', team.requires_two_factor,
                                                  'isLocked', (team.requires_two_factor OR $5) AND factor.user_id IS NULL
                                                              AND NOT session.has_provider_factor)
                                ORDER BY team.name, team.id) FILTER (WHERE team.id IS NOT NULL), '[]') AS teams,
              session."isProved"
       FROM session
       JOIN users person ON person.id = session.user_id AND person.disabled_at IS NULL
       LEFT JOIN user_factors factor ON factor.user_id = person.id AND factor.confirmed_at IS NOT NULL
       LEFT JOIN memberships membership ON membership.user_id = person.id
       LEFT JOIN teams team ON team.id = membership.team_id AND team.deleted_at IS NULL
       GROUP BY person.id, session."isProved", session.has_provider_factor`,
      [idHash, idleMinutes, maxHours, proofMinutes, requiresTwoFactor],
    );
  }

  /** An enabled person with one of their teams, or null. Also null without the second factor that the team requires. */
  findMember(
    userId: string,
    teamId: string,
    { requiresTwoFactor }: SessionRules,
  ): Promise<{ user: Person; team: MemberTeam } | null> {
    return this.database.maybeOne<{ user: Person; team: MemberTeam }>(
      `SELECT json_build_object('id', person.id, 'email', person.email,
                                'isVerified', person.email_verified_at IS NOT NULL) AS user,
              json_build_object('id', team.id, 'name', team.name, 'tier', team.tier,
                                'status', team.subscription_status, 'role', membership.role,
                                'isSuspended', team.suspended_at IS NOT NULL) AS team
       FROM memberships membership
       JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
       JOIN teams team ON team.id = membership.team_id AND team.deleted_at IS NULL
       WHERE membership.user_id = $1 AND membership.team_id = $2 AND ${hasFactorsOf('$3')}`,
      [userId, teamId, requiresTwoFactor],
    );
  }

  /** Notes a proof, and replaces the secret of the session. */
  async noteProof(idHash: Buffer, nextHash: Buffer): Promise<void> {
    await this.database.execute('UPDATE web_sessions SET proved_at = now(), id_hash = $2 WHERE id_hash = $1', [
      idHash,
      nextHash,
    ]);
  }

  /** Deletes ended sessions. @returns the number of sessions. */
  purge({ idleMinutes, maxHours }: SessionLifetime): Promise<number> {
    return this.database.execute(
      `DELETE FROM web_sessions
       WHERE last_seen_at < now() - make_interval(mins => $1) OR created_at < now() - make_interval(hours => $2)`,
      [idleMinutes, maxHours],
    );
  }
}
