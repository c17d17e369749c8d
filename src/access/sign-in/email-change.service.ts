import { Inject, Injectable } from '@nestjs/common';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { MembershipChanges } from '#accounts/teams/membership-changes.service.js';
import { emailTaken } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { invalidField } from '#platform/errors/application-error.js';
import { demandEmailAddress } from '#platform/mail/email.rule.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { AccountMailThrottle } from './account-mail.throttle.js';
import { IdentitiesService } from './identity-provider/identities.service.js';
import { SessionService } from './session.service.js';
import { changeEmailMail, emailChangedMail, emailRestoredMail } from './sign-in.mails.js';
import { SignInMethods } from './sign-in.methods.js';
import { TwoFactorService } from './second-factor/two-factor.service.js';
import { type TokenHolder, UserTokensService } from './user-tokens.service.js';

const CHANGE_MINUTES = 24 * 60;
const UNDO_MINUTES = 72 * 60;
const RESET_MINUTES = 24 * 60;

/** Lets people change their email address. The old address can undo the change for 72 hours. */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly credentials: CredentialsService,
    private readonly tokens: UserTokensService,
    private readonly sessions: SessionService,
    private readonly identities: IdentitiesService,
    private readonly factors: TwoFactorService,
    private readonly methods: SignInMethods,
    private readonly memberships: MembershipChanges,
    private readonly mails: MailsService,
    private readonly throttle: AccountMailThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Mails a link to the new address. Sends nothing to an address that has an account or is held for another person, and
   * does not reveal this.
   * @throws 400 for an invalid address or the current one; 403 `feature_not_configured`; 429 after three mails an hour
   */
  async request(person: TokenHolder, address: string): Promise<void> {
    this.mails.demandConfigured();
    const email = address.trim();
    demandEmailAddress(email);
    if (email === person.email) throw invalidField('email', 'This is already your address');
    await this.throttle.demand(email);
    await this.database.transaction(async () => {
      const found = await this.teams.findUserByEmail(email);
      if ((found && found.id !== person.id) || (await this.tokens.isHeld({ id: person.id, email }))) return;
      const secret = await this.tokens.issue({ id: person.id, email }, 'change-email', CHANGE_MINUTES);
      await this.mails.write(changeEmailMail(email, `${this.env.PUBLIC_URL}/change-email/${secret}`));
    });
  }

  /** The address that a link sets. @throws 404 */
  async find(secret: string): Promise<string> {
    return (await this.tokens.find(secret, 'change-email')).email;
  }

  /**
   * Sets the address of a link and mails a notice to the old one. Its link undoes all changes of the last 72 hours, so
   * only the notice of the first one has a link, and none to an address that nobody has confirmed. @throws 404 for the
   * link; 400 for an address that is now in use
   */
  async confirm(secret: string): Promise<void> {
    await this.database.transaction(async () => {
      const { id, email } = await this.tokens.use(secret, 'change-email');
      const before = await this.credentials.changeEmail(id, email);
      if (await this.tokens.isHeld({ id, email })) throw emailTaken();
      // Links to the old address must not work for later readers of its mail.
      await this.tokens.end(id, ['verify-email', 'reset-password']);
      const holder = { id, email: before.email };
      const undo = before.isConfirmed ? await this.tokens.issueFirst(holder, 'undo-email', UNDO_MINUTES) : null;
      const url = undo && `${this.env.PUBLIC_URL}/undo-email/${undo}`;
      await this.mails.inform(emailChangedMail(before.email, email, url));
    });
  }

  /** The address that a link restores. @throws 404 */
  async findUndo(secret: string): Promise<string> {
    return (await this.tokens.find(secret, 'undo-email')).email;
  }

  /**
   * Restores the address of a link and takes from the person who changed it every way back in: sessions, the password, and of
   * the last 72 hours a second factor, an account at the identity provider and invitations. Mails a link for a new password.
   * `alsoEnd` ends what else the person is logged in to, and returns the names of the keys that were made in the last
   * minutes. @throws 404
   */
  async undo(secret: string, alsoEnd: (userId: string, minutes: number) => Promise<string[]>): Promise<void> {
    await this.database.transaction(async () => {
      const person = await this.tokens.use(secret, 'undo-email');
      await this.credentials.changeEmail(person.id, person.email);
      await this.tokens.end(person.id, ['verify-email', 'reset-password', 'change-email']);
      await this.sessions.endAll(person.id);
      await this.identities.unlinkRecent(person, UNDO_MINUTES);
      await this.factors.endRecent(person, UNDO_MINUTES);
      await this.memberships.withdrawInvitationsOf(person.id, { minutes: UNDO_MINUTES });
      // Without passwords the link for a new one does not work, and nobody logs in with the old one.
      if (this.methods.hasPasswords) await this.credentials.removePassword(person);
      const keys = await alsoEnd(person.id, UNDO_MINUTES);
      const reset = await this.tokens.issue(person, 'reset-password', RESET_MINUTES);
      await this.mails.write(emailRestoredMail(person.email, `${this.env.PUBLIC_URL}/reset/${reset}`, keys));
    });
  }
}
