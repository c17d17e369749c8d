import { Injectable } from '@nestjs/common';
import { AuditLogService } from '#accounts/audit/audit-log.service.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { Listing } from '#platform/operations/listing.js';
import { OpportunityReads } from '#workspace/opportunities/opportunity-reads.service.js';
import { PitchesService } from '#workspace/pitches/pitches.service.js';
import { UsageService } from '#workspace/usage/usage.service.js';
import type { ExportKind } from './export.columns.js';
import type {
  AuditLogExportQuery,
  ExportQuery,
  LedgerExportQuery,
  OpportunitiesExportQuery,
  PitchesExportQuery,
  ReportsExportQuery,
} from './exports.operations.js';

/** A list that a caller may export. */
export interface ExportList {
  caller: TeamCaller;
  kind: ExportKind;
  query: ExportQuery;
  /** The first `limit` rows. `nextSince` is the time at which the next export of changes begins. */
  list: (limit: number) => Promise<{ listing: Listing; nextSince?: string }>;
}

/** The lists that the API and the app export. */
@Injectable()
export class ExportLists {
  constructor(
    private readonly reads: OpportunityReads,
    private readonly reportHistory: ReportHistoryService,
    private readonly savedPitches: PitchesService,
    private readonly usage: UsageService,
    private readonly log: AuditLogService,
  ) {}

  opportunities(caller: TeamCaller, query: OpportunitiesExportQuery): ExportList {
    const list = (limit: number) => this.reads.changesOf(caller, query, limit);
    return { caller, kind: 'opportunities', query, list };
  }

  reports(caller: TeamCaller, query: ReportsExportQuery): ExportList {
    const selection = { productIds: query.product_id, since: timeOf(query.updated_since) };
    const list = listed((limit) => this.reportHistory.reportsOf(selection, limit));
    return { caller, kind: 'reports', query, list };
  }

  pitches(caller: TeamCaller, query: PitchesExportQuery): ExportList {
    const selection = { opportunityId: query.opportunity_id, since: timeOf(query.updated_since) };
    const list = listed((limit) => this.savedPitches.pitchesOf(caller.team.id, selection, limit));
    return { caller, kind: 'pitches', query, list };
  }

  ledger(caller: TeamCaller, query: LedgerExportQuery): ExportList {
    const selection = { ...query, from: laterOf(query.from, query.updated_since) };
    const list = listed((limit) => this.usage.entriesOf(caller.team.id, selection, limit));
    return { caller, kind: 'ledger', query, list };
  }

  auditLog(caller: TeamCaller, query: AuditLogExportQuery): ExportList {
    const selection = { ...query, from: laterOf(query.from, query.updated_since) };
    const list = listed((limit) => this.log.entriesOf(caller.team.id, selection, limit));
    return { caller, kind: 'audit-log', query, list };
  }
}

/** A list without a time at which the next export begins. */
const listed =
  (listingOf: (limit: number) => Listing): ExportList['list'] =>
  (limit) =>
    Promise.resolve({ listing: listingOf(limit) });

const timeOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** The later of two optional times. */
const laterOf = (one: string | undefined, other: string | undefined): string | undefined => {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) > Date.parse(other) ? one : other;
};
