import { parentPort } from 'node:worker_threads';
import {
  BUILT_IN_ID,
  type ThreadResults,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './built-in.protocol.js';
import { loadHeads } from './model/heads.file.js';
import { readPost } from './post.reader.js';
import { readRecord, ReportCollector } from './report.collector.js';
import { draftReport, themesSoFar } from './report.drafter.js';
import { readReview } from './review.reader.js';

/**
 * The worker thread of the built-in engine. All texts are read here, so that the event loop of the process stays free.
 */
const heads = loadHeads();
const reports = new Map<number, ReportCollector>();

parentPort?.on('message', ({ id, request }: ThreadMessage) => {
  parentPort?.postMessage(handle(id, request));
});

function handle(id: number, request: ThreadRequest): ThreadReply {
  try {
    return { id, value: execute(request) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function execute(request: ThreadRequest): ThreadResults[ThreadRequest['kind']] {
  switch (request.kind) {
    case 'open-report':
      reports.set(request.report, new ReportCollector(heads, request.context));
      return null;
    case 'add-to-report':
      collectorOf(request.report).add(request.batch);
      return null;
    case 'themes-of-report':
      return collectorOf(request.report).themesSoFar();
    case 'finish-report': {
      const draft = collectorOf(request.report).finish(BUILT_IN_ID);
      reports.delete(request.report);
      return draft;
    }
    case 'discard-report':
      reports.delete(request.report);
      return null;
    case 'draft-report':
      return draftReport(request.input);
    case 'themes-so-far':
      return themesSoFar(request.input);
    case 'read-records':
      return request.batch.map((review) => readRecord(review, heads));
    case 'read-reviews':
      return request.batch.map((review) => readReview(review, heads));
    case 'read-posts':
      return request.batch.map((post) => readPost(post, heads));
  }
}

function collectorOf(report: number): ReportCollector {
  const collector = reports.get(report);
  if (!collector) throw new Error('The report is not open');
  return collector;
}
