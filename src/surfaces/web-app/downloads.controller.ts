import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { ReportHistoryService } from '#market/pain-points/report-history.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import type { Operation } from '#platform/operations/operation.js';
import { exportLedger, exportOpportunities, exportReports } from '#workspace/exports/exports.operations.js';
import { ExportsService } from '#workspace/exports/exports.service.js';
import { OpportunityReads } from '#workspace/opportunities/opportunity-reads.service.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import { DOWNLOADS } from './download-link.page.js';
import { FormInput } from './form-input.js';
import type { RawQuery } from './form-texts.js';
import { listingOf, readOpportunityListQuery } from './opportunity-list.query.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { PageGate } from './page.gate.js';
import { Visitors } from './visitor.js';

/** Excel needs the byte order mark. */
const CSV = { format: 'csv', bom: 'true' };

/** The lists of the app as CSV, by the exports of the API and within their limits. */
@Controller(DOWNLOADS)
@SignedInPages()
@UseFilters(PageFailureFilter)
export class DownloadsController {
  constructor(
    private readonly visitors: Visitors,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly exports: ExportsService,
    private readonly reads: OpportunityReads,
    private readonly reports: ReportHistoryService,
    private readonly usage: UsageService,
  ) {}

  /** The opportunities that the list shows with the same filters, on all its pages. */
  @Get('opportunities.csv')
  async opportunities(@Query() raw: RawQuery, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, exportOpportunities);
    const { sort: _, ...filters } = listingOf(readOpportunityListQuery(raw), undefined);
    delete filters.page_size;
    const { query } = this.input.validate(exportOpportunities, { query: { ...filters, ...CSV } });
    const list = (limit: number) => this.reads.changesOf(caller.team.id, query, limit);
    await this.exports.send({ caller, requestId: request.requestId, kind: 'opportunities', query, list }, response);
  }

  @Get('ledger.csv')
  async ledger(@Query() { kind }: RawQuery, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const caller = await this.allowed(request, response, exportLedger);
    const { query } = this.input.validate(exportLedger, { query: { ...(kind !== undefined && { kind }), ...CSV } });
    const list = (limit: number) => Promise.resolve({ listing: this.usage.entriesOf(caller.team.id, query, limit) });
    await this.exports.send({ caller, requestId: request.requestId, kind: 'ledger', query, list }, response);
  }

  /** A row for each theme of every finished report of a product. */
  @Get('reports/:id.csv')
  async reportsOf(
    @Param('id', IdPipe) id: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const caller = await this.allowed(request, response, exportReports);
    const { query } = this.input.validate(exportReports, { query: { product_id: id, ...CSV } });
    const list = (limit: number) => Promise.resolve({ listing: this.reports.reportsOf({ productIds: [id] }, limit) });
    await this.exports.send({ caller, requestId: request.requestId, kind: 'reports', query, list }, response);
  }

  private async allowed(request: ApiRequest, response: Response, operation: Operation): Promise<TeamCaller> {
    const { caller } = await this.visitors.memberOf(request);
    await this.gate.pass(operation, caller, response);
    return caller;
  }
}
