import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { ReportHistoryService } from '#market/pain-points/report-history.service.js';
import { Call, Serves } from '#platform/http/operation.decorators.js';
import type { CallOf } from '#platform/operations/operation.js';
import { OpportunityReads } from '#workspace/opportunities/opportunity-reads.service.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { UsageService } from '#workspace/usage/usage.service.js';
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
    private readonly reads: OpportunityReads,
    private readonly reports: ReportHistoryService,
    private readonly pitchesService: PitchesService,
    private readonly usage: UsageService,
    private readonly log: AuditLogService,
  ) {}

  @Get('opportunities')
  @Serves(exportOpportunities)
  opportunities(@Call() call: CallOf<typeof exportOpportunities>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    const { query } = input;
    const list = (limit: number) => this.reads.changesOf(caller.team.id, query, limit);
    return this.exports.send({ caller, requestId, kind: 'opportunities', query, list }, response);
  }

  @Get('reports')
  @Serves(exportReports)
  reportsOf(@Call() call: CallOf<typeof exportReports>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    const { query } = input;
    const selection = { productIds: query.product_id, since: query.updated_since };
    const list = (limit: number) => Promise.resolve({ listing: this.reports.reportsOf(selection, limit) });
    return this.exports.send({ caller, requestId, kind: 'reports', query, list }, response);
  }

  @Get('pitches')
  @Serves(exportPitches)
  pitches(@Call() call: CallOf<typeof exportPitches>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    const { query } = input;
    const selection = { opportunityId: query.opportunity_id, since: query.updated_since };
    const list = (limit: number) =>
      Promise.resolve({ listing: this.pitchesService.pitchesOf(caller.team.id, selection, limit) });
    return this.exports.send({ caller, requestId, kind: 'pitches', query, list }, response);
  }

  @Get('ledger')
  @Serves(exportLedger)
  ledger(@Call() call: CallOf<typeof exportLedger>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    const { query } = input;
    const selection = { ...query, from: laterOf(query.from, query.updated_since) };
    const list = (limit: number) =>
      Promise.resolve({ listing: this.usage.entriesOf(caller.team.id, selection, limit) });
    return this.exports.send({ caller, requestId, kind: 'ledger', query, list }, response);
  }

  @Get('audit-log')
  @Serves(exportAuditLog)
  auditLog(@Call() call: CallOf<typeof exportAuditLog>, @Res() response: Response): Promise<void> {
    const { caller, requestId, input } = call;
    const { query } = input;
    const selection = { ...query, from: laterOf(query.from, query.updated_since) };
    const list = (limit: number) => Promise.resolve({ listing: this.log.entriesOf(caller.team.id, selection, limit) });
    return this.exports.send({ caller, requestId, kind: 'audit-log', query, list }, response);
  }
}

/** The later one of two times that may be left out. */
const laterOf = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) > Date.parse(other) ? one : other;
};
