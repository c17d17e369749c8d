import { Controller, Get, Post } from '@nestjs/common';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { Caller, TeamCaller } from '#platform/caller/caller.js';
import type { InputOf } from '#platform/operations/operation.js';
import type { Immutable } from '#platform/operations/operation.result.js';
import type { OperationResult } from '#platform/operations/pagination.dto.js';
import { CurrentCaller, Input, RequestIds, Serves } from '#platform/http/operation.decorators.js';
import { generateReport, getPainPoints, type ReportGeneration } from './pain-points.operations.js';
import { PainPointsService } from './pain-points.service.js';
import type { Report } from './report.content.js';
import { ReportGenerationService } from './report-generation.service.js';

@Controller('api/v1/products/:id')
export class PainPointsController {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly generation: ReportGenerationService,
  ) {}

  @Get('pain-points')
  @Serves(getPainPoints)
  read(
    @CurrentCaller() caller: Caller,
    @Input() { path }: InputOf<typeof getPainPoints>,
  ): Promise<Immutable<OperationResult<Report>>> {
    return this.painPoints.reportFor(caller, path.id);
  }

  @Post('generate-report')
  @Serves(generateReport)
  generate(
    @CurrentCaller() caller: TeamCaller,
    @Input() { path }: InputOf<typeof generateReport>,
    @RequestIds() request: RequestIdentity,
  ): Promise<ReportGeneration> {
    return this.generation.generate(caller, path.id, request);
  }
}
