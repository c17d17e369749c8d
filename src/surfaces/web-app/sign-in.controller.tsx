import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { safeNext, SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { MembersService } from '#accounts/teams/members.service.js';
import { ApplicationError, invalidRequest } from '#platform/errors/application-error.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { textFaultOf } from '#platform/operations/text.js';
import { PlainPage } from '#platform/pages/document.page.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { texts } from './form-texts.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { Form } from './parts.page.js';
import { LoginPage, SignupPage } from './sign-in.page.js';
import { Visitors } from './visitor.js';

const HOME = '/';
const JOIN = '/join/';

@Controller()
@OpenRoute('forms for visitors who are not logged in')
@UseFilters(PageFailureFilter)
export class SignInController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly members: MembersService,
    private readonly throttle: SignInThrottle,
    private readonly visitors: Visitors,
  ) {}

  @Get('login')
  async loginForm(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (await this.sessions.current(request)) return response.redirect(303, safeNext(next, HOME));
    await this.showLogin(request, response, 200, safeNext(next, HOME));
  }

  @Post('login')
  async login(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    const { email, password } = texts(request, 'email', 'password');
    const outcome = await this.sessions.signIn(request, response, email, password);
    if (outcome.kind === 'signed-in') return response.redirect(303, safeNext(next, HOME));
    if (outcome.kind === 'refused') {
      return this.showLogin(
        request,
        response,
        401,
        safeNext(next, HOME),
        email,
        'The email address or the password is wrong.',
      );
    }
    response.setHeader('Retry-After', outcome.retryAfterSeconds);
    const minutes = Math.ceil(outcome.retryAfterSeconds / 60);
    await this.showLogin(
      request,
      response,
      429,
      safeNext(next, HOME),
      email,
      `Too many attempts. Try again in ${minutes} min.`,
    );
  }

  @Post('logout')
  @SignedInPages()
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.sessions.signOut(request, response);
    response.redirect(303, HOME);
  }

  @Get('signup')
  async signupForm(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.showSignup(request, response, 200, safeNext(next, HOME));
  }

  @Post('signup')
  async signup(@Query('next') raw: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    const next = safeNext(raw, HOME);
    const { email, password, team } = texts(request, 'email', 'password', 'team');
    const name = team.trim().slice(0, 100);
    try {
      if (!next.startsWith(JOIN) && name === '') throw invalidRequest('Enter a team name');
      const fault = textFaultOf(name);
      if (fault) throw invalidRequest(`The team name ${fault.message}`);
      await this.throttle.demandAccountWork(request);
      await this.members.signUp(email, password, next.startsWith(JOIN) ? null : name);
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return this.showSignup(request, response, error.status, next, email, `${error.message}.`);
    }
    // The response is the same for new and existing addresses, so that it does not reveal who has an account.
    response.redirect(303, `/login?welcome=1&next=${encodeURIComponent(next)}`);
  }

  @Get('join/:secret')
  async invitation(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const team = await this.members.findInvitedTeam(secret);
    if (!(await this.sessions.current(request))) {
      return response.redirect(303, `/signup?next=${encodeURIComponent(`${JOIN}${secret}`)}`);
    }
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(
      response,
      200,
      <PlainPage title={`Join ${team.name}?`}>
        <Form action={`${JOIN}${secret}`} csrfToken={csrfToken}>
          <button class="primary" type="submit">
            Join
          </button>
        </Form>
      </PlainPage>,
    );
  }

  @Post('join/:secret')
  @SignedInPages()
  async join(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { person } = await this.visitors.find(request);
    this.visitors.chooseTeam(response, await this.members.join(secret, person?.id ?? ''));
    response.redirect(303, HOME);
  }

  private async showLogin(
    request: Request,
    response: Response,
    status: number,
    next: string,
    email?: string,
    fault?: string,
  ): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    const isWelcome = request.query.welcome !== undefined && !fault;
    sendPlainPage(response, status, LoginPage({ csrfToken, next, email, fault, isWelcome }));
  }

  private async showSignup(
    request: Request,
    response: Response,
    status: number,
    next: string,
    email?: string,
    fault?: string,
  ): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    const invitation = next.startsWith(JOIN)
      ? (await this.members.findInvitedTeam(next.slice(JOIN.length))).name
      : undefined;
    sendPlainPage(response, status, SignupPage({ csrfToken, next, email, fault, invitation }));
  }
}
