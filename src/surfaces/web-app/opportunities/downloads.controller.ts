import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { ProductsService } from '#market/products/products.service.js';
import type { ApiRequest } from '#platform/http/api-request.js';
import { IdPipe } from '#platform/http/id.pipe.js';
import { ExportLists } from '#workspace/exports/exports.lists.js';
import { exportLedger, exportOpportunities, exportReports } from '#workspace/exports/exports.operations.js';
import { ExportsService } from '#workspace/exports/exports.service.js';
import { DOWNLOADS, fileNameOf } from '../parts/download-link.page.js';
import { FormInput } from '../parts/form-input.js';
import type { RawQuery } from '../parts/form-texts.js';
import { listingOf, readOpportunityListQuery } from './opportunity-list.query.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';

/** Excel needs the byte order mark. */
const CSV = { format: 'csv', bom: 'true' };

/** The lists of the app as CSV, by the exports of the API and within their limits. */
@Controller(DOWNLOADS)
@SignedInPages()
@UseFilters(PageFailureFilter)
export class DownloadsController {
  constructor(
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly exports: ExportsService,
    private readonly lists: ExportLists,
    private readonly products: ProductsService,
  ) {}

  /** The opportunities that the list shows with the same filters, on all its pages. */
  @Get('opportunities.csv')
  async opportunities(@Query() raw: RawQuery, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(exportOpportunities, request, response);
    const { sort: _, ...filters } = listingOf(readOpportunityListQuery(raw), undefined);
    delete filters.page_size;
    const { query } = this.input.validate(exportOpportunities, { query: { ...filters, ...CSV } });
    await this.exports.send({ ...this.lists.opportunities(caller, query), requestId: request.requestId }, response);
  }

  @Get('ledger.csv')
  async ledger(@Query() { kind }: RawQuery, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(exportLedger, request, response);
    const { query } = this.input.validate(exportLedger, { query: { ...(kind !== undefined && { kind }), ...CSV } });
    await this.exports.send({ ...this.lists.ledger(caller, query), requestId: request.requestId }, response);
  }

  /** A row for each theme of every finished report of a product. */
  @Get('reports/:id.csv')
  async reports(@Param('id', IdPipe) id: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const { caller } = await this.gate.admit(exportReports, request, response);
    const { query } = this.input.validate(exportReports, { query: { product_id: id, ...CSV } });
    const [product] = await this.products.summariesOf([id]);
    const name = fileNameOf('reports', product?.name ?? '');
    await this.exports.send({ ...this.lists.reports(caller, query), requestId: request.requestId, name }, response);
  }
}
