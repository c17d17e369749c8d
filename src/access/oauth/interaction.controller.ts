import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { emailUnverified } from '#accounts/teams/teams.failures.js';
import { codePath } from '#access/sign-in/safe-next.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { sendLoginPage, SignInMethods } from '#access/sign-in/sign-in.methods.js';
import { ENV, type Env } from '#config/env.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { consentPage } from './consent.page.js';
import { failurePage } from './failure.page.js';
import { InteractionsService, type PendingConnection } from './interactions.service.js';
import { loginPage } from './login.page.js';
import { OAUTH_PATHS } from './oauth.addresses.js';
import { keepOpener, sendPlainPage, sendRedirectingPage } from '#platform/pages/page.response.js';

const OVER = 'It has expired, or it was started in another browser';
const REFUSED = 'The email address or the password is wrong.';

/** Sign-in and consent: plain forms, each bound to the browser that started the connection. */
@Controller(`${OAUTH_PATHS.interaction}/:uid`)
@OpenRoute('pages that check the interaction cookie and the session')
export class InteractionController {
  constructor(
    private readonly interactions: InteractionsService,
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly methods: SignInMethods,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.interactions.pending(request, response);
    if (pending) await this.showNext(request, response, pending);
    else sendPlainPage(response, 404, failurePage(OVER));
  }

  @Post('login')
  async login(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.submitted(request, response);
    if (!pending) return;
    const { email, password } = textFields(request, 'email', 'password');
    const outcome = await this.sessions.signIn(request, response, email, password);
    if (outcome.kind === 'signed-in') return response.redirect(303, pathOf(pending));
    if (outcome.kind === 'code-required') return response.redirect(303, codePath(pathOf(pending)));
    if (outcome.kind === 'throttled') {
      setRetryAfter(response, outcome.failure);
      return this.showLogin(request, response, pending, 429, email, `${outcome.failure.message}.`);
    }
    await this.showLogin(request, response, pending, 401, email, REFUSED);
  }

  @Post('logout')
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.submitted(request, response);
    if (!pending) return;
    await this.sessions.signOut(request, response);
    response.redirect(303, pathOf(pending));
  }

  @Post('consent')
  async consent(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.submitted(request, response);
    if (!pending) return;
    const { decision } = textFields(request, 'decision');
    if (decision === 'deny') return response.redirect(303, await this.interactions.deny(request, response));
    const signedIn = await this.sessions.current(request);
    if (!signedIn) return response.redirect(303, pathOf(pending));
    const choice = this.interactions.choose((request.body ?? {}) as object, signedIn);
    if (decision !== 'allow') return this.showNext(request, response, pending, 'Allow or deny the connection.');
    if ('fault' in choice) return this.showNext(request, response, pending, choice.fault);
    if (choice.creditBudget > 0 && !signedIn.user.isVerified) {
      return sendPlainPage(response, 403, failurePage(emailUnverified().message));
    }
    response.redirect(303, await this.interactions.allow(request, response, pending, signedIn.user.id, choice));
  }

  /** The connection of a submitted form, or null if the form is refused; the failure page has then been sent. */
  private async submitted(request: Request, response: Response): Promise<PendingConnection | null> {
    const pending = await this.interactions.pending(request, response);
    if (!pending) {
      sendPlainPage(response, 404, failurePage(OVER));
      return null;
    }
    try {
      await this.csrf.demand(request);
      return pending;
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      sendPlainPage(response, error.status, failurePage(error.message));
      return null;
    }
  }

  private async showNext(
    request: Request,
    response: Response,
    pending: PendingConnection,
    fault?: string,
  ): Promise<void> {
    const signedIn = await this.sessions.current(request);
    if (!signedIn) return this.showLogin(request, response, pending, 200);
    if (signedIn.teams.length === 0) {
      return sendPlainPage(response, 403, failurePage('You do not belong to a team'));
    }
    const page = consentPage({
      action: pathOf(pending),
      csrfToken: await this.csrf.token(request, response),
      clientName: pending.clientName,
      redirect: pending.redirect,
      userEmail: signedIn.user.email,
      teams: signedIn.teams,
      maxBudget: this.env.OAUTH_MAX_CREDIT_BUDGET,
      fault,
    });
    keepOpener(response);
    // Its form leads to the client.
    sendRedirectingPage(response, fault ? 400 : 200, page);
  }

  private async showLogin(
    request: Request,
    response: Response,
    pending: PendingConnection,
    status: number,
    email?: string,
    fault?: string,
  ): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    const { clientName } = pending;
    const { methods } = this;
    const page = loginPage({ path: pathOf(pending), methods, csrfToken, clientName, email, fault });
    keepOpener(response);
    sendLoginPage(response, status, page, methods);
  }
}

const pathOf = ({ uid }: PendingConnection): string => `${OAUTH_PATHS.interaction}/${uid}`;

/** Fields of a form as text. A missing or repeated field is empty. */
function textFields<Name extends string>(request: Request, ...names: Name[]): Record<Name, string> {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const entries = names.map((name) => [name, typeof body[name] === 'string' ? body[name] : '']);
  return Object.fromEntries(entries) as Record<Name, string>;
}
