import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { diffReports, listReports } from '#market/report-insights/report-history.operations.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import { AppPages } from '../parts/app-pages.js';
import { FormInput } from '../parts/form-input.js';
import { pageNumber, type RawQuery } from '../parts/form-texts.js';
import { HistoryPage } from './history.page.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';

const ROWS = 20;

@Controller('app/products/:id/reports')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class HistoryPagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly history: ReportHistoryService,
  ) {}

  /** The finished reports of a product, and the changes between two of them in either order, by default the last two. */
  @Get()
  async show(
    @Param() path: Record<string, string>,
    @Query() raw: RawQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { caller } = await this.gate.admit(listReports, request, response);
    const teamId = caller.team.id;
    const listed = this.input.validate(listReports, { path, query: { page: pageNumber(raw.page), page_size: ROWS } });
    const ends = Object.fromEntries(Object.entries({ from: raw.from, to: raw.to }).filter(([, end]) => end));
    const asked = this.input.validate(diffReports, { path, query: ends });
    const compared = await this.history.inOrder(teamId, asked.path.id, asked.query);
    const difference = await this.history.diff(teamId, asked.path.id, compared);
    const reports = await this.history.list(teamId, listed.path.id, listed.query);
    await this.pages.send(request, response, {
      title: `Reports on ${difference.product.name}`,
      section: 'products',
      content: () => <HistoryPage reports={reports} difference={difference} />,
    });
  }
}
