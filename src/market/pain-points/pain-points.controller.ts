import { Controller, Get, Post } from '@nestjs/common';
import type { CallOf } from '#platform/operations/operation.js';
import type { Immutable, OperationResult } from '#platform/operations/operation.result.js';
import type { DryRun } from '#accounts/runs/dry-run.dto.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import { generateReport, getPainPoints, type ReportGeneration } from './pain-points.operations.js';
import { PainPointsService } from './pain-points.service.js';
import { listThemeMentions, type ThemeMention } from './theme-mentions.operations.js';
import { ThemeMentionsService } from './theme-mentions.service.js';
import { getStanding, type Standing } from './standing.operations.js';
import { StandingService } from './standing.service.js';
import { getSwitching, type Switching } from './switching.operations.js';
import { SwitchingService } from './switching.service.js';
import type { Report } from './report.content.js';
import { ReportGenerationService } from './report-generation.service.js';

@Controller('api/v1/products/:id')
export class PainPointsController {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly generation: ReportGenerationService,
    private readonly mentions: ThemeMentionsService,
    private readonly switching: SwitchingService,
    private readonly standing: StandingService,
  ) {}

  @Get('pain-points')
  @Serves(getPainPoints)
  read(@Call() { caller, input: { path } }: CallOf<typeof getPainPoints>): Promise<Immutable<OperationResult<Report>>> {
    return this.painPoints.reportFor(caller, path.id);
  }

  @Get('pain-points/:theme_id/mentions')
  @Serves(listThemeMentions)
  listMentions(
    @Call() { caller, input: { path, query } }: CallOf<typeof listThemeMentions>,
  ): Promise<OperationResult<ThemeMention[]>> {
    return this.mentions.list(caller, path, query);
  }

  @Get('switching')
  @Serves(getSwitching)
  readSwitching(@Call() { input: { path } }: CallOf<typeof getSwitching>): Promise<OperationResult<Switching>> {
    return this.switching.switchingOf(path.id);
  }

  @Get('standing')
  @Serves(getStanding)
  readStanding(@Call() { input: { path } }: CallOf<typeof getStanding>): Promise<Standing> {
    return this.standing.standingOf(path.id);
  }

  @Post('generate-report')
  @Serves(generateReport)
  generate(
    @Call() { caller, input, ...request }: CallOf<typeof generateReport>,
  ): Promise<OperationResult<ReportGeneration> | DryRun> {
    return this.generation.generateOrPrice(caller, input, request);
  }
}
