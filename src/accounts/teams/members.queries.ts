import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Membership } from './membership.entity.js';
import { User } from './user.entity.js';

/** A person in a team, as the team sees them. */
export type TeamMember = Pick<RowOf<User>, 'id' | 'email'> & Pick<RowOf<Membership>, 'role'> & { joined_at: Date };

/** A person as an operator sees them, with their teams. */
export type ListedPerson = Pick<RowOf<User>, 'id' | 'email' | 'created_at' | 'disabled_at'> & {
  teams: { id: string; name: string; role: Membership['role'] }[];
};

/** A person of a team who may get mails about its work. */
export type Recipient = Pick<RowOf<User>, 'id' | 'email'> & { is_verified: boolean };

const TEAMS_OF_PERSON = `SELECT team_id FROM memberships JOIN teams ON teams.id = team_id
  WHERE user_id = $1 AND teams.deleted_at IS NULL`;

/** The address that a person had before a change. */
export interface EarlierAddress {
  email: string;
  isConfirmed: boolean;
}

/** SQL of people and memberships. */
@Injectable()
export class MembersQueries {
  constructor(
    private readonly database: Database,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  /** The person with this email address, case-insensitive, or null. */
  findByEmail(email: string): Promise<User | null> {
    return this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email }).getOne();
  }

  /** All people, or those of one team, the newest account first. */
  list(teamId: string | null): Promise<ListedPerson[]> {
    return this.database.query<ListedPerson>(
      `SELECT person.id, person.email, person.created_at, person.disabled_at,
              coalesce(json_agg(json_build_object('id', team.id, 'name', team.name, 'role', membership.role)
                                ORDER BY team.name, team.id) FILTER (WHERE team.id IS NOT NULL), '[]') AS teams
       FROM users person
       LEFT JOIN memberships membership ON membership.user_id = person.id
       LEFT JOIN teams team ON team.id = membership.team_id
       WHERE $1::uuid IS NULL
          OR EXISTS (SELECT FROM memberships WHERE user_id = person.id AND team_id = $1)
       GROUP BY person.id ORDER BY person.created_at DESC, person.id`,
      [teamId],
    );
  }

  /** The email address and the teams of a person, or null. Deleted teams are left out. */
  findWithTeams(userId: string): Promise<{ email: string; team_ids: string[] } | null> {
    return this.database.maybeOne<{ email: string; team_ids: string[] }>(
      `SELECT email, array(${TEAMS_OF_PERSON} ORDER BY team_id) AS team_ids
       FROM users WHERE id = $1`,
      [userId],
    );
  }

  /** A team of a person that is not deleted, or null. */
  async findTeamOf(userId: string): Promise<string | null> {
    const found = await this.database.maybeOne<{ team_id: string }>(`${TEAMS_OF_PERSON} LIMIT 1`, [userId]);
    return found?.team_id ?? null;
  }

  async lock(userId: string): Promise<void> {
    await this.database.execute('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  }

  async deletePerson(userId: string): Promise<void> {
    await this.database.execute('DELETE FROM users WHERE id = $1', [userId]);
  }

  /** Inserts a person. Expects an open transaction. @returns false when the email address is in use */
  async insertUser(user: Pick<User, 'id' | 'email' | 'passwordHash' | 'emailVerifiedAt'>): Promise<boolean> {
    await this.lockEmail(user.email);
    const inserted = await this.database.execute(
      'INSERT INTO users (id, email, password_hash, email_verified_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [user.id, user.email, user.passwordHash, user.emailVerifiedAt],
    );
    return inserted === 1;
  }

  /** The address and password hash of an enabled account. */
  findPassword(userId: string): Promise<Pick<User, 'email' | 'passwordHash'> | null> {
    return this.database.maybeOne<Pick<User, 'email' | 'passwordHash'>>(
      'SELECT email, password_hash AS "passwordHash" FROM users WHERE id = $1 AND disabled_at IS NULL',
      [userId],
    );
  }

  async updatePassword(userId: string, passwordHash: string | null): Promise<void> {
    await this.database.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
  }

  /** Marks a person's address as confirmed. @returns false if it already is, or the person has another address */
  async verifyEmail(userId: string, email: string): Promise<boolean> {
    const changed = await this.database.execute(
      `UPDATE users SET email_verified_at = now()
       WHERE id = $1 AND lower(email) = lower($2) AND email_verified_at IS NULL`,
      [userId, email],
    );
    return changed === 1;
  }

  /**
   * Changes an address. Expects an open transaction. @returns the previous address, or null if another person has the
   * new one
   */
  async changeEmail(userId: string, email: string): Promise<EarlierAddress | null> {
    await this.lockEmail(email);
    return this.database.maybeOne<EarlierAddress>(
      `UPDATE users SET email = $2, email_verified_at = now() FROM (SELECT id, email, email_verified_at FROM users WHERE id = $1) before
       WHERE users.id = before.id AND NOT EXISTS (SELECT FROM users WHERE lower(email) = lower($2) AND id <> $1)
       RETURNING before.email, before.email_verified_at IS NOT NULL AS "isConfirmed"`,
      [userId, email],
    );
  }

  /** The people of a team, in the order in which they joined. */
  findByTeam(teamId: string): Promise<TeamMember[]> {
    return this.database.query<TeamMember>(
      `SELECT person.id, person.email, membership.role, membership.created_at AS joined_at
       FROM memberships membership JOIN users person ON person.id = membership.user_id
       WHERE membership.team_id = $1 ORDER BY membership.created_at, person.email`,
      [teamId],
    );
  }

  /** The people among these who are in the team, with their address. */
  findRecipients(teamId: string, userIds: readonly string[]): Promise<Recipient[]> {
    return this.database.query<Recipient>(
      `SELECT person.id, person.email, person.email_verified_at IS NOT NULL AS is_verified
       FROM memberships membership JOIN users person ON person.id = membership.user_id
       WHERE membership.team_id = $1 AND person.id = ANY($2) AND person.disabled_at IS NULL`,
      [teamId, userIds],
    );
  }

  /** Whether a person is an owner of a team and has confirmed their address. */
  async isConfirmedOwner(teamId: string, userId: string): Promise<boolean> {
    const { found } = await this.database.one<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM memberships membership JOIN users person ON person.id = membership.user_id
                      WHERE membership.team_id = $1 AND person.id = $2 AND membership.role = 'owner'
                        AND person.email_verified_at IS NOT NULL AND person.disabled_at IS NULL) AS found`,
      [teamId, userId],
    );
    return found;
  }

  /** The roles of a team by person, locked until the transaction ends. */
  async lockRoles(teamId: string): Promise<Map<string, Membership['role']>> {
    const rows = await this.database.query<Pick<RowOf<Membership>, 'user_id' | 'role'>>(
      'SELECT user_id, role FROM memberships WHERE team_id = $1 ORDER BY user_id FOR UPDATE',
      [teamId],
    );
    return new Map(rows.map(({ user_id, role }) => [user_id, role]));
  }

  /** The role of a person, which does not change until the open transaction ends. Null for a person who is not in the team. */
  async lockRole(teamId: string, userId: string): Promise<Membership['role'] | null> {
    const row = await this.database.maybeOne<Pick<RowOf<Membership>, 'role'>>(
      'SELECT role FROM memberships WHERE team_id = $1 AND user_id = $2 FOR SHARE',
      [teamId, userId],
    );
    return row?.role ?? null;
  }

  async updateRole(teamId: string, userId: string, role: Membership['role']): Promise<void> {
    await this.database.execute('UPDATE memberships SET role = $3 WHERE team_id = $1 AND user_id = $2', [
      teamId,
      userId,
      role,
    ]);
  }

  /** Adds a person to a team. @returns false for a person who is already in the team */
  async insertMember(teamId: string, userId: string, role: Membership['role'] = 'member'): Promise<boolean> {
    const inserted = await this.database.execute(
      'INSERT INTO memberships (team_id, user_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [teamId, userId, role],
    );
    return inserted === 1;
  }

  /** Changes to the same address are serialized here. */
  private async lockEmail(email: string): Promise<void> {
    await this.database.query('SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 0))', [email]);
  }
}
