import { Controller, Get, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { demandRight } from '#access/policy/rights.js';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { ReportSharesService } from '#market/report-insights/report-shares.service.js';
import { listThemeMentions } from '#market/report-reading/theme-mentions.operations.js';
import { OpenRoute } from '#platform/http/operation.decorators.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { AllThemes } from './all-themes.page.js';
import { AppPages } from '../parts/app-pages.js';
import { Flashes } from '../parts/flash.js';
import { asExpectedFailure } from '../parts/form-state.js';
import { pageNumber, texts } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';
import { SharedReportPage } from './share.page.js';
import { type Member, Visitors } from '../parts/visitor.js';

@Controller()
@OpenRoute('any reader with the link of a shared report may read the report')
@UseFilters(PageFailureFilter)
export class SharedReportController {
  constructor(
    private readonly pages: AppPages,
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly shares: ReportSharesService,
    private readonly flashes: Flashes,
  ) {}

  @Get('shared/:secret')
  async open(
    @Param('secret') secret: string,
    @Query('themes') themes: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.set('X-Robots-Tag', 'noindex');
    await this.gate.pass(getPainPoints, (await this.visitors.find(request)).caller, response);
    const shared = await this.shares.open(secret);
    const list = { report: shared.report, path: `/shared/${secret}`, page: pageNumber(themes), isShared: true };
    await this.pages.send(request, response, {
      title: `What reviewers dislike about ${shared.report.product.name}`,
      content: () => (themes === undefined ? <SharedReportPage shared={shared} /> : <AllThemes {...list} />),
    });
  }

  @Post('products/:id/share')
  @SignedInPages()
  async share(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller, person } = await this.writer(request, response);
    try {
      const link = await this.shares.create(caller, id, Number(texts(request, 'days').days), person.id);
      await this.flashes.redirect(request, response, `/products/${id}`, { kind: 'share', text: link });
    } catch (error) {
      const { code, message } = asExpectedFailure(error);
      if (code === 'not_found') throw error;
      await this.flashes.redirect(request, response, `/products/${id}`, { kind: 'fault', text: `${message}.` });
    }
  }

  @Post('app/shares/:id/end')
  @SignedInPages()
  async end(@Param('id', IdPipe) id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { caller } = await this.writer(request, response);
    const productId = await this.shares.end(caller, id);
    const text = 'The link no longer works.';
    await this.flashes.redirect(request, response, `/products/${productId}`, { kind: 'notice', text });
  }

  /** Only who may read full reports may share one. @throws 403 */
  private async writer(request: Request, response: Response): Promise<Member> {
    const member = await this.visitors.memberOf(request);
    demandRight(member.caller, 'write');
    await this.gate.pass(listThemeMentions, member.caller, response);
    return member;
  }
}
