import { Injectable } from '@nestjs/common';
import type { MemberRole } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';

/** An invitation to store. */
export interface NewInvitation {
  tokenHash: Buffer;
  teamId: string;
  email: string | null;
  role: MemberRole;
  invitedBy: string;
}

/** A pending invitation, as the team sees it. */
export interface ListedInvitation {
  id: string;
  email: string | null;
  role: MemberRole;
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
}

/** An invitation that can be accepted. */
export interface OpenInvitation {
  id: string;
  team_id: string;
  team_name: string;
  email: string | null;
  role: MemberRole;
  /** The email address of the inviter; null when the account is gone. */
  inviter: string | null;
  token_hash: Buffer;
}

const DAYS = 7;
const UNUSED = 'used_at IS NULL';
const OPEN = `SELECT invitation.id, team.id AS team_id, team.name AS team_name, invitation.email, invitation.role,
    person.email AS inviter, invitation.token_hash
  FROM team_invitations invitation
  JOIN teams team ON team.id = invitation.team_id AND team.deleted_at IS NULL
  LEFT JOIN users person ON person.id = invitation.invited_by
  WHERE ${UNUSED} AND invitation.expires_at > now()`;

/** SQL of invitations. */
@Injectable()
export class InvitationsQueries {
  constructor(private readonly database: Database) {}

  /** Stores an invitation for seven days. It replaces one for the same address. @returns its id */
  async insert({ tokenHash, teamId, email, role, invitedBy }: NewInvitation): Promise<string> {
    const { id } = await this.database.one<{ id: string }>(
      `INSERT INTO team_invitations (token_hash, team_id, email, role, invited_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => ${DAYS}))
       ON CONFLICT (team_id, lower(email)) WHERE ${UNUSED} AND email IS NOT NULL DO UPDATE
       SET token_hash = excluded.token_hash, email = excluded.email, role = excluded.role,
         invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
       RETURNING id`,
      [tokenHash, teamId, email, role, invitedBy],
    );
    return id;
  }

  /**
   * Replaces the secret of an invitation, for another seven days, so that the old link stops working. Null for an
   * accepted invitation.
   */
  renew(id: string, teamId: string, tokenHash: Buffer): Promise<{ email: string | null; role: MemberRole } | null> {
    return this.database.maybeOne<{ email: string | null; role: MemberRole }>(
      `UPDATE team_invitations SET token_hash = $3, expires_at = now() + make_interval(days => ${DAYS})
       WHERE id = $1 AND team_id = $2 AND ${UNUSED} RETURNING email, role`,
      [id, teamId, tokenHash],
    );
  }

  /** Deletes an invitation. Null for an accepted one. */
  delete(id: string, teamId: string): Promise<{ email: string | null; role: MemberRole } | null> {
    return this.database.maybeOne<{ email: string | null; role: MemberRole }>(
      `DELETE FROM team_invitations WHERE id = $1 AND team_id = $2 AND ${UNUSED} RETURNING email, role`,
      [id, teamId],
    );
  }

  /** Deletes the pending invitations of an inviter, to one team or made in the last minutes if these are given. */
  deleteOf(
    inviterId: string,
    { teamId = null, minutes = null }: { teamId?: string | null; minutes?: number | null },
  ): Promise<{ id: string; team_id: string; email: string | null; role: MemberRole }[]> {
    return this.database.query(
      `DELETE FROM team_invitations
       WHERE invited_by = $1 AND ${UNUSED} AND ($2::uuid IS NULL OR team_id = $2)
         AND ($3::integer IS NULL OR created_at > now() - make_interval(mins => $3))
       RETURNING id, team_id, email, role`,
      [inviterId, teamId, minutes],
    );
  }

  /** The address and the role of a pending invitation, or null. */
  find(id: string, teamId: string): Promise<{ email: string | null; role: MemberRole } | null> {
    return this.database.maybeOne<{ email: string | null; role: MemberRole }>(
      `SELECT email, role FROM team_invitations WHERE id = $1 AND team_id = $2 AND ${UNUSED}`,
      [id, teamId],
    );
  }

  /** The pending invitations of a team, expired ones too, newest first. */
  findByTeam(teamId: string): Promise<ListedInvitation[]> {
    return this.database.query<ListedInvitation>(
      `SELECT invitation.id, invitation.email, invitation.role, person.email AS invited_by, invitation.created_at,
              invitation.expires_at
       FROM team_invitations invitation LEFT JOIN users person ON person.id = invitation.invited_by
       WHERE invitation.team_id = $1 AND ${UNUSED} ORDER BY invitation.created_at DESC, invitation.id`,
      [teamId],
    );
  }

  /** The people of a team, and the addresses that it has invited, each address counted once. */
  async countPeople(teamId: string, besides: string | null): Promise<number> {
    const { people } = await this.database.one<{ people: number }>(
      `SELECT (SELECT count(*) FROM memberships WHERE team_id = $1)
            + (SELECT count(*) FROM team_invitations
               WHERE team_id = $1 AND ${UNUSED} AND expires_at > now()
                 AND ($2::text IS NULL OR lower(email) IS DISTINCT FROM lower($2))) AS people`,
      [teamId, besides],
    );
    return people;
  }

  /** Whether a person with this address is in the team. */
  async isMember(teamId: string, email: string): Promise<boolean> {
    const found = await this.database.query(
      `SELECT FROM memberships JOIN users ON users.id = memberships.user_id
       WHERE memberships.team_id = $1 AND lower(users.email) = lower($2)`,
      [teamId, email],
    );
    return found.length > 0;
  }

  /** An invitation that is neither used nor expired, or null. */
  findOpen(tokenHash: Buffer): Promise<OpenInvitation | null> {
    return this.database.maybeOne<OpenInvitation>(`${OPEN} AND invitation.token_hash = $1`, [tokenHash]);
  }

  /** The invitations to an address that are neither used nor expired, newest first. */
  findOpenFor(email: string): Promise<OpenInvitation[]> {
    return this.database.query<OpenInvitation>(
      `${OPEN} AND lower(invitation.email) = lower($1) ORDER BY invitation.created_at DESC, invitation.id`,
      [email],
    );
  }

  /** Marks an invitation as used. @returns false when it was used before */
  async use(tokenHash: Buffer): Promise<boolean> {
    const used = await this.database.execute(
      `UPDATE team_invitations SET used_at = now() WHERE token_hash = $1 AND ${UNUSED}`,
      [tokenHash],
    );
    return used === 1;
  }

  /** Deletes used invitations, and those that expired 30 days ago. @returns the number of invitations */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM team_invitations WHERE used_at IS NOT NULL OR expires_at < now() - interval '30 days'`,
    );
  }

  /** Deletes the invitations of an address, accepted or not. */
  async deleteFor(email: string): Promise<void> {
    await this.database.execute('DELETE FROM team_invitations WHERE lower(email) = lower($1)', [email]);
  }
}
