import { Inject, Injectable } from '@nestjs/common';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { actorOf, MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { AddressHeld, answerHeld } from '../address.hold.js';
import { passwordRequired } from '../sign-in.failures.js';
import { IdentitiesQueries, type IdentityKey, type IdentityOwner } from './identities.queries.js';
import { type ProviderIdentity, ProviderLoginFailed } from './identity-provider.client.js';
import { identityLinkedMail, identityUnlinkedMail } from '../sign-in.mails.js';
import { SignInMethods } from '../sign-in.methods.js';
import { type TokenHolder, UserTokensService } from '../user-tokens.service.js';

/** How a person can sign in. */
export interface OwnMethods {
  hasPassword: boolean;
  /** Whether the person has an account at the identity provider. */
  isLinked: boolean;
}

/** The accounts of people at the identity provider. They are identified by issuer and subject, never by the address. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly queries: IdentitiesQueries,
    private readonly members: MembersService,
    private readonly credentials: CredentialsService,
    private readonly methods: SignInMethods,
    private readonly tokens: UserTokensService,
    private readonly mails: MailsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** The person of an account at the provider, or null if it is not linked. */
  findOwner(identity: IdentityKey): Promise<IdentityOwner | null> {
    return this.queries.findOwner(identity);
  }

  /** Records a login with the provider. */
  noteUse(identity: ProviderIdentity): Promise<void> {
    return this.queries.noteUse(identity, identity.hasSecondFactor);
  }

  /**
   * Creates the account of a new person, without a password and a team. @returns null if the address has an account or is
   * held for another person
   */
  async register(identity: ProviderIdentity): Promise<TokenHolder | null> {
    const created = this.database.transaction(async () => {
      const person = await this.members.register(identity.email);
      if (!person) return null;
      if (await this.tokens.isHeld(person)) throw new AddressHeld();
      if (!(await this.queries.insert(identity, person.id))) {
        throw new ProviderLoginFailed('the account at the provider was linked with another person a moment ago');
      }
      await this.record(person, 'identity.linked');
      return person;
    });
    return created.catch(answerHeld(null));
  }

  /**
   * Links an account at the provider with a person who has just given their password. The provider has confirmed the
   * address, so the address counts as confirmed. Call it in the transaction of the login.
   */
  async link(person: TokenHolder, identity: IdentityKey): Promise<void> {
    if (!(await this.queries.insert(identity, person.id))) return;
    await this.credentials.verify(person);
    await this.announceLink(person);
  }

  /**
   * Links an account at the provider with the person of a session, whatever its address is. @returns false if it is
   * linked with another person
   */
  async add(person: TokenHolder, identity: ProviderIdentity): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.queries.insert(identity, person.id))) {
        return (await this.queries.findOwner(identity))?.id === person.id;
      }
      await this.queries.noteUse(identity, identity.hasSecondFactor);
      await this.announceLink(person);
      return true;
    });
  }

  /** Unlinks the account at the provider. @throws 403 for a person who could no longer log in */
  async unlink(person: TokenHolder): Promise<void> {
    const { hasPassword } = await this.methodsOf(person.id);
    if (!hasPassword || !this.methods.hasPasswords) throw passwordRequired();
    await this.database.transaction(async () => {
      if ((await this.queries.delete(person.id, this.issuer)) > 0) await this.announceUnlink(person);
    });
  }

  /**
   * Unlinks accounts at the provider that were linked in the last minutes, unless the person could no longer log in.
   * Call it in a transaction.
   */
  async unlinkRecent(person: TokenHolder, minutes: number): Promise<void> {
    const { hasPassword } = await this.methodsOf(person.id);
    if (!hasPassword || !this.methods.hasPasswords) return;
    if ((await this.queries.deleteRecent(person.id, minutes)) > 0) await this.announceUnlink(person);
  }

  async methodsOf(userId: string): Promise<OwnMethods> {
    const account = await this.credentials.find(userId);
    const isLinked = this.methods.provider !== null && (await this.queries.isLinked(userId, this.issuer));
    return { hasPassword: Boolean(account?.passwordHash), isLinked };
  }

  private async announceLink(person: TokenHolder): Promise<void> {
    await this.record(person, 'identity.linked');
    if (this.mails.isConfigured) await this.mails.inform(identityLinkedMail(person.email, this.env.OIDC_NAME));
  }

  private async announceUnlink(person: TokenHolder): Promise<void> {
    await this.record(person, 'identity.unlinked');
    if (this.mails.isConfigured) await this.mails.inform(identityUnlinkedMail(person.email, this.env.OIDC_NAME));
  }

  private get issuer(): string {
    return this.env.OIDC_ISSUER ?? '';
  }

  private record(person: TokenHolder, action: 'identity.linked' | 'identity.unlinked'): Promise<void> {
    return this.members.record(person.id, { action, actor: actorOf(person) });
  }
}
