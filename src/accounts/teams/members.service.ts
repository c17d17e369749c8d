import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { AuditAction } from '#accounts/audit/audit.types.js';
import { type EntryDetails, Facts } from '#accounts/facts/facts.service.js';
import type { NamedActor } from '#platform/caller/origin.js';
import { Database } from '#platform/database/database.js';
import { demandAll } from '#platform/errors/all.faults.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { demandEmailAddress } from '#platform/mail/email.rule.js';
import { EventLog } from '#platform/events/event-log.js';
import { OWNER_CONFIRMED } from './members.events.js';
import { type ListedPerson, MembersQueries } from './members.queries.js';
import { Membership } from './membership.entity.js';
import { NewPasswordsService } from './new-passwords.service.js';
import { PasswordsService } from './passwords.service.js';
import { TeamsService } from './teams.service.js';
import { User } from './user.entity.js';

export type { ListedPerson };

/** The accounts and passwords of people. */
@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly queries: MembersQueries,
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    private readonly teams: TeamsService,
    private readonly newPasswords: NewPasswordsService,
    private readonly passwords: PasswordsService,
    private readonly facts: Facts,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Creates an account, and a free team when `teamName` is given. Does nothing when the address is in use, without an
   * error, so that a caller cannot find out who has an account. `verify` asks the new person in the same transaction to
   * confirm the address; without it, the address counts as confirmed.
   * @returns whether the address was free, which the caller must not reveal
   * @throws 400 for an invalid address or password
   */
  async signUp(
    email: string,
    password: string,
    teamName: string | null,
    verify: ((user: Pick<User, 'id' | 'email'>) => Promise<void>) | null = null,
  ): Promise<boolean> {
    await this.demandNew(email, password);
    const user = { id: uuidv7(), email: email.trim(), passwordHash: await this.passwords.hash(password) };
    return this.database.transaction(async () => {
      const isNew = await this.queries.insertUser({ ...user, emailVerifiedAt: verify ? null : new Date() });
      if (!isNew) return false;
      await verify?.(user);
      await this.record(user.id, { action: 'user.created', actor: actorOf(user) });
      if (teamName === null) return true;
      const team = await this.teams.create(teamName, 'free');
      await this.memberships.insert({ teamId: team.id, userId: user.id, role: 'owner' });
      if (!verify) await this.announceConfirmed(user.id);
      return true;
    });
  }

  /** @throws 400 about the address and the password of a new account, if they are invalid */
  demandNew(email: string, password: string): Promise<void> {
    return demandAll([
      () => demandEmailAddress(email),
      () => this.newPasswords.demandAllowed(password, 'password', email),
    ]);
  }

  /**
   * Creates an account without a password, whose address is confirmed. @returns null if the address is in use
   * @throws 400 for an invalid address
   */
  async register(email: string): Promise<Pick<User, 'id' | 'email'> | null> {
    demandEmailAddress(email);
    const user = { id: uuidv7(), email: email.trim(), passwordHash: null, emailVerifiedAt: new Date() };
    return this.database.transaction(async () => {
      if (!(await this.queries.insertUser(user))) return null;
      await this.record(user.id, { action: 'user.created', actor: actorOf(user) });
      return user;
    });
  }

  /**
   * The person with this address and password, or null; null for a disabled account, too. Takes the same time whether
   * or not the address exists. Stores the password again when it was stored at another cost than new ones. The result has its
   * hash, so that the caller can tell whether the password has changed since.
   */
  async authenticate(
    email: string,
    password: string,
  ): Promise<{ id: string; email: string; passwordHash: string } | null> {
    // PostgreSQL cannot store NUL, so no account has such an address.
    const user = email.includes('\0') ? null : await this.teams.findUserByEmail(email);
    const isRight = await this.passwords.verify(password, user?.passwordHash ?? null);
    if (!user?.passwordHash || !isRight || user.disabledAt) {
      await this.recordRefusal(user);
      return null;
    }
    const { id, passwordHash } = user;
    if (!this.passwords.isOutdated(passwordHash)) return { id, email: user.email, passwordHash };
    const renewed = await this.passwords.hash(password);
    await this.users.update({ id, passwordHash }, { passwordHash: renewed });
    return { id, email: user.email, passwordHash: renewed };
  }

  /**
   * Changes a password. `alsoEnd` ends other logins with the old one, in the same transaction. @throws 400 when the
   * current password is wrong or the new one is invalid
   */
  async changePassword(
    userId: string,
    { current, next }: { current: string; next: string },
    alsoEnd: (userId: string) => Promise<unknown>,
  ): Promise<void> {
    const user = await this.users.findOneBy({ id: userId });
    await this.newPasswords.demandAllowed(next, 'next', user?.email ?? '');
    const old = user?.passwordHash ?? null;
    if (old === null || !(await this.passwords.verify(current, old))) {
      throw invalidField('current', 'The current password is wrong');
    }
    const passwordHash = await this.passwords.hash(next);
    await this.database.transaction(async () => {
      // A reset that was faster has made the current password wrong.
      const { affected } = await this.users.update({ id: userId, passwordHash: old }, { passwordHash });
      if (affected === 0) throw invalidField('current', 'The current password is wrong');
      await this.record(userId, { action: 'password.changed' });
      await alsoEnd(userId);
    });
  }

  /**
   * Sets a password without knowing the current one, for operators. `alsoEnd` ends other logins with the old one, in
   * the same transaction. @returns the result of `alsoEnd`. @throws 400; 404
   */
  async setPassword<Ended>(
    email: string,
    password: string,
    alsoEnd: (userId: string) => Promise<Ended>,
  ): Promise<Ended> {
    await this.newPasswords.demandAllowed(password, 'password', email);
    const id = await this.idOf(email);
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction(async () => {
      await this.users.update({ id }, { passwordHash });
      await this.record(id, { action: 'password.reset' });
      return alsoEnd(id);
    });
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

  /** Whether any account exists. */
  hasAny(): Promise<boolean> {
    return this.users.exists();
  }

  /** The address and the teams of a person, or null. */
  findWithTeams(userId: string): Promise<{ email: string; team_ids: string[] } | null> {
    return this.queries.findWithTeams(userId);
  }

  /** Locks the row of a person until the open transaction ends. */
  lock(userId: string): Promise<void> {
    return this.queries.lock(userId);
  }

  /** Deletes the row of a person, and with it all rows that refer to the person. */
  deletePerson(userId: string): Promise<void> {
    return this.queries.deletePerson(userId);
  }

  /** All people, or those of one team, the newest account first. */
  list(teamId: string | null): Promise<ListedPerson[]> {
    return this.queries.list(teamId);
  }

  /** Records what happened to a person's account in the log of each of their teams. Call it in its transaction. */
  async record(userId: string, { action, ...details }: EntryDetails & { action: AuditAction }): Promise<void> {
    const person = await this.queries.findWithTeams(userId);
    const { team_ids: teamId = [], email: name = null } = person ?? {};
    await this.facts.record(action, { teamId, id: userId, name }, details);
  }

  /** Tells other features that the address of a person is confirmed. Call it in the transaction of the change. */
  async announceConfirmed(userId: string): Promise<void> {
    const { team_ids = [] } = (await this.queries.findWithTeams(userId)) ?? {};
    for (const teamId of team_ids) await this.eventLog.append(OWNER_CONFIRMED, { user_id: userId }, teamId);
  }

  /** Records a refused sign-in. Unknown addresses are recorded too, without the address: the answer takes as long for them. */
  async recordRefusal(user: Pick<User, 'id'> | null): Promise<void> {
    const actor = { kind: 'session', id: null, name: null } as const;
    if (user) await this.record(user.id, { action: 'session.refused', actor });
    else await this.facts.record('session.refused', { teamId: null }, { actor });
  }
}

/** A person who acts before or after their session. */
export const actorOf = ({ id, email }: Pick<User, 'id' | 'email'>): NamedActor => ({
  kind: 'session',
  id,
  name: email,
});
