import { Inject, Injectable } from '@nestjs/common';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { AccountMailThrottle } from './account-mail.throttle.js';
import { verifyEmailMail } from './sign-in.mails.js';
import { AddressHeld, answerHeld } from './address.hold.js';
import { type TokenHolder, UserTokensService } from './user-tokens.service.js';

const PURPOSE = 'verify-email';
const MINUTES = 24 * 60;

/** Lets people prove that they own their email address. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly credentials: CredentialsService,
    private readonly tokens: UserTokensService,
    private readonly mails: MailsService,
    private readonly throttle: AccountMailThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Signs a person up and mails the link in the same transaction. Without mails, new people count as verified. An
   * address that is held for another person counts as in use.
   * @returns whether the address was free, which the caller must not reveal
   * @throws 400 for an invalid address or password
   */
  async signUp(email: string, password: string, teamName: string | null): Promise<boolean> {
    if (!this.mails.isConfigured) return this.members.signUp(email, password, teamName);
    const verify = async (person: TokenHolder): Promise<void> => {
      if (await this.tokens.isHeld(person)) throw new AddressHeld();
      await this.mail(person);
    };
    return this.members.signUp(email, password, teamName, verify).catch(answerHeld(false));
  }

  /** Mails a new link, which ends the earlier one. @throws 429 after three an hour; 403 `feature_not_configured` */
  async resend(person: TokenHolder): Promise<void> {
    this.mails.demandConfigured();
    await this.throttle.demand(person.email);
    await this.database.transaction(() => this.mail(person));
  }

  /** The address that a link confirms. @throws 404 */
  async find(secret: string): Promise<string> {
    return (await this.tokens.find(secret, PURPOSE)).email;
  }

  /** Confirms the address of a link, and ends a change that was asked for before. @throws 404 */
  async confirm(secret: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.confirmProven(await this.tokens.use(secret, PURPOSE));
    });
  }

  /**
   * Confirms the address of a person who has used a link that was mailed to it alone, and ends a change that was asked
   * for before. Call it in the transaction of the use.
   */
  async confirmProven(person: TokenHolder): Promise<void> {
    await this.credentials.verify(person);
    await this.tokens.end(person.id, ['change-email']);
  }

  private async mail(person: TokenHolder): Promise<void> {
    const secret = await this.tokens.issue(person, PURPOSE, MINUTES);
    await this.mails.write(verifyEmailMail(person.email, `${this.env.PUBLIC_URL}/verify/${secret}`));
  }
}
