import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { SignedIn } from './session.types.js';

/** How long a session lasts: without a request, and at most. */
export interface SessionLifetime {
  idleMinutes: number;
  maxHours: number;
}

/** SQL of browser sessions. */
@Injectable()
export class SessionsQueries {
  constructor(private readonly database: Database) {}

  async insert(idHash: Buffer, userId: string): Promise<void> {
    await this.database.execute('INSERT INTO web_sessions (id_hash, user_id) VALUES ($1, $2)', [idHash, userId]);
  }

  async delete(idHash: Buffer): Promise<void> {
    await this.database.execute('DELETE FROM web_sessions WHERE id_hash = $1', [idHash]);
  }

  async deleteOthers(userId: string, idHash: Buffer): Promise<void> {
    await this.database.execute('DELETE FROM web_sessions WHERE user_id = $1 AND id_hash <> $2', [userId, idHash]);
  }

  /** @returns the number of sessions */
  deleteAll(userId: string): Promise<number> {
    return this.database.execute('DELETE FROM web_sessions WHERE user_id = $1', [userId]);
  }

  /**
   * The person of a live session with their teams, or null. A disabled person has no live session. Every request extends the session. The time of the last
   * request is stored at most once a minute, or more often if the idle time is below ten minutes.
   */
  visit(idHash: Buffer, { idleMinutes, maxHours }: SessionLifetime): Promise<SignedIn | null> {
    return this.database.maybeOne<SignedIn>(
      `WITH session AS (
         SELECT id_hash, user_id, last_seen_at FROM web_sessions
         WHERE id_hash = $1 AND last_seen_at > now() - make_interval(mins => $2) AND created_at > now() - make_interval(hours => $3)
       ), noted AS (
         UPDATE web_sessions SET last_seen_at = now() FROM session
         WHERE web_sessions.id_hash = session.id_hash
           AND session.last_seen_at < now() - least(interval '1 minute', make_interval(mins => $2) / 10)
       )
       SELECT json_build_object('id', person.id, 'email', person.email,
                                'isVerified', person.email_verified_at IS NOT NULL) AS user,
              coalesce(json_agg(json_build_object('id', team.id, 'name', team.name, 'tier', team.tier,
                                                  'status', team.subscription_status, 'role', membership.role)
                                ORDER BY team.name, team.id) FILTER (WHERE team.id IS NOT NULL), '[]') AS teams
       FROM session
       JOIN users person ON person.id = session.user_id AND person.disabled_at IS NULL
       LEFT JOIN memberships membership ON membership.user_id = person.id
       LEFT JOIN teams team ON team.id = membership.team_id
       GROUP BY person.id`,
      [idHash, idleMinutes, maxHours],
    );
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
