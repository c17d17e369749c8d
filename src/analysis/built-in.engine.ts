import { type Worker } from 'node:worker_threads';
import { AnalysisFailed } from './analysis.errors.js';
import {
  type AnalysisEngine,
  type ReportContext,
  type PostFinding,
  type PostText,
  type ReportBuilder,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
  type ThemeSoFar,
} from './analysis.types.js';
import {
  BUILT_IN_ID,
  type RecordsSoFar,
  type ThreadResults,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './built-in.protocol.js';
import { startBuiltInThread } from './built-in.start.js';
import { type ReportInput } from './report.drafter.js';
import { type ReviewRecord } from './themes/theme.types.js';

/** How long the thread may take for one request. */
const REQUEST_TIMEOUT_MS = 120_000;
const BATCH_SIZE = 500;

interface PendingRequest {
  resolve: (value: ThreadResults[ThreadRequest['kind']]) => void;
  reject: (error: Error) => void;
}

/**
 * The offline engine: rules and small trained models in one worker thread, which starts with the first request.
 * When the thread ends or does not respond in time, all pending requests reject with `AnalysisFailed`; the next request
 * starts a new thread.
 */
export class BuiltInEngine implements AnalysisEngine {
  readonly id = BUILT_IN_ID;
  private worker: Worker | undefined;
  private readonly pending = new Map<number, PendingRequest>();
  private timer: NodeJS.Timeout | undefined;
  private nextRequest = 1;
  private nextReport = 1;
  private closed = false;

  constructor(
    private readonly startWorker = startBuiltInThread,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {}

  async startReport(context: ReportContext): Promise<ReportBuilder> {
    const report = this.nextReport++;
    await this.ask({ kind: 'open-report', report, context });
    const worker = this.worker;
    let open = true;
    const askWhileOpen = async <R extends ThreadRequest>(request: R): Promise<ThreadResults[R['kind']]> => {
      if (!open) throw new AnalysisFailed('The report is already finished or discarded');
      if (this.worker !== worker) throw new AnalysisFailed('The analysis thread ended before the report was finished');
      return this.ask(request);
    };
    return {
      add: async (batch: ReviewText[]): Promise<void> => {
        for (const part of chunk(batch)) await askWhileOpen({ kind: 'add-to-report', report, batch: part });
      },
      themesSoFar: () => askWhileOpen({ kind: 'themes-of-report', report }),
      finish: async (): Promise<ReportDraft> => {
        const draft = askWhileOpen({ kind: 'finish-report', report });
        open = false;
        return draft;
      },
      dispose: async (): Promise<void> => {
        const wasOpen = open;
        open = false;
        if (wasOpen && this.worker && this.worker === worker) await this.ask({ kind: 'discard-report', report });
      },
    };
  }

  async readReviews(batch: ReviewText[]): Promise<ReviewFinding[]> {
    const findings: ReviewFinding[] = [];
    for (const part of chunk(batch)) {
      findings.push(...(await this.ask({ kind: 'read-reviews', batch: part })));
    }
    return findings;
  }

  async readPosts(batch: PostText[]): Promise<PostFinding[]> {
    const findings: PostFinding[] = [];
    for (const part of chunk(batch)) {
      findings.push(...(await this.ask({ kind: 'read-posts', batch: part })));
    }
    return findings;
  }

  /** Builds a report in the thread from the records of another engine. */
  draftReport(input: ReportInput): Promise<ReportDraft> {
    return this.ask({ kind: 'draft-report', input });
  }

  /** Names the first themes in the thread, from the records of another engine. */
  themesSoFar({ records, context }: RecordsSoFar): Promise<ThemeSoFar[]> {
    return this.ask({ kind: 'themes-so-far', input: { records, context } });
  }

  /** Reads a batch and returns the record that a report keeps of each review. */
  async readRecords(batch: ReviewText[]): Promise<ReviewRecord[]> {
    const records: ReviewRecord[] = [];
    for (const part of chunk(batch)) records.push(...(await this.ask({ kind: 'read-records', batch: part })));
    return records;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.endThread(new AnalysisFailed('The analysis engine was closed'));
  }

  private ask<R extends ThreadRequest>(request: R): Promise<ThreadResults[R['kind']]> {
    if (this.closed) return Promise.reject(new AnalysisFailed('The analysis engine is closed'));
    const id = this.nextRequest++;
    const worker = (this.worker ??= this.startThread());
    return new Promise<ThreadResults[R['kind']]>((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as PendingRequest['resolve'], reject });
      if (this.pending.size === 1) {
        worker.ref();
        this.expectReply();
      }
      worker.postMessage({ id, request } satisfies ThreadMessage);
    });
  }

  /** The thread works on one request after the other: each has its time from the reply to the last one on. */
  private expectReply(): void {
    clearTimeout(this.timer);
    if (this.pending.size === 0) return;
    const failed = `The analysis thread did not respond within ${this.timeoutMs / 1000} seconds`;
    this.timer = setTimeout(() => void this.endThread(new AnalysisFailed(failed)), this.timeoutMs).unref();
  }

  private startThread(): Worker {
    const worker = this.startWorker();
    worker.unref();
    worker.on('message', (reply: ThreadReply) => this.settle(reply));
    worker.on('error', (error) => {
      if (this.worker === worker) this.failAll(new AnalysisFailed(`The analysis thread failed: ${error.message}`));
    });
    worker.on('exit', () => {
      if (this.worker === worker) this.failAll(new AnalysisFailed('The analysis thread ended unexpectedly'));
    });
    return worker;
  }

  private settle(reply: ThreadReply): void {
    const pending = this.pending.get(reply.id);
    if (!pending) return;
    this.pending.delete(reply.id);
    this.expectReply();
    if (!this.pending.size) this.worker?.unref();
    if ('error' in reply) pending.reject(new AnalysisFailed(reply.error));
    else pending.resolve(reply.value);
  }

  private failAll(error: AnalysisFailed): void {
    this.worker = undefined;
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
    this.expectReply();
  }

  private async endThread(error: AnalysisFailed): Promise<void> {
    const worker = this.worker;
    this.failAll(error);
    await worker?.terminate();
  }
}

function* chunk<T>(batch: readonly T[]): Generator<T[]> {
  for (let start = 0; start < batch.length; start += BATCH_SIZE) yield batch.slice(start, start + BATCH_SIZE);
}
