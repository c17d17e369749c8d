import { ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { AuditLogEntry, AuditLogQuery } from '#accounts/audit/audit.operations.js';
import { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import { OneOf, OptionalField, OptionalTimeQuery } from '#platform/operations/fields.js';
import { AnyId, YesOrNo } from '#platform/operations/filters.js';
import { defineOperation } from '#platform/operations/operation.js';
import { listOpportunities } from '#workspace/opportunities/opportunities.operations.js';
import { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OpportunityFilter } from '#workspace/opportunities/opportunity-filter.dto.js';
import { PitchesQuery, SavedPitch } from '#workspace/pitches/pitches.operations.js';
import { LedgerEntry, LedgerQuery } from '#workspace/usage/usage.operations.js';
import { EXPORT_COLUMNS, type ExportKind } from './export.columns.js';

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The parameters of every export. */
export class ExportQuery {
  @ApiPropertyOptional({ enum: EXPORT_FORMATS, default: EXPORT_FORMATS[0], description: 'JSON Lines or CSV' })
  @OptionalField()
  @OneOf(EXPORT_FORMATS)
  format: ExportFormat = EXPORT_FORMATS[0];

  @YesOrNo('true: CSV begins with a byte order mark, which Excel needs') bom?: boolean[];
  @OptionalTimeQuery('Only items that were created or changed at or after this time') updated_since?: string;
}

export class OpportunitiesExportQuery extends IntersectionType(
  ExportQuery,
  OmitType(OpportunityFilter, ['page', 'page_size', 'cursor', 'sort', 'updated_since']),
) {}

export class ReportsExportQuery extends ExportQuery {
  @AnyId('Only reports of this product') product_id?: string[];
}

export class PitchesExportQuery extends IntersectionType(ExportQuery, OmitType(PitchesQuery, ['page', 'page_size'])) {}

export class LedgerExportQuery extends IntersectionType(
  ExportQuery,
  OmitType(LedgerQuery, ['cursor', 'page_size', 'sort']),
) {}

export class AuditLogExportQuery extends IntersectionType(
  ExportQuery,
  OmitType(AuditLogQuery, ['cursor', 'page_size']),
) {}

const FROM_TO = [['from', 'to']] as const;

const describe = (kind: ExportKind, rows: string): string =>
  `${rows} All rows are from one snapshot. CSV has the columns ${EXPORT_COLUMNS[kind].map((name) => `\`${name}\``).join(', ')}; ` +
  'new columns are added at the end, lists and objects are JSON, and a text that a spreadsheet would run as a formula begins ' +
  "with `'`. If the connection ends without the last chunk, the file is incomplete.";

/** The parameters of all exports. */
const EXPORT = { tag: 'Exports', lanes: ['key'], isEphemeral: true, reasons: ['too_many_rows'] } as const;

export const exportOpportunities = defineOperation({
  ...EXPORT,
  id: 'export_opportunities',
  summary: 'Opportunities as a file',
  description: describe(
    'opportunities',
    'A row for each item of `GET /opportunities`, the earliest change first; locked values are empty. ' +
      '`X-Next-Updated-Since` is the `updated_since` of the next export.',
  ),
  input: { query: OpportunitiesExportQuery },
  ranges: listOpportunities.ranges,
  output: { type: OpportunityDetail, isFile: true, synced: true },
});

export const exportReports = defineOperation({
  ...EXPORT,
  id: 'export_reports',
  summary: 'Finished reports as a file',
  description: describe(
    'reports',
    'A line for each finished report as in `GET /products/{id}/reports/{report_id}`, with its `id`, the oldest first. CSV ' +
      'has a row for each theme.',
  ),
  input: { query: ReportsExportQuery },
  output: { type: PainPointsReport, isFile: true },
});

export const exportPitches = defineOperation({
  ...EXPORT,
  id: 'export_pitches',
  summary: 'Pitches as a file',
  description: describe('pitches', 'A row for each item of `GET /pitches`, the oldest first.'),
  input: { query: PitchesExportQuery },
  output: { type: SavedPitch, isFile: true },
});

export const exportLedger = defineOperation({
  ...EXPORT,
  id: 'export_ledger',
  summary: 'The ledger as a file',
  description: describe('ledger', 'A row for each item of `GET /account/ledger`, by position.'),
  input: { query: LedgerExportQuery },
  ranges: FROM_TO,
  output: { type: LedgerEntry, isFile: true },
});

export const exportAuditLog = defineOperation({
  ...EXPORT,
  id: 'export_audit_log',
  summary: 'The audit log as a file',
  description: describe('audit-log', 'A row for each item of `GET /audit-log`, the oldest first.'),
  scope: 'audit',
  input: { query: AuditLogExportQuery },
  ranges: FROM_TO,
  output: { type: AuditLogEntry, isFile: true },
});
