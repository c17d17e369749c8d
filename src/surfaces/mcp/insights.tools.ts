import { costOf } from '#accounts/credits/credit.words.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { compareProducts } from '#market/report-insights/product-comparison.operations.js';
import { diffReports, listReports } from '#market/report-insights/report-history.operations.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import { getStanding } from '#market/report-insights/standing.operations.js';
import { StandingService } from '#market/report-insights/standing.service.js';
import { getSwitching } from '#market/report-insights/switching.operations.js';
import { SwitchingService } from '#market/report-insights/switching.service.js';
import { listThemeMentions } from '#market/report-reading/theme-mentions.operations.js';
import { ThemeMentionsService } from '#market/report-reading/theme-mentions.service.js';
import { mentionSummaries } from './list.views.js';
import { switchingView } from './switching.view.js';
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
  tool(getSwitching, SwitchingService, {
    title: 'Read who comes and who leaves',
    description:
      'The products that people came from and leave for, with the sentences that say so. Use it to learn why customers ' +
      'change; list_opportunities with product_id and signal lists the people. Free.',
    ...ofProduct,
    view: switchingView,
    holdsForeignText: true,
    call: (switching, { input }) => switching.switchingOf(input.path.id),
  }),
  tool(getStanding, StandingService, {
    title: 'Compare a product with its competitors',
    description:
      'For each kind of problem, whether reviewers name it more often than for the competitors together. Use it to find ' +
      'where a product is weak or strong beyond chance. Free.',
    ...ofProduct,
    call: (standing, { input }) => standing.standingOf(input.path.id),
  }),
  tool(listThemeMentions, ThemeMentionsService, {
    title: 'List the mentions of a theme',
    description:
      'Every review that names a theme of the last report, with its quote, strongest first. Use it to read or count the ' +
      'evidence of one theme. Free.',
    names: { product_id: 'id' },
    idSource: 'Check product_id (from search_products) and theme_id (from get_pain_points with theme).',
    view: mentionSummaries,
    holdsForeignText: true,
    advise: whenEmpty('The report has no mentions of this theme.', 'No mention matches all filters. Leave some out.'),
    call: (mentions, { caller, input }) => mentions.list(caller, input.path, input.query),
  }),
];
