import { Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import { safeNext } from '#access/sign-in/signed-in.guard.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { CodePage } from './second-factor.page.js';

/** The second step of a login: the code of the authenticator app. */
@Controller('login/code')
@LimitedByAddress()
@OpenRoute('a form for people whose password was right')
@UseFilters(PageFailureFilter)
export class SecondFactorController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {}

  @Get()
  async show(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (!(await this.sessions.awaitsCode(request))) return response.redirect(303, loginPath(next));
    await this.send(next, request, response);
  }

  @Post()
  async complete(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    const { code } = texts(request, 'code');
    try {
      const isSignedIn = await this.sessions.completeSignIn(request, response, code);
      response.redirect(303, isSignedIn ? safeNext(next) : loginPath(next));
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      setRetryAfter(response, error);
      await this.send(next, request, response, refusedForm({ code: '' }, error), error.status);
    }
  }

  private async send(
    next: unknown,
    request: Request,
    response: Response,
    form: FormState = NEW_FORM,
    status = 200,
  ): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, status, <CodePage csrfToken={csrfToken} form={form} next={safeNext(next)} />);
  }
}

const loginPath = (next: unknown): string => `/login?next=${encodeURIComponent(safeNext(next))}`;
