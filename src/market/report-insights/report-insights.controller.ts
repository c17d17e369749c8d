import { Controller, Get } from '@nestjs/common';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import type { Immutable, OperationResult } from '#platform/operations/operation.result.js';
import { getReportCover, type ReportCover } from './report-cover.operations.js';
import { ReportCoverService } from './report-cover.service.js';
import { getStanding, type Standing } from './standing.operations.js';
import { StandingService } from './standing.service.js';
import { getSwitching, type Switching } from './switching.operations.js';
import { SwitchingService } from './switching.service.js';

@Controller('api/v1/products/:id')
export class ReportInsightsController {
  constructor(
    private readonly switching: SwitchingService,
    private readonly standing: StandingService,
    private readonly covers: ReportCoverService,
  ) {}

  @Get('pain-points/cover')
  @Serves(getReportCover)
  readCover(
    @Call() { caller, input: { path, query } }: CallOf<typeof getReportCover>,
  ): Promise<Immutable<OperationResult<ReportCover>>> {
    return this.covers.coverFor(caller, path.id, query.months);
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
}
