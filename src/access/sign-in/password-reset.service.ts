import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { AccountMailThrottle } from './account-mail.throttle.js';
import { SessionService } from './session.service.js';
import { passwordChangedMail, resetPasswordMail } from './sign-in.mails.js';
import type { TokenPurpose } from './user-token.entity.js';
import { type TokenHolder, UserTokensService } from './user-tokens.service.js';

const PURPOSE = 'reset-password';
const MINUTES = 30;
/** A change of the address that was asked for with the old password ends with it. */
const ENDED: readonly TokenPurpose[] = ['change-email'];

/** Lets people choose a new password through their email address. */
@Injectable()
export class PasswordResetService {
  private readonly log = new Logger(PasswordResetService.name);

  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly members: MembersService,
    private readonly credentials: CredentialsService,
    private readonly tokens: UserTokensService,
    private readonly sessions: SessionService,
    private readonly mails: MailsService,
    private readonly throttle: AccountMailThrottle,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws 403 `feature_not_configured` if no mail can be written */
  demandConfigured(): void {
    this.mails.demandConfigured();
  }

  /**
   * Mails a link if the address has an account, at most three an hour. Call it after the answer is sent, so that
   * neither its content nor its time reveals the outcome. Never rejects.
   */
  async request(email: string): Promise<void> {
    try {
      if (email.includes('\0') || !(await this.throttle.allows(email))) return;
      const person = await this.teams.findUserByEmail(email);
      if (!person || person.disabledAt) return;
      await this.mail(person);
    } catch (error) {
      this.log.error({ error }, 'no mail for a new password');
    }
  }

  /**
   * Changes the password of a signed-in person, ends their other sessions and mails a notice, in one transaction.
   * `alsoEnd` as in `complete`. @throws 400 when the current password is wrong or the new one is invalid
   */
  async change(
    request: Request,
    { id, email }: TokenHolder,
    passwords: { current: string; next: string },
    alsoEnd: (userId: string) => Promise<unknown>,
  ): Promise<void> {
    await this.members.changePassword(id, passwords, async () => {
      await this.sessions.endOthers(request, id);
      await this.tokens.end(id, ENDED);
      await alsoEnd(id);
      if (this.mails.isConfigured) await this.mails.inform(passwordChangedMail(email));
    });
  }

  /** Mails a link to a person, for operators. @throws 404; 403 `feature_not_configured` */
  async mailTo(email: string): Promise<void> {
    this.mails.demandConfigured();
    await this.mail({ id: await this.members.idOf(email), email: email.trim() });
  }

  /** @throws 404 for a link that was used or has expired */
  async demandLink(secret: string): Promise<void> {
    await this.tokens.find(secret, PURPOSE);
  }

  /**
   * Sets the password of the person of a link, ends all their sessions and mails a notice. The link also proves the
   * address. `alsoEnd` ends other logins with the password, in the same transaction.
   * @throws 404 for the link, 400 for the password
   */
  async complete(secret: string, password: string, alsoEnd: (userId: string) => Promise<unknown>): Promise<void> {
    const { email } = await this.tokens.find(secret, PURPOSE);
    const hash = await this.credentials.hashNew(password, 'password', email);
    await this.database.transaction(async () => {
      const person = await this.tokens.use(secret, PURPOSE);
      await this.credentials.replacePassword(person, hash);
      await this.credentials.verify(person);
      await this.sessions.endAll(person.id);
      await this.tokens.end(person.id, ENDED);
      await alsoEnd(person.id);
      await this.mails.inform(passwordChangedMail(person.email));
    });
  }

  private async mail(person: TokenHolder): Promise<void> {
    await this.database.transaction(async () => {
      const secret = await this.tokens.issue(person, PURPOSE, MINUTES);
      await this.mails.write(resetPasswordMail(person.email, `${this.env.PUBLIC_URL}/reset/${secret}`));
    });
  }
}
