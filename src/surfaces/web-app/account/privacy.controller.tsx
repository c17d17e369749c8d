import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LimitedByAddress } from '#access/sign-in/browser-limit.guard.js';
import { AccountMailThrottle } from '#access/sign-in/account-mail.throttle.js';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { PrivacyRequests } from '#workspace/personal-data/privacy-requests.service.js';
import { asExpectedFailure, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { ConfirmErasurePage, ErasureRequestedPage, PrivacyPage } from './privacy.page.js';

/** The pages for people whose reviews, posts or contact data are stored. */
@Controller('privacy')
@LimitedByAddress()
@OpenRoute('pages for people who may have no account')
@UseFilters(PageFailureFilter)
export class PrivacyController {
  constructor(
    private readonly csrf: CsrfService,
    private readonly throttle: AccountMailThrottle,
    private readonly requests: PrivacyRequests,
  ) {}

  @Get()
  async form(@Req() request: Request, @Res() response: Response): Promise<void> {
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(response, 200, <PrivacyPage csrfToken={csrfToken} form={NEW_FORM} isSent={false} />);
  }

  @Post()
  async request(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.throttle.demandRequest(request);
    const csrfToken = await this.csrf.token(request, response);
    const { email } = texts(request, 'email');
    try {
      this.requests.demandAddress(email);
    } catch (error) {
      const failure = asExpectedFailure(error);
      const form = refusedForm({ email }, failure);
      return sendPlainPage(response, failure.status, <PrivacyPage csrfToken={csrfToken} form={form} isSent={false} />);
    }
    if (await this.throttle.allows(email)) await this.requests.request(email);
    sendPlainPage(response, 200, <PrivacyPage csrfToken={csrfToken} form={NEW_FORM} isSent />);
  }

  @Get(':secret')
  async link(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const email = await this.requests.find(secret);
    const csrfToken = await this.csrf.token(request, response);
    sendPlainPage(
      response,
      200,
      <ConfirmErasurePage csrfToken={csrfToken} email={email} path={`/privacy/${secret}`} />,
    );
  }

  @Post(':secret')
  async confirm(@Param('secret') secret: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.requests.confirm(secret);
    sendPlainPage(response, 200, <ErasureRequestedPage />);
  }
}
