import { costOf } from '#accounts/credits/credit.words.js';
import { isPaidTeam } from '#accounts/teams/plans.js';
import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import { generateReport, type ReportGeneration } from '#market/reports/reports.operations.js';
import type { ReportDifference } from '#market/report-insights/report-history.operations.js';
import type { Competitors } from '#market/products/products.operations.js';
import type { Caller } from '#platform/caller/caller.js';
import { START } from '#platform/operations/pagination.dto.js';
import type { BulkJobView } from '#workspace/bulk/bulk-jobs.operations.js';
import type { PriceQuote } from '#workspace/bulk/quotes.operations.js';
import type { UnlockedContact } from '#workspace/unlocks/unlocked-contact.dto.js';
import type { Arguments } from './tool.view.js';

/** The call that a result answers. `given` has the arguments as the client sent them. */
export interface AnsweredCall {
  caller: Caller;
  given: Arguments;
}

/** The next steps after a result, or undefined if the result suggests none. `data` is plain JSON. */
export type Advise = (data: never, call: AnsweredCall) => string | undefined;

/** For an empty page of a list. */
export const whenEmpty =
  (nextStep: string, withFilters?: string): Advise =>
  (items: unknown[], { given }) => {
    if (items.length > 0) return undefined;
    const { page = 1, cursor = START, page_size: _, fields: __, ...filters } = given;
    if (cursor !== START) return 'There is nothing more. Call again without cursor to begin again.';
    if (page !== 1) return 'This page is past the end. Call again with page 1.';
    return withFilters !== undefined && Object.keys(filters).length > 0 ? withFilters : nextStep;
  };

export const afterReport: Advise = (report: PainPointsReport, { caller }) => {
  const { status, total_themes, metadata } = report;
  if (status === 'generating') return 'A report is being generated. Call get_pain_points again in a few seconds.';
  if (metadata?.quotes_removed_at !== undefined)
    return 'Tell the person that this report has lost quotes whose texts were erased, so its figures are stale. A new report has current ones.';
  if (total_themes > 0) return undefined;
  if (status === 'completed') return 'The reviews name no recurring problem. get_competitors lists other products.';
  const which = status === 'failed' ? 'The last generation failed.' : 'There is no report.';
  const isPaid = caller.lane !== 'anonymous' && isPaidTeam(caller.team);
  return isPaid
    ? `${which} generate_report creates a report for ${costOf(generateReport)}: ask the person first.`
    : `${which} A paid team can create a report with generate_report. get_competitors lists other products.`;
};

export const afterCompetitors: Advise = ({ competitors }: Competitors) =>
  competitors.length > 0 ? undefined : 'No product shares a category. Find others by name with search_products.';

export const afterUnfollow: Advise = ({ unfollowed }: { unfollowed: boolean }) =>
  unfollowed ? undefined : 'The team did not follow this product. get_watchlist lists the products it follows.';

export const afterGeneration: Advise = ({ status }: ReportGeneration) =>
  status === 'generating'
    ? 'Call get_pain_points with this product_id in a few seconds, and again while its status is generating.'
    : 'Call get_pain_points with this product_id.';

export const afterUnlock: Advise = ({ found, field, reason }: UnlockedContact) => {
  if (reason === 'suppressed')
    return 'Tell the person that this writer must not be contacted. A public post can be answered in its thread.';
  if (!found) return 'Tell the person that nothing was found, and that another field or committee member may be tried.';
  return field === 'committee' ? 'Call get_opportunity for the members and their indexes.' : undefined;
};

export const afterDifference: Advise = ({ from }: ReportDifference) =>
  from === null
    ? 'There are fewer than two finished reports, so there is nothing to compare. get_pain_points reads the last one.'
    : undefined;

export const afterQuote: Advise = () =>
  'Nothing was bought. Tell the person the price, and ask before calling a tool that costs credits.';

/** A sentence about the items without a purchase. */
const withoutAnswer = ({ counts: { failed, skipped, canceled } }: BulkJobView): string =>
  failed + skipped + canceled === 0
    ? ''
    : ' Tell the person how many items failed or were skipped; GET /bulk-jobs/{id}/items of the REST API has the reasons.';

export const afterBulkJob: Advise = (answer: BulkJobView | PriceQuote, call) => {
  if ('total' in answer) return afterQuote(answer as never, call);
  return answer.finished_at === null
    ? 'Call get_bulk_job with this bulk_job_id in a few seconds, and again until finished_at is set.'
    : `The job has ended. get_opportunity, list_pitches and get_pain_points show what it bought.${withoutAnswer(answer)}`;
};
