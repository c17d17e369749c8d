import { Controller, Query } from '@nestjs/common';
import { ProductsService } from '#market/products/products.service.js';
import { ExportLists } from '#workspace/exports/exports.lists.js';
import { exportLedger, exportOpportunities, exportReports } from '#workspace/exports/exports.operations.js';
import { ExportsService } from '#workspace/exports/exports.service.js';
import { type Answer, streamed } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Exchanged, Id, Member, Page } from '../kernel/page.decorators.js';
import type { Exchange, TeamMember } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { DOWNLOADS, fileNameOf } from '../parts/download-link.page.js';
import { listingOf, readOpportunityListQuery } from './opportunity-list.query.js';

/** Excel needs the byte order mark. */
const CSV = { format: 'csv', bom: 'true' };

/** The lists of the app as CSV, by the exports of the API and within their limits. */
@Controller()
export class DownloadsController {
  constructor(
    private readonly input: FormInput,
    private readonly exports: ExportsService,
    private readonly lists: ExportLists,
    private readonly products: ProductsService,
  ) {}

  /** The opportunities that the list shows with the same filters, on all its pages. */
  @Page(`${DOWNLOADS}/opportunities.csv`, { operation: exportOpportunities })
  opportunities(
    @Member() { caller }: TeamMember,
    @Query() raw: RawQuery,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Answer {
    const { sort: _, ...filters } = listingOf(readOpportunityListQuery(raw), undefined);
    delete filters.page_size;
    const { query } = this.input.validate(exportOpportunities, { query: { ...filters, ...CSV } });
    return streamed((response) =>
      this.exports.send({ ...this.lists.opportunities(caller, query), requestId }, response),
    );
  }

  @Page(`${DOWNLOADS}/ledger.csv`, { operation: exportLedger })
  ledger(
    @Member() { caller }: TeamMember,
    @Query() { kind }: RawQuery,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Answer {
    const { query } = this.input.validate(exportLedger, { query: { ...(kind !== undefined && { kind }), ...CSV } });
    return streamed((response) => this.exports.send({ ...this.lists.ledger(caller, query), requestId }, response));
  }

  /** A row for each theme of every finished report of a product. */
  @Page(`${DOWNLOADS}/reports/:id.csv`, { operation: exportReports })
  async reports(
    @Member() { caller }: TeamMember,
    @Id() id: string,
    @Exchanged() { request: { requestId } }: Exchange,
  ): Promise<Answer> {
    const { query } = this.input.validate(exportReports, { query: { product_id: id, ...CSV } });
    const [product] = await this.products.summariesOf([id]);
    const name = fileNameOf('reports', product?.name ?? '');
    return streamed((response) =>
      this.exports.send({ ...this.lists.reports(caller, query), requestId, name }, response),
    );
  }
}
