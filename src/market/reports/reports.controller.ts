import { Controller, Post } from '@nestjs/common';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { OperationResult } from '#platform/operations/operation.result.js';
import { ReportGenerationService } from './report-generation.service.js';
import { generateReport, type ReportGeneration } from './reports.operations.js';

@Controller('api/v1/products/:id')
export class ReportsController {
  constructor(private readonly generation: ReportGenerationService) {}

  @Post('generate-report')
  @Serves(generateReport)
  generate(
    @Call() { caller, input, ...request }: CallOf<typeof generateReport>,
  ): Promise<OperationResult<ReportGeneration> | DryRun> {
    return this.generation.generateOrPrice(caller, input, request);
  }
}
