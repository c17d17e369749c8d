import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { ApplicationError } from '#platform/errors/application-error.js';
import { updateSenderProfile } from '#workspace/account/account.operations.js';
import { AccountService } from '#workspace/account/account.service.js';
import { SENDER_FIELDS, type SenderField, type SenderProfileView } from '#workspace/account/sender-profile.dto.js';
import { AppPages } from './app-pages.js';
import { FormInput } from './form-input.js';
import { texts } from './form-texts.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { SettingsTabs } from './settings.page.js';
import { SenderPage } from './settings-sender.page.js';
import { Visitors } from './visitor.js';

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
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    await this.send(request, response, await this.account.senderProfile(caller));
  }

  @Post()
  async save(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    const asked = texts(request, ...FIELDS);
    try {
      const { body } = this.input.validate(updateSenderProfile, { body: { ...asked } });
      await this.send(request, response, await this.account.updateSenderProfile(caller, body), { isSaved: true });
    } catch (error) {
      if (!(error instanceof ApplicationError)) throw error;
      await this.send(request, response, asked, { failure: error });
    }
  }

  private send(
    request: Request,
    response: Response,
    profile: Partial<SenderProfileView>,
    { isSaved, failure }: { isSaved?: boolean; failure?: ApplicationError } = {},
  ): Promise<void> {
    return this.pages.send(request, response, {
      title: 'Sender profile',
      section: 'settings',
      status: failure?.status,
      content: ({ csrfToken }) => (
        <SettingsTabs tab="sender">
          <SenderPage profile={profile} csrfToken={csrfToken} isSaved={isSaved} fault={failure?.message} />
        </SettingsTabs>
      ),
    });
  }
}
