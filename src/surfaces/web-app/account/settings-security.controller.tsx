import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { EmailChangeService } from '#access/sign-in/email-change.service.js';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { IdentitiesService } from '#access/sign-in/identity-provider/identities.service.js';
import { PasswordResetService } from '#access/sign-in/password-reset.service.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { Person } from '#access/sign-in/session.types.js';
import { SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { AppPages, type PageContext } from '../parts/app-pages.js';
import { Flashes } from '../parts/flash.js';
import { formOf, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsTabs, TAB_TITLES } from '../settings/settings.page.js';
import { PasswordPage } from './settings-password.page.js';
import { SecurityPage } from './settings-security.page.js';
import { Visitors } from '../parts/visitor.js';

const SECURITY = '/app/settings/security';
const PASSWORD = '/app/settings/password';

/** The login settings of a person. These pages need no team. */
@Controller('app/settings')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SecurityPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly verification: EmailVerificationService,
    private readonly changes: EmailChangeService,
    private readonly resets: PasswordResetService,
    private readonly connections: ConnectionsService,
    private readonly sessions: SessionService,
    private readonly factors: TwoFactorService,
    private readonly throttle: SignInThrottle,
    private readonly flashes: Flashes,
    private readonly identities: IdentitiesService,
    private readonly methods: SignInMethods,
  ) {}

  @Get('security')
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.sendSecurity(request, response);
  }

  @Post('security/address')
  @NeedsProof()
  async changeAddress(@Req() request: Request, @Res() response: Response): Promise<void> {
    const values = texts(request, 'email');
    try {
      await this.changes.request(await this.personOf(request), values.email);
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      setRetryAfter(response, error);
      return this.sendSecurity(request, response, values, error);
    }
    const text = `If ${values.email.trim()} has no account, we sent a link to it. The address changes when you open it.`;
    await this.flashes.redirect(request, response, SECURITY, { kind: 'notice', text });
  }

  @Post('security/sessions/end')
  @NeedsProof()
  async endOthers(@Req() request: Request, @Res() response: Response): Promise<void> {
    const ended = await this.sessions.endOthers(request, (await this.personOf(request)).id);
    const text = ended === 1 ? 'One other login has ended.' : `${ended} other logins have ended.`;
    await this.flashes.redirect(request, response, SECURITY, { kind: 'notice', text });
  }

  @Post('security/sessions/:id/end')
  @NeedsProof()
  async endOne(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sessions.endOne((await this.personOf(request)).id, id);
    response.redirect(303, SECURITY);
  }

  @Post('security/verify')
  async verify(@Req() request: Request, @Res() response: Response): Promise<void> {
    const person = await this.personOf(request);
    if (!person.isVerified) await this.verification.resend(person);
    const text = `We sent a link to ${person.email}. It works once, for 24 hours.`;
    await this.flashes.redirect(request, response, SECURITY, { kind: 'notice', text });
  }

  @Get('password')
  showPassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandPasswords();
    return this.sendPassword(request, response);
  }

  @Post('password')
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const person = await this.personOf(request);
    this.methods.demandPasswords();
    const values = texts(request, 'current', 'next');
    try {
      await this.throttle.demandAccountWork(request);
      await this.resets.change(request, person, values, (userId) => this.connections.endAllOf(userId));
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return this.sendPassword(request, response, error);
    }
    const text =
      'Your password was changed. You were logged out of all other browsers, and your assistants were disconnected.';
    await this.flashes.redirect(request, response, PASSWORD, { kind: 'notice', text });
  }

  private async sendSecurity(
    request: Request,
    response: Response,
    values: Record<string, string> = {},
    failure?: ApplicationError,
  ): Promise<void> {
    const person = await this.personOf(request);
    const view = {
      person,
      addressForm: formOf(values, failure),
      sessions: await this.sessions.list(request, person.id),
      factor: await this.factors.state(person.id),
      isConfigured: this.factors.isConfigured,
      own: await this.identities.methodsOf(person.id),
      methods: this.methods,
    };
    const page = ({ csrfToken, flash }: PageContext): VNode => (
      <SecurityPage {...view} codes={flash?.kind === 'codes' ? flash.text : null} csrfToken={csrfToken} />
    );
    await this.send(request, response, page, failure);
  }

  private sendPassword(request: Request, response: Response, failure?: ApplicationError): Promise<void> {
    if (failure) setRetryAfter(response, failure);
    const form = failure ? refusedForm({ current: '', next: '' }, failure) : NEW_FORM;
    const page = ({ csrfToken }: PageContext): VNode => <PasswordPage csrfToken={csrfToken} form={form} />;
    return this.send(request, response, page, failure);
  }

  private send(
    request: Request,
    response: Response,
    content: (context: PageContext) => VNode,
    failure?: ApplicationError,
  ): Promise<void> {
    return this.pages.send(request, response, {
      title: `${TAB_TITLES.security} · Settings`,
      section: 'settings',
      status: failure?.status,
      content: (context) => <SettingsTabs tab="security">{content(context)}</SettingsTabs>,
    });
  }

  private async personOf(request: Request): Promise<Person> {
    return (await this.visitors.find(request)).person as Person;
  }
}
