import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { EmailVerificationService } from '#access/sign-in/email-verification.service.js';
import { PendingLinks } from '#access/sign-in/identity-provider/pending-links.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { sendLoginPage, SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { codePath, safeNext, SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { InvitationsService } from '#accounts/teams/invitations.service.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { InvitationPage, LinkPage, LoginPage, SignupPage } from './sign-in.page.js';
import { parseTeamName } from './team-form.js';
import { Visitors } from '../parts/visitor.js';

const HOME = '/';
const JOIN = '/join/';

/** The messages of the login page after another page, by the parameter that names the page. */
const NOTICES = [
  ['welcome', 'If this address was new, your account is ready. Log in to continue.'],
  ['reset', 'Your password was changed. Log in with the new one.'],
] as const;

@Controller()
@LimitedByAddress()
@OpenRoute('forms for visitors who are not logged in')
@UseFilters(PageFailureFilter)
export class SignInController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly members: MembersService,
    private readonly verification: EmailVerificationService,
    private readonly invitations: InvitationsService,
    private readonly throttle: SignInThrottle,
    private readonly visitors: Visitors,
    private readonly methods: SignInMethods,
    private readonly links: PendingLinks,
  ) {}

  @Get('login')
  async loginForm(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.sessions.current(request)) return response.redirect(303, safeNext(next, HOME));
    await this.showLogin(request, response, { next: safeNext(next, HOME) });
  }

  @Post('login')
  async login(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    const { email, password } = texts(request, 'email', 'password');
    const outcome = await this.sessions.signIn(request, response, email, password);
    if (outcome.kind === 'signed-in') return response.redirect(303, safeNext(next, HOME));
    if (outcome.kind === 'code-required') return response.redirect(303, codePath(safeNext(next, HOME)));
    const refused = (fault: string, status: number): Promise<void> => {
      const form = { values: { email }, faults: {}, fault, focus: 'password' };
      return this.showLogin(request, response, { next: safeNext(next, HOME), form, status });
    };
    if (outcome.kind === 'refused') return refused('The email address or the password is wrong.', 401);
    setRetryAfter(response, outcome.failure);
    await refused(`${outcome.failure.message}.`, 429);
  }

  @Post('logout')
  @SignedInPages()
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sessions.signOut(request, response);
    response.redirect(303, HOME);
  }

  @Get('signup')
  async signupForm(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandPasswords();
    await this.showSignup(request, response, { next: safeNext(next, HOME) });
  }

  @Post('signup')
  async signup(@Query('next') raw: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    this.methods.demandPasswords();
    const next = safeNext(raw, HOME);
    const { password, ...shown } = texts(request, 'team', 'email', 'password');
    let isNew: boolean;
    try {
      const name = next.startsWith(JOIN) ? null : parseTeamName(shown.team);
      await this.throttle.demandAccountWork(request);
      isNew = await this.verification.signUp(shown.email, password, name);
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      setRetryAfter(response, error);
      const form = refusedForm({ ...shown, password: '' }, error);
      return this.showSignup(request, response, { next, form, status: error.status });
    }
    // An address that is taken and a wrong password lead to the login page. That reveals no more than logging in after
    // signing up does, which is limited in the same way.
    const outcome = await this.sessions.signIn(request, response, shown.email, password, { isNew });
    if (outcome.kind === 'signed-in') return response.redirect(303, next);
    if (outcome.kind === 'code-required') return response.redirect(303, codePath(next));
    response.redirect(303, `/login?welcome=1&next=${encodeURIComponent(next)}`);
  }

  @Get('join/:secret')
  async invitation(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const invitation = await this.invitations.find(secret);
    const isSignedIn = (await this.sessions.current(request)) !== null;
    const csrfToken = await this.csrf.token(request, response);
    const { hasPasswords } = this.methods;
    const view = { csrfToken, invitation, path: `${JOIN}${secret}`, isSignedIn, hasPasswords };
    sendPlainPage(response, 200, InvitationPage(view));
  }

  @Post('join/:secret')
  @SignedInPages()
  async join(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { person } = await this.visitors.find(request);
    if (person) {
      // The link of an invitation by address proves that the address is theirs.
      if ((await this.invitations.find(secret)).email !== null) demandVerified(person);
      this.visitors.chooseTeam(response, await this.invitations.accept(secret, person));
    }
    response.redirect(303, HOME);
  }

  private async showLogin(request: Request, response: Response, shown: ShownForm): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    const { next, form = NEW_FORM, status = 200 } = shown;
    const notice = shown.form ? undefined : NOTICES.find(([name]) => request.query[name] !== undefined)?.[1];
    const { methods } = this;
    const link = request.query.link === undefined ? null : await this.links.find(request);
    const page = link
      ? LinkPage({ csrfToken, next, form, email: link.email, provider: methods.provider ?? '' })
      : LoginPage({ csrfToken, next, form, notice, methods });
    sendLoginPage(response, status, page, methods);
  }

  private async showSignup(request: Request, response: Response, shown: ShownForm): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    const { next, form = NEW_FORM, status = 200 } = shown;
    const invitation = next.startsWith(JOIN)
      ? (await this.invitations.find(next.slice(JOIN.length))).team_name
      : undefined;
    const { methods } = this;
    sendLoginPage(response, status, SignupPage({ csrfToken, next, form, invitation, methods }), methods);
  }
}

/** The props of a form of this controller. `form` is set after the form was refused. */
interface ShownForm {
  next: string;
  form?: FormState;
  status?: number;
}
