import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { type AuditedChange, AuditService } from '#accounts/audit/audit.service.js';
import type { NamedActor } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { forbidden, invalidField, notFound } from '#platform/errors/application-error.js';
import { type ListedPerson, MembersQueries, type TeamMember } from './members.queries.js';
import { Membership, type MemberRole } from './membership.entity.js';
import { demandPassword } from './password.rule.js';
import { PasswordsService } from './passwords.service.js';
import { TeamInvitation } from './team-invitation.entity.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

export type { ListedPerson, TeamMember };

const INVITATION_MS = 7 * 24 * 60 * 60 * 1_000;

/** The accounts, passwords and team memberships of people. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly queries: MembersQueries,
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @InjectRepository(TeamInvitation) private readonly invitations: Repository<TeamInvitation>,
    private readonly teams: TeamsService,
    private readonly passwords: PasswordsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Creates an account, and a free team when `teamName` is given. Does nothing when the address is taken, without an
   * error, so that a caller cannot find out who has an account. `verify` asks the new person in the same transaction to
   * confirm the address; without it, the address counts as confirmed.
   * @returns whether the address was free, which the caller must not tell
   * @throws 400 for an invalid address or password
   */
  async signUp(
    email: string,
    password: string,
    teamName: string | null,
    verify: ((user: Pick<User, 'id' | 'email'>) => Promise<void>) | null = null,
  ): Promise<boolean> {
    validateEmail(email);
    demandPassword(password, 'password', email);
    const user = { id: uuidv7(), email: email.trim(), passwordHash: await this.passwords.hash(password) };
    return this.database.transaction(async () => {
      const isNew = await this.queries.insertUser({ ...user, emailVerifiedAt: verify ? null : new Date() });
      if (!isNew) return false;
      await verify?.(user);
      await this.record(user.id, { action: 'user.created', actor: actorOf(user) });
      if (teamName === null) return true;
      const team = await this.teams.create(teamName, 'free');
      await this.memberships.insert({ teamId: team.id, userId: user.id, role: 'owner' });
      return true;
    });
  }

  /**
   * The person with this address and password, or null, also for a disabled account. Takes the same time whether or not the address exists. Stores
   * the password again when it was stored at another cost than new ones.
   */
  async authenticate(email: string, password: string): Promise<{ id: string; email: string } | null> {
    // PostgreSQL cannot store NUL, so no account has such an address.
    const user = email.includes('\0') ? null : await this.teams.findUserByEmail(email);
    const isRight = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!user || !isRight || user.disabledAt) {
      await this.recordRefusal(user);
      return null;
    }
    const { id, passwordHash } = user;
    if (this.passwords.isOutdated(passwordHash)) {
      await this.users.update({ id, passwordHash }, { passwordHash: await this.passwords.hash(password) });
    }
    return { id, email: user.email };
  }

  /** @throws 400 when the current password is wrong or the new one is invalid */
  async changePassword(userId: string, current: string, next: string): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    demandPassword(next, 'next', user?.email ?? '');
    if (!user || !(await this.passwords.verify(current, user.passwordHash))) {
      throw invalidField('current', 'The current password is wrong');
    }
    const passwordHash = await this.passwords.hash(next);
    await this.database.transaction(async () => {
      await this.users.update({ id: userId }, { passwordHash });
      await this.record(userId, { action: 'password.changed' });
    });
  }

  /** Sets a password without knowing the current one, for operators. @returns the person's id. @throws 400; 404 */
  async setPassword(email: string, password: string): Promise<string> {
    demandPassword(password, 'password', email);
    const id = await this.idOf(email);
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async () => {
      await this.users.update({ id }, { passwordHash });
      await this.record(id, { action: 'password.reset' });
    });
    return id;
  }

  /** Disables or enables an account. The caller ends its sessions and connections. @returns the person's id. @throws 404 */
  async setDisabled(email: string, isDisabled: boolean): Promise<string> {
    const id = await this.idOf(email);
    await this.database.transaction(async () => {
      await this.users.update({ id }, { disabledAt: isDisabled ? new Date() : null });
      await this.record(id, { action: isDisabled ? 'user.disabled' : 'user.enabled' });
    });
    return id;
  }

  /** The id of the person with this address. @throws 404 */
  async idOf(email: string): Promise<string> {
    const user = await this.teams.findUserByEmail(email);
    if (!user) throw notFound('No person has this email address');
    return user.id;
  }

  /** Whether there is an account. */
  hasAny(): Promise<boolean> {
    return this.users.exists();
  }

  /** All people, or those of one team, the newest account first. */
  list(teamId: string | null): Promise<ListedPerson[]> {
    return this.queries.list(teamId);
  }

  /**
   * Creates a free team whose owner is a person without a team.
   * @returns the team's id, or the id of the team that the person already has.
   */
  async createTeam(userId: string, name: string): Promise<string> {
    return this.database.transaction(async () => {
      // Two requests of one person wait for each other here.
      await this.users.findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
      const own = await this.memberships.findOneBy({ userId });
      if (own) return own.teamId;
      const team = await this.teams.create(name, 'free');
      await this.memberships.insert({ teamId: team.id, userId, role: 'owner' });
      return team.id;
    });
  }

  /** The team's people, in the order in which they joined. */
  findByTeam(teamId: string): Promise<TeamMember[]> {
    return this.queries.findByTeam(teamId);
  }

  /**
   * Creates an invitation to a team, valid for one person and seven days.
   * @returns its secret.
   * @throws 403 unless the user is an owner
   */
  async invite(teamId: string, userId: string): Promise<string> {
    await this.demandOwner(teamId, userId, 'invite people');
    const secret = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + INVITATION_MS);
    await this.database.transaction(async () => {
      await this.invitations.insert({ tokenHash: hashOf(secret), teamId, expiresAt });
      await this.audit.record({ action: 'invitation.created', teamId });
    });
    return secret;
  }

  /** @throws 403 unless the user is an owner of the team. `action` completes the message "Only owners …". */
  async demandOwner(teamId: string, userId: string, action: string): Promise<void> {
    const membership = await this.memberships.findOneBy({ teamId, userId });
    if (membership?.role !== 'owner') throw forbidden(`Only owners ${action}`);
  }

  /**
   * Removes a person from a team. Owners remove anyone, and everyone may leave, but the last owner stays.
   * @throws 403, 404
   */
  async remove(teamId: string, userId: string, removerId: string): Promise<void> {
    await this.database.transaction(async () => {
      const roles = await this.queries.lockRoles(teamId);
      if (userId !== removerId && roles.get(removerId) !== 'owner') throw forbidden('Only owners remove people');
      const role = roles.get(userId);
      if (!role) throw notFound('This person is not in the team');
      const owners = [...roles.values()].filter((other) => other === 'owner').length;
      if (role === 'owner' && owners === 1) throw forbidden('The last owner of a team cannot leave it');
      await this.memberships.delete({ teamId, userId });
      await this.recordMember(teamId, userId, userId === removerId ? 'member.left' : 'member.removed', [role, null]);
    });
  }

  /** The team of an invitation that is neither used nor expired. @throws 404 */
  async findInvitedTeam(secret: string): Promise<{ id: string; name: string }> {
    const team = await this.queries.findInvitedTeam(hashOf(secret));
    if (!team) throw notFound('This invitation has been used or has expired');
    return team;
  }

  /**
   * Adds a person to the team of an invitation and marks the invitation as used. For a person who is already in the
   * team, the invitation stays valid.
   * @returns the team's id.
   * @throws 404
   */
  async join(secret: string, userId: string): Promise<string> {
    return this.database.transaction(async () => {
      const { id } = await this.findInvitedTeam(secret);
      if (!(await this.queries.insertMember(id, userId))) return id;
      if (!(await this.queries.useInvitation(hashOf(secret)))) {
        throw notFound('This invitation has been used or has expired');
      }
      await this.recordMember(id, userId, 'member.joined', [null, 'member']);
      return id;
    });
  }

  /** Records what happened to a person's account in the log of each of their teams. Call it in its transaction. */
  async record(userId: string, change: Omit<AuditedChange, 'teamId' | 'target'>): Promise<void> {
    const person = await this.queries.findWithTeams(userId);
    const target = { type: 'user', id: userId, name: person?.email ?? null } as const;
    await this.audit.record({ ...change, teamId: person?.team_ids ?? [], target });
  }

  /** Unknown addresses are recorded too, without the address: the answer takes as long for them. */
  private async recordRefusal(user: User | null): Promise<void> {
    const change = { action: 'session.refused', actor: { kind: 'session', id: null, name: null } } as const;
    if (user) await this.record(user.id, change);
    else await this.audit.record({ ...change, teamId: null });
  }

  private async recordMember(
    teamId: string,
    userId: string,
    action: AuditedChange['action'],
    role: readonly [MemberRole | null, MemberRole | null],
  ): Promise<void> {
    const name = (await this.queries.findWithTeams(userId))?.email ?? null;
    await this.audit.record({ action, teamId, target: { type: 'user', id: userId, name }, changes: { role } });
  }
}

function validateEmail(email: string): void {
  if (email.length > 254 || !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim()) || email.includes('\0')) {
    throw invalidField('email', 'That is not an email address');
  }
}

/** A person who acts before or after their session. */
export const actorOf = ({ id, email }: Pick<User, 'id' | 'email'>): NamedActor => ({
  kind: 'session',
  id,
  name: email,
});

/** The secret has 192 random bits, so a plain hash is safe. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
