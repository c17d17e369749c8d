import type { ReportGeneration } from '#market/reports/reports.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { internalError } from '#platform/errors/application-error.js';
import { resultOf, OperationResult } from '#platform/operations/operation.result.js';
import { followWith } from './tool.js';

/** Counts the reviews that the generation of a report has read, and waits for the report. */
export const reportProgress = followWith(PainPointsService, async (reports, { returned, id, channel }) => {
  const { data, meta } = resultOf(returned) as OperationResult<ReportGeneration>;
  if (data.status !== 'generating') return returned;
  const look = async () => {
    const { status: now, reviews_read: done, reviews_total: total } = await reports.progressOf(id);
    return { isRunning: now === 'generating', status: now, done, total, message: `Read ${done} of ${total} reviews` };
  };
  // The report is bought, whether or not its progress can be read.
  const { status } = await channel.follow(look).catch(() => data);
  if (status === 'failed') throw internalError('The report could not be generated; a credit that it cost is refunded');
  if (status !== 'completed') return returned;
  return new OperationResult({ ...data, status, message: 'The report is complete' }, meta);
});
