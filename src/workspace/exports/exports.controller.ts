import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { ExportLists } from './exports.lists.js';
import {
  exportAuditLog,
  exportLedger,
  exportOpportunities,
  exportPitches,
  exportReports,
} from './exports.operations.js';
import { ExportsService } from './exports.service.js';

@Controller('api/v1/exports')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly lists: ExportLists,
  ) {}

  @Get('opportunities')
  @Serves(exportOpportunities)
  opportunities(@Call() call: CallOf<typeof exportOpportunities>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    return this.exports.send({ ...this.lists.opportunities(caller, input.query), requestId }, response);
  }

  @Get('reports')
  @Serves(exportReports)
  reports(@Call() call: CallOf<typeof exportReports>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    return this.exports.send({ ...this.lists.reports(caller, input.query), requestId }, response);
  }

  @Get('pitches')
  @Serves(exportPitches)
  pitches(@Call() call: CallOf<typeof exportPitches>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    return this.exports.send({ ...this.lists.pitches(caller, input.query), requestId }, response);
  }

  @Get('ledger')
  @Serves(exportLedger)
  ledger(@Call() call: CallOf<typeof exportLedger>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    return this.exports.send({ ...this.lists.ledger(caller, input.query), requestId }, response);
  }

  @Get('audit-log')
  @Serves(exportAuditLog)
  auditLog(@Call() call: CallOf<typeof exportAuditLog>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    return this.exports.send({ ...this.lists.auditLog(caller, input.query), requestId }, response);
  }
}
