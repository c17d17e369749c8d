import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Immutable, Page } from '#platform/operations/operation.result.js';
import { compareProducts, type ProductComparison } from './product-comparison.operations.js';
import { ProductComparisonService } from './product-comparison.service.js';
import type { Report } from '#market/report-reading/report.content.js';
import {
  diffReports,
  getReport,
  listReports,
  type ReportDifference,
  type ReportSummary,
} from './report-history.operations.js';
import { ReportHistoryService } from './report-history.service.js';

@Controller('api/v1/products')
export class ReportHistoryController {
  constructor(
    private readonly history: ReportHistoryService,
    private readonly comparison: ProductComparisonService,
  ) {}

  @Get('compare')
  @Serves(compareProducts)
  compare(@Call() { input: { query } }: CallOf<typeof compareProducts>): Promise<ProductComparison> {
    return this.comparison.compare(query.ids);
  }

  @Get(':id/reports')
  @Serves(listReports)
  list(@Call() { caller, input: { path, query } }: CallOf<typeof listReports>): Promise<Page<ReportSummary>> {
    return this.history.list(caller.team.id, path.id, query);
  }

  @Get(':id/reports/diff')
  @Serves(diffReports)
  diff(@Call() { caller, input: { path, query } }: CallOf<typeof diffReports>): Promise<ReportDifference> {
    return this.history.diff(caller.team.id, path.id, query);
  }

  @Get(':id/reports/:report_id')
  @Serves(getReport)
  get(@Call() { caller, input: { path } }: CallOf<typeof getReport>): Promise<Immutable<Report>> {
    return this.history.get(caller.team.id, path.id, path.report_id);
  }
}
