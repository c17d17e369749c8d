import { Controller, Get, Logger, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CsrfService } from '#access/sign-in/csrf.service.js';
import { IdentitiesService } from '#access/sign-in/identity-provider/identities.service.js';
import { ProviderLoginFailed } from '#access/sign-in/identity-provider/identity-provider.client.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import {
  type LoginPurpose,
  ProviderSignInService,
} from '#access/sign-in/identity-provider/provider-sign-in.service.js';
import { codePath, safeNext, SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { sendLoginPage, SignInMethods } from '#access/sign-in/sign-in.methods.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { sendPlainPage } from '#platform/pages/page.response.js';
import { Flashes } from '../parts/flash.js';
import { asExpectedFailure } from '../parts/form-state.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { LinkProviderPage, ProviderFailurePage } from './provider.page.js';
import { Visitors } from '../parts/visitor.js';

const SECURITY = '/app/settings/security';
const LINK = 'app/settings/security/provider/link';
const FORBIDDEN = 403;

/** Logins with the identity provider. Every failure has the same page; only the log says why. */
@Controller()
@OpenRoute('a form for visitors who are not logged in, and the answer of the identity provider')
@UseFilters(PageFailureFilter)
export class ProviderController {
  private readonly log = new Logger(ProviderController.name);

  constructor(
    private readonly logins: ProviderSignInService,
    private readonly identities: IdentitiesService,
    private readonly methods: SignInMethods,
    private readonly csrf: CsrfService,
    private readonly visitors: Visitors,
    private readonly flashes: Flashes,
  ) {}

  @Post('login/provider')
  async begin(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.csrf.demand(request);
    await this.redirect(request, response, { next: safeNext(next), purpose: 'sign-in' });
  }

  @Post('login/provider/proof')
  @SignedInPages()
  async prove(@Query('next') next: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.redirect(request, response, { next: safeNext(next), purpose: 'proof' });
  }

  @Get('login/provider/callback')
  async complete(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.attempt(request, response, async () => {
      const { kind, next } = await this.logins.complete(request, response);
      if (kind === 'link-required') return response.redirect(303, `/login?link=1&next=${encodeURIComponent(next)}`);
      if (kind === 'code-required') return response.redirect(303, codePath(next));
      if (kind === 'signed-in') return response.redirect(303, next);
      const flash = { kind: kind === 'linked-elsewhere' ? 'fault' : 'notice', text: this.outcomeText(kind) } as const;
      await this.flashes.redirect(request, response, next, flash);
    });
  }

  @Get(LINK)
  @SignedInPages()
  async linkForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandProvider();
    const { person } = await this.visitors.find(request);
    if (!person || (await this.identities.methodsOf(person.id)).isLinked) return response.redirect(303, SECURITY);
    const view = {
      action: `/${LINK}`,
      email: person.email,
      provider: this.methods.provider ?? '',
      csrfToken: await this.csrf.token(request, response),
    };
    sendLoginPage(response, 200, LinkProviderPage(view), this.methods);
  }

  /** Decorators apply from below: a proof counts only in a form with its token, which belongs to the session before. */
  @Post(LINK)
  @NeedsProof()
  @SignedInPages()
  async link(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.redirect(request, response, { next: SECURITY, purpose: 'link' });
  }

  @Post('app/settings/security/provider/unlink')
  @NeedsProof()
  @SignedInPages()
  async unlink(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.methods.demandProvider();
    const { person } = await this.visitors.find(request);
    try {
      if (person) await this.identities.unlink(person);
    } catch (error) {
      const text = `${asExpectedFailure(error).message}.`;
      return this.flashes.redirect(request, response, SECURITY, { kind: 'fault', text });
    }
    const text = `Your account is not linked with ${this.methods.provider} any more.`;
    await this.flashes.redirect(request, response, SECURITY, { kind: 'notice', text });
  }

  private redirect(
    request: Request,
    response: Response,
    wanted: { next: string; purpose: LoginPurpose },
  ): Promise<void> {
    return this.attempt(request, response, async () =>
      response.redirect(303, await this.logins.begin(request, response, wanted)),
    );
  }

  private outcomeText(kind: 'proved' | 'linked' | 'linked-elsewhere'): string {
    const { provider } = this.methods;
    if (kind === 'proved') return 'Thank you. Now fill in the form again, and send it.';
    if (kind === 'linked') return `Your account is linked with ${provider}.`;
    return `This account at ${provider} is linked with another account here.`;
  }

  /** Does one step of a login, and shows the page of failed logins if the step fails. */
  private async attempt(request: Request, response: Response, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (!(error instanceof ProviderLoginFailed)) throw error;
      const { requestId } = request as ApiRequest;
      this.log.warn({ error }, 'a login with the identity provider failed');
      sendPlainPage(response, FORBIDDEN, <ProviderFailurePage requestId={requestId} />);
    }
  }
}
