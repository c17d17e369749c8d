import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { actorOf, MembersService } from './members.service.js';
import { type EarlierAddress, MembersQueries } from './members.queries.js';
import { NewPasswordsService } from './new-passwords.service.js';
import { PasswordsService } from './passwords.service.js';
import { emailTaken } from './teams.failures.js';

/** Accounts and passwords for the links in mails, whose readers are not signed in. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly queries: MembersQueries,
    private readonly members: MembersService,
    private readonly newPasswords: NewPasswordsService,
    private readonly passwords: PasswordsService,
  ) {}

  /** Hashes a new password, outside any transaction: hashing takes long. @throws 400 on `field` */
  async hashNew(password: string, field: string, email: string): Promise<string> {
    await this.newPasswords.demandAllowed(password, field, email);
    return this.passwords.hash(password);
  }

  /** An enabled account with the hash of its password, if it has one, or null. */
  find(userId: string): Promise<{ email: string; passwordHash: string | null } | null> {
    return this.queries.findPassword(userId);
  }

  /** Whether a password is the person's. */
  async hasPassword(userId: string, password: string): Promise<boolean> {
    return this.passwords.verify(password, (await this.find(userId))?.passwordHash ?? null);
  }

  /** Replaces a password. */
  async replacePassword(person: { id: string; email: string }, passwordHash: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.queries.updatePassword(person.id, passwordHash);
      await this.members.record(person.id, { action: 'password.reset', actor: actorOf(person) });
    });
  }

  /** Removes a password, so that only a link for a new one gets the person in. Call it in a transaction. */
  async removePassword(person: { id: string; email: string }): Promise<void> {
    await this.queries.updatePassword(person.id, null);
    await this.members.record(person.id, { action: 'password.reset', actor: actorOf(person) });
  }

  /**
   * Changes the address of a person, which is then confirmed. @returns the previous address
   * @throws 400 if another person has the address
   */
  async changeEmail(userId: string, email: string): Promise<EarlierAddress> {
    return this.database.transaction(async () => {
      const before = await this.queries.changeEmail(userId, email);
      if (before === null) throw emailTaken();
      const actor = actorOf({ id: userId, email: before.email });
      await this.members.record(userId, { action: 'address.changed', actor });
      await this.members.announceConfirmed(userId);
      return before;
    });
  }

  /** Marks the address as confirmed. Does nothing if it already is, or if the person now has another address. */
  async verify(person: { id: string; email: string }): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.queries.verifyEmail(person.id, person.email))) return;
      await this.members.record(person.id, { action: 'address.verified', actor: actorOf(person) });
      await this.members.announceConfirmed(person.id);
    });
  }
}
