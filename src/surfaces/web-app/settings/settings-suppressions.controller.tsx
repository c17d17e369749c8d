import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { addSuppression } from '#workspace/enrichment/team-suppressions.operations.js';
import { TeamSuppressionsService } from '#workspace/enrichment/team-suppressions.service.js';
import { FormInput } from '../parts/form-input.js';
import { asExpectedFailure, formOf } from '../parts/form-state.js';
import { texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { SettingsPages } from './settings-pages.js';
import { SUPPRESSIONS, SuppressionsPage } from './settings-suppressions.page.js';
import { Visitors } from '../parts/visitor.js';

const PAGE_SIZE = 20;

@Controller('app/settings/suppressions')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class SuppressionPagesController {
  constructor(
    private readonly settings: SettingsPages,
    private readonly visitors: Visitors,
    private readonly input: FormInput,
    private readonly suppressions: TeamSuppressionsService,
  ) {}

  @Get()
  show(@Query('cursor') cursor: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.send(request, response, { cursor: typeof cursor === 'string' ? cursor : undefined });
  }

  @Post()
  async add(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    demandRight(caller, 'write');
    const values = texts(request, 'value');
    try {
      const { body } = this.input.validate(addSuppression, { body: values });
      await this.suppressions.add(caller, body.value);
    } catch (error) {
      return this.send(request, response, { values, failure: asExpectedFailure(error) });
    }
    response.redirect(303, SUPPRESSIONS);
  }

  @Post(':id/remove')
  async remove(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    demandRight(caller, 'write');
    await this.suppressions.remove(caller, id);
    response.redirect(303, SUPPRESSIONS);
  }

  private async send(
    request: Request,
    response: Response,
    {
      cursor = 'start',
      values = {},
      failure,
    }: { cursor?: string; values?: Record<string, string>; failure?: ApplicationError },
  ): Promise<void> {
    const { caller } = await this.visitors.memberOf(request);
    const { data: entries, pagination } = await this.suppressions.list(caller, { cursor, page_size: PAGE_SIZE });
    const view = { entries, next: pagination.next_cursor, form: formOf(values, failure) };
    await this.settings.send(
      request,
      response,
      'suppressions',
      ({ csrfToken }) => <SuppressionsPage {...view} csrfToken={csrfToken} />,
      failure,
    );
  }
}
