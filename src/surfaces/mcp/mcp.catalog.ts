import { generateReport, getPainPoints } from '#market/pain-points/pain-points.operations.js';
import { PainPointsService } from '#market/pain-points/pain-points.service.js';
import { ReportGenerationService } from '#market/pain-points/report-generation.service.js';
import { READS, SPENDS, type Tool, tool } from './tool.js';

/** The menu: every tool, in the order clients see them. */
export const CATALOG: readonly Tool[] = [
  tool({
    operation: getPainPoints,
    title: "Read a product's pain points",
    description:
      'What reviewers of a product complain about: themes with trend, number of mentions, business impact and verbatim ' +
      'quotes. Use it to learn where a product hurts its users. A paid team gets every theme and quote, everybody else ' +
      'the first three. `status` says whether a report exists: with none, generate_report makes one. Free.',
    hints: READS,
    service: PainPointsService,
    call: (painPoints, { caller, input }) => painPoints.reportFor(caller, input.path.id),
  }),
  tool({
    operation: generateReport,
    title: "Generate a product's pain-points report",
    description:
      'Starts a new pain-points report and answers at once; it takes two to three minutes, then get_pain_points reads ' +
      'it. Use it when there is no report or the person wants a fresh one. Costs 1 credit: ask the person first. ' +
      'Nothing is charged while one is being generated already.',
    hints: SPENDS,
    service: ReportGenerationService,
    call: (reports, { caller, input, requestId }) => reports.generate(caller, input.path.id, { requestId }),
  }),
];
