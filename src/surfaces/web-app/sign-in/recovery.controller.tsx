import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { AccountMailThrottle } from '#access/sign-in/account-mail.throttle.js';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { EmailChangeService } from '#access/sign-in/email-change.service.js';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { ForgotPage, ResetPage, UndonePage, UndoPage, VerifiedPage, VerifyPage } from './recovery.page.js';

/** The pages behind the links of mails. */
@Controller()
@LimitedByAddress()
@OpenRoute('pages for people who prove who they are by a link in a mail')
@UseFilters(PageFailureFilter)
export class RecoveryController {
  constructor(
    private readonly csrf: CsrfService,
    private readonly resets: PasswordResetService,
    private readonly verification: EmailVerificationService,
    private readonly changes: EmailChangeService,
    private readonly connections: ConnectionsService,
    private readonly keys: ApiKeysService,
    private readonly mailThrottle: AccountMailThrottle,
    private readonly throttle: SignInThrottle,
    private readonly methods: SignInMethods,
  ) {}

  @Get('forgot')
  async forgotForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandPasswords();
    this.resets.demandConfigured();
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <ForgotPage csrfToken={csrfToken} form={NEW_FORM} isSent={false} />);
  }

  @Post('forgot')
  async forgot(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    this.methods.demandPasswords();
    this.resets.demandConfigured();
    await this.mailThrottle.demandRequest(request);
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <ForgotPage csrfToken={csrfToken} form={NEW_FORM} isSent />);
    await this.resets.request(texts(request, 'email').email);
  }

  @Get('reset/:secret')
  async resetForm(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandPasswords();
    await this.resets.demandLink(secret);
    await this.showReset(secret, request, response);
  }

  @Post('reset/:secret')
  async reset(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    this.methods.demandPasswords();
    try {
      await this.resets.demandLink(secret);
      await this.throttle.demandAccountWork(request);
      const { password } = texts(request, 'password');
      await this.resets.complete(secret, password, (userId) => this.connections.endAllOf(userId));
    } catch (error) {
      if (!(error instanceof ApplicationError) || error.code === 'not_found') throw error;
      setRetryAfter(response, error);
      return this.showReset(secret, request, response, refusedForm({ password: '' }, error), error.status);
    }
    response.redirect(303, '/login?reset=1');
  }

  @Get('verify/:secret')
  async verifyForm(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const email = await this.verification.find(secret);
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <VerifyPage csrfToken={csrfToken} email={email} path={`/verify/${secret}`} />);
  }

  @Post('verify/:secret')
  async verify(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.verification.confirm(secret);
    sendPlainPage(response, 200, <VerifiedPage />);
  }

  @Get('change-email/:secret')
  async changeForm(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const email = await this.changes.find(secret);
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <VerifyPage csrfToken={csrfToken} email={email} path={`/change-email/${secret}`} />);
  }

  @Post('change-email/:secret')
  async change(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.changes.confirm(secret);
    sendPlainPage(response, 200, <VerifiedPage />);
  }

  @Get('undo-email/:secret')
  async undoForm(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const email = await this.changes.findUndo(secret);
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <UndoPage csrfToken={csrfToken} email={email} path={`/undo-email/${secret}`} />);
  }

  @Post('undo-email/:secret')
  async undo(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.changes.undo(secret, async (userId, minutes) => {
      await this.connections.endAllOf(userId);
      return this.keys.madeBy(userId, minutes);
    });
    sendPlainPage(response, 200, <UndonePage />);
  }

  private async showReset(
    secret: string,
    request: Request,
    response: Response,
    form: FormState = NEW_FORM,
    status = 200,
  ): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, status, <ResetPage csrfToken={csrfToken} form={form} path={`/reset/${secret}`} />);
  }
}
