import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { VNode } from 'preact';
import { IdentitiesService } from '#access/sign-in/identity-provider/identities.service.js';
import { NeedsProof } from '#access/sign-in/proof.guard.js';
import type { Person } from '#access/sign-in/session.types.js';
import { demandVerified } from '#access/sign-in/sign-in.failures.js';
import { SignInThrottle } from '#access/sign-in/sign-in.throttle.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { TwoFactorService } from '#access/sign-in/second-factor/two-factor.service.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { setRetryAfter } from '#platform/http/failure.filter.js';
import { AppPages, type PageContext } from '../parts/app-pages.js';
import { Flashes } from '../parts/flash.js';
import { NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsTabs, TAB_TITLES } from '../settings/settings.page.js';
import { FactorPage, SetupPage } from './settings-two-factor.page.js';
import { Visitors } from '../parts/visitor.js';

const SECURITY = '/app/settings/security';
const PAGE = '/app/settings/two-factor';

/** The authenticator app of a person: its setup, its recovery codes, and its end. */
@Controller('app/settings/two-factor')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class TwoFactorPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly factors: TwoFactorService,
    private readonly throttle: SignInThrottle,
    private readonly flashes: Flashes,
    private readonly identities: IdentitiesService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response);
  }

  @Post('begin')
  @NeedsProof()
  async begin(@Req() request: Request, @Res() response: Response): Promise<void> {
    const person = await this.personOf(request);
    // A person who signs up with another's address must not be able to lock the owner of the address out.
    demandVerified(person);
    await this.factors.begin(person);
    response.redirect(303, PAGE);
  }

  @Post('confirm')
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { code } = texts(request, 'code');
    await this.answer(request, response, { code: '' }, 'codes', async (person) => {
      await this.showCodes(request, response, await this.factors.confirm(person, code));
    });
  }

  @Post('codes')
  async renewCodes(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { code } = texts(request, 'code');
    await this.answer(request, response, { code: '' }, 'codes', async (person) => {
      await this.showCodes(request, response, await this.factors.renewCodes(person, code));
    });
  }

  @Post('off')
  async turnOff(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { password, code } = texts(request, 'password', 'code');
    await this.answer(request, response, { password: '', code: '' }, 'off', async (person) => {
      await this.throttle.demandAccountWork(request);
      await this.factors.turnOff(person, password, code);
      const text = 'Two-factor authentication is off.';
      await this.flashes.redirect(request, response, SECURITY, { kind: 'notice', text });
    });
  }

  /** Does the work of a form. A refused form is shown again. */
  private async answer(
    request: Request,
    response: Response,
    values: Record<string, string>,
    refused: 'codes' | 'off',
    work: (person: Person) => Promise<void>,
  ): Promise<void> {
    try {
      await work(await this.personOf(request));
    } catch (error) {
      if (!(error instanceof ApplicationError) || error.code === 'not_found') throw error;
      setRetryAfter(response, error);
      await this.send(request, response, { values, refused, error });
    }
  }

  private async send(
    request: Request,
    response: Response,
    failed?: { values: Record<string, string>; refused: 'codes' | 'off'; error: ApplicationError },
  ): Promise<void> {
    const person = await this.personOf(request);
    const [setup, isOn] = [await this.factors.setup(person), await this.factors.isOn(person.id)];
    if (!setup && !isOn) return response.redirect(303, SECURITY);
    const { hasPassword } = await this.identities.methodsOf(person.id);
    const form = failed ? refusedForm(failed.values, failed.error) : NEW_FORM;
    const content = ({ csrfToken }: PageContext): VNode =>
      setup ? (
        <SetupPage csrfToken={csrfToken} form={form} setup={setup} />
      ) : (
        <FactorPage csrfToken={csrfToken} form={form} refused={failed?.refused ?? null} hasPassword={hasPassword} />
      );
    await this.pages.send(request, response, {
      title: `Two-factor authentication · ${TAB_TITLES.security}`,
      section: 'settings',
      status: failed?.error.status,
      content: (context) => <SettingsTabs tab="security">{content(context)}</SettingsTabs>,
    });
  }

  private showCodes(request: Request, response: Response, codes: string[]): Promise<void> {
    return this.flashes.redirect(request, response, SECURITY, { kind: 'codes', text: codes.join(' ') });
  }

  private async personOf(request: Request): Promise<Person> {
    return (await this.visitors.find(request)).person as Person;
  }
}
