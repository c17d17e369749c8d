import { costOf } from '#accounts/credits/credit.words.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { compareProducts } from '#market/report-insights/product-comparison.operations.js';
import { diffReports, listReports } from '#market/report-insights/report-history.operations.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import { afterDifference, whenEmpty } from './tool.advice.js';
import { type Tool, tool } from './tool.js';
import { ofProduct } from './tool.subjects.js';

/** Tools that compare products and reports. */
export const INSIGHTS_TOOLS: readonly Tool[] = [
  tool(compareProducts, ProductComparisonService, {
    title: 'Compare products',
    description:
      'How often reviewers of two to six products complain about each kind of problem, and which themes they share. Use it ' +
      'to say where a product is better or worse than others. Free.',
    names: { product_ids: 'ids' },
    idSource: 'Check product_ids: take the ids from search_products or get_competitors, never from memory.',
    opaque: ['points', 'openings'],
    holdsForeignText: true,
    call: (comparison, { input }) => comparison.compare(input.query.ids),
  }),
  tool(listReports, ReportHistoryService, {
    title: 'List the reports of a product',
    description: 'The finished reports of a product, newest first. Use it to find reports for diff_reports. Free.',
    ...ofProduct,
    advise: whenEmpty(
      `There is no finished report. generate_report creates one for ${costOf(generateReport)}: ask the person first.`,
    ),
    call: (history, { caller, input }) => history.list(caller.team.id, input.path.id, input.query),
  }),
  tool(diffReports, ReportHistoryService, {
    title: 'Compare two reports of a product',
    description:
      'Which themes are new, gone, grown or shrunk between two reports, by default the last two. Use it to say what has ' +
      'changed for a product. Free.',
    ...ofProduct,
    idSource: 'Check product_id (from search_products), and from and to (from list_reports).',
    holdsForeignText: true,
    advise: afterDifference,
    call: (history, { caller, input }) => history.diff(caller.team.id, input.path.id, input.query),
  }),
];
