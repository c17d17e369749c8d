import { Controller, Param } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { AccountMailThrottle } from '#access/sign-in/account-mail.throttle.js';
import { EmailChangeService } from '#access/sign-in/email-change.service.js';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { type Answer, plainPage, redirect } from '../kernel/answers.js';
import { Exchanged, Fields, Form, Page } from '../kernel/page.decorators.js';
import type { Exchange, Texts } from '../kernel/page.route.js';
import { ForgotPage, ResetPage, UndonePage, UndoPage, VerifiedPage, VerifyPage } from './recovery.page.js';

const FORGOT = '/forgot';
const RESET = '/reset/:secret';
const VERIFY = '/verify/:secret';
const CHANGE = '/change-email/:secret';
const UNDO = '/undo-email/:secret';
const open = 'people prove who they are by a link in a mail';

/** The pages behind the links of mails. */
@Controller()
export class RecoveryController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly verification: EmailVerificationService,
    private readonly changes: EmailChangeService,
    private readonly connections: ConnectionsService,
    private readonly keys: ApiKeysService,
    private readonly mailThrottle: AccountMailThrottle,
    private readonly throttle: SignInThrottle,
    private readonly methods: SignInMethods,
  ) {}

  @Page(FORGOT, { open })
  askForLink(): Answer {
    this.methods.demandPasswords();
    this.resets.demandConfigured();
    return plainPage(<ForgotPage isSent={false} />);
  }

  /** The page is sent first, so that its time does not tell whether the address has an account. */
  @Form(FORGOT, { open, page: FORGOT })
  async forgot(@Fields('email') { email }: Texts<'email'>, @Exchanged() { request }: Exchange): Promise<Answer> {
    this.methods.demandPasswords();
    this.resets.demandConfigured();
    await this.mailThrottle.demandRequest(request);
    return plainPage(<ForgotPage isSent />, { afterwards: () => this.resets.request(email) });
  }

  @Page(RESET, { open })
  async askForPassword(@Param('secret') secret: string): Promise<Answer> {
    this.methods.demandPasswords();
    await this.resets.demandLink(secret);
    return plainPage(<ResetPage path={`/reset/${secret}`} />);
  }

  @Form(RESET, { open, page: RESET })
  async reset(
    @Param('secret') secret: string,
    @Fields('password') { password }: Texts<'password'>,
    @Exchanged() { request }: Exchange,
  ): Promise<Answer> {
    this.methods.demandPasswords();
    await this.resets.demandLink(secret);
    await this.throttle.demandAccountWork(request);
    await this.resets.complete(secret, password, (userId) => this.connections.endAllOf(userId));
    return redirect('/login?reset=1');
  }

  @Page(VERIFY, { open })
  async askToVerify(@Param('secret') secret: string): Promise<Answer> {
    return plainPage(<VerifyPage email={await this.verification.find(secret)} path={`/verify/${secret}`} />);
  }

  @Form(VERIFY, { open, page: VERIFY })
  async verify(@Param('secret') secret: string): Promise<Answer> {
    await this.verification.confirm(secret);
    return plainPage(<VerifiedPage />);
  }

  @Page(CHANGE, { open })
  async askToChange(@Param('secret') secret: string): Promise<Answer> {
    return plainPage(<VerifyPage email={await this.changes.find(secret)} path={`/change-email/${secret}`} />);
  }

  @Form(CHANGE, { open, page: CHANGE })
  async change(@Param('secret') secret: string): Promise<Answer> {
    await this.changes.confirm(secret);
    return plainPage(<VerifiedPage />);
  }

  @Page(UNDO, { open })
  async askToUndo(@Param('secret') secret: string): Promise<Answer> {
    return plainPage(<UndoPage email={await this.changes.findUndo(secret)} path={`/undo-email/${secret}`} />);
  }

  @Form(UNDO, { open, page: UNDO })
  async undo(@Param('secret') secret: string): Promise<Answer> {
    await this.changes.undo(secret, async (userId, minutes) => {
      await this.connections.endAllOf(userId);
      return this.keys.madeBy(userId, minutes);
    });
    return plainPage(<UndonePage />);
  }
}
