import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { updateSenderProfile } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import { SENDER_FIELDS, type SenderField } from '#workspace/account/sender-profile.dto.js';
import { AppPages } from '../parts/app-pages.js';
import { FormInput } from '../parts/form-input.js';
import { Flashes } from '../parts/flash.js';
import { type FormState, NEW_FORM, refusedForm } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsTabs, TAB_TITLES } from './settings.page.js';
import { SenderPage } from './settings-sender.page.js';
import { Visitors } from '../parts/visitor.js';

const FIELDS = Object.keys(SENDER_FIELDS) as SenderField[];

@Controller('app/settings/sender')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SenderPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly input: FormInput,
    private readonly account: AccountService,
    private readonly flashes: Flashes,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    await this.send(request, response, { ...NEW_FORM, values: await this.values(caller) });
  }

  @Post()
  async save(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    demandRight(caller, 'write');
    const asked = texts(request, ...FIELDS);
    try {
      const { body } = this.input.validate(updateSenderProfile, { body: { ...asked } });
      await this.account.updateSenderProfile(caller, body);
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      return this.send(request, response, refusedForm(asked, error), error.status);
    }
    const text = 'Saved. New pitches use the profile.';
    await this.flashes.redirect(request, response, '/app/settings/sender', { kind: 'notice', text });
  }

  private async values(caller: TeamCaller): Promise<Record<string, string>> {
    const profile = await this.account.senderProfile(caller);
    return Object.fromEntries(FIELDS.map((field) => [field, profile[field] ?? '']));
  }

  private send(request: Request, response: Response, form: FormState, status?: number): Promise<void> {
    return this.pages.send(request, response, {
      title: `${TAB_TITLES.sender} · Settings`,
      section: 'settings',
      status,
      content: ({ csrfToken }) => (
        <SettingsTabs tab="sender">
          <SenderPage form={form} csrfToken={csrfToken} />
        </SettingsTabs>
      ),
    });
  }
}
