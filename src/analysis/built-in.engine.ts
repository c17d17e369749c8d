import { type Worker } from 'node:worker_threads';
import { AnalysisFailed } from './analysis.errors.js';
import {
  type AnalysisEngine,
  type EngineContext,
  type PostFinding,
  type PostText,
  type ReportBuilder,
  type ReportDraft,
  type ReviewFinding,
  type ReviewText,
} from './analysis.types.js';
import {
  BUILT_IN_ID,
  type ThreadAnswers,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './built-in.protocol.js';
import { startBuiltInThread } from './built-in.start.js';
import { type ReportMaterial } from './report.drawer.js';
import { type ReviewRecord } from './themes/theme.types.js';

const REQUEST_TIMEOUT_MS = 120_000;
const BATCH_SIZE = 500;

interface Waiting {
  resolve: (value: ThreadAnswers[ThreadRequest['kind']]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * The offline engine: rules and small trained models in one worker thread, started when first needed.
 * A thread that dies or hangs rejects everything it had open with `AnalysisFailed`; the next call starts a new one.
 */
export class BuiltInEngine implements AnalysisEngine {
  readonly id = BUILT_IN_ID;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private nextRequest = 1;
  private nextReport = 1;
  private closed = false;

  constructor(
    private readonly openThread = startBuiltInThread,
    private readonly timeoutMs = REQUEST_TIMEOUT_MS,
  ) {}

  async startReport(context: EngineContext): Promise<ReportBuilder> {
    const report = this.nextReport++;
    await this.ask({ kind: 'open-report', report, context: plainContext(context) });
    const worker = this.worker;
    let open = true;
    const during = async <R extends ThreadRequest>(request: R): Promise<ThreadAnswers[R['kind']]> => {
      if (!open) throw new AnalysisFailed('The report is finished or given up');
      if (this.worker !== worker) throw new AnalysisFailed('The analysis thread ended while the report was read');
      return this.ask(request);
    };
    return {
      add: async (batch: ReviewText[]): Promise<void> => {
        for (const part of cut(batch)) await during({ kind: 'add-to-report', report, batch: part });
      },
      finish: async (): Promise<ReportDraft> => {
        const draft = during({ kind: 'finish-report', report });
        open = false;
        return draft;
      },
      dispose: async (): Promise<void> => {
        const wasOpen = open;
        open = false;
        if (wasOpen && this.worker && this.worker === worker) await this.ask({ kind: 'drop-report', report });
      },
    };
  }

  async readReviews(batch: ReviewText[], context: EngineContext): Promise<ReviewFinding[]> {
    const findings: ReviewFinding[] = [];
    for (const part of cut(batch)) {
      findings.push(...(await this.ask({ kind: 'read-reviews', batch: part, context: plainContext(context) })));
    }
    return findings;
  }

  async readPosts(batch: PostText[], context: EngineContext): Promise<PostFinding[]> {
    const findings: PostFinding[] = [];
    for (const part of cut(batch)) {
      findings.push(...(await this.ask({ kind: 'read-posts', batch: part, context: plainContext(context) })));
    }
    return findings;
  }

  /** Draws a report from records that were read elsewhere, off the caller's event loop. */
  async drawReport(material: ReportMaterial): Promise<ReportDraft> {
    return this.ask({ kind: 'draw-report', material: { ...material, context: plainContext(material.context) } });
  }

  /** What a report keeps of each review of a batch. */
  async readRecords(batch: ReviewText[]): Promise<ReviewRecord[]> {
    const records: ReviewRecord[] = [];
    for (const part of cut(batch)) records.push(...(await this.ask({ kind: 'read-records', batch: part })));
    return records;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.endThread(new AnalysisFailed('The analysis engine was closed'));
  }

  private ask<R extends ThreadRequest>(request: R): Promise<ThreadAnswers[R['kind']]> {
    if (this.closed) return Promise.reject(new AnalysisFailed('The analysis engine is closed'));
    const id = this.nextRequest++;
    const worker = (this.worker ??= this.startThread());
    return new Promise<ThreadAnswers[R['kind']]>((resolve, reject) => {
      const timer = setTimeout(() => {
        void this.endThread(
          new AnalysisFailed(`The analysis thread gave no answer in ${this.timeoutMs / 1000} seconds`),
        );
      }, this.timeoutMs);
      timer.unref();
      this.waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, timer });
      if (this.waiting.size === 1) worker.ref();
      worker.postMessage({ id, request } satisfies ThreadMessage);
    });
  }

  private startThread(): Worker {
    const worker = this.openThread();
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
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    this.waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if (!this.waiting.size) this.worker?.unref();
    if ('error' in reply) waiting.reject(new AnalysisFailed(reply.error));
    else waiting.resolve(reply.value);
  }

  private failAll(error: AnalysisFailed): void {
    this.worker = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }

  private async endThread(error: AnalysisFailed): Promise<void> {
    const worker = this.worker;
    this.failAll(error);
    await worker?.terminate();
  }
}

function* cut<T>(batch: readonly T[]): Generator<T[]> {
  for (let start = 0; start < batch.length; start += BATCH_SIZE) yield batch.slice(start, start + BATCH_SIZE);
}

/** Only what may cross to the thread. */
function plainContext({ productName, productNames }: EngineContext): EngineContext {
  return { productName, productNames: productNames ? [...productNames] : undefined };
}
