import { Controller, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { PaidCalls } from '#accounts/runs/paid-calls.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult } from '#platform/operations/operation.result.js';
import { GenerateReport } from './generate-report.action.js';
import { generateReport, type ReportGeneration } from './reports.operations.js';

@Controller('api/v1/products/:id')
export class ReportsController {
  constructor(private readonly calls: PaidCalls) {}

  @Post('generate-report')
  @Serves(generateReport)
  generate(@Call() call: CallOf<typeof generateReport>): Promise<OperationResult<ReportGeneration> | DryRun> {
    return this.calls.buyOrPrice(GenerateReport, call);
  }
}
