import { Inject, Injectable, Logger } from '@nestjs/common';
import { ANALYSIS_ENGINE, type AnalysisEngine, type ReportBuilder } from '#analysis/analysis.types.js';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import { MAX_ATTEMPTS } from './pain-points.jobs.js';
import { composeReport, quotedReviews } from './report.composer.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { type ReportResult, type Run, ReportRunsQueries } from './report-runs.queries.js';
import { ReportRunsService } from './report-runs.service.js';
import { RunClaim } from './run.claim.js';

/** The share of the work that is reading, in percent. */
const READING = 90;

/** What came of an attempt: `idle` where there was nothing to claim, `lost` where the run ended or was claimed anew meanwhile. */
export type Outcome = 'completed' | 'idle' | 'lost';

/** The last permitted attempt failed: the run has failed and its credit is back. */
export class RunFailed extends Error {}

/** Makes reports, in the worker. */
@Injectable()
export class ReportWriter {
  private readonly log = new Logger(ReportWriter.name);
  private readonly stopping = new AbortController();

  constructor(
    @Inject(ANALYSIS_ENGINE) private readonly engine: AnalysisEngine,
    private readonly runs: ReportRunsService,
    private readonly queries: ReportRunsQueries,
    private readonly reviews: ReportReviewsQueries,
  ) {}

  /**
   * Claims the run and makes its report; `onProgress` hears percents.
   * @throws RunFailed after the last attempt; whatever went wrong before that, with the run released for another one.
   */
  async write(runId: string, onProgress: (percent: number) => void = () => undefined): Promise<Outcome> {
    const run = await this.queries.claim(runId, LEASE_SECONDS);
    if (!run) return 'idle';
    const claim = new RunClaim(run, this.queries, onProgress, this.stopping.signal);
    try {
      if (await this.runs.complete(run, await this.make(run, claim))) return 'completed';
      // The credit went back while we read, so what is left of the run ends too.
      await this.runs.fail(run, 'The deadline passed');
      return 'lost';
    } catch (error) {
      if (claim.isLost) return 'lost';
      this.log.warn({ error, reportId: run.id, attempt: run.attempts }, 'report not generated');
      await this.giveBack(run, error);
      throw error;
    } finally {
      claim.end();
    }
  }

  /** Releases what is under way, so that another worker can begin at once. */
  stop(): void {
    this.stopping.abort(new Error('The worker stops'));
  }

  private async make(run: Run, claim: RunClaim): Promise<ReportResult> {
    const total = await this.reviews.count(run.product_id);
    await claim.reach(0, total);
    const builder = await this.engine.startReport({ productName: await this.reviews.productName(run.product_id) });
    try {
      await this.read(run, claim, builder, total);
      const draft = await claim.hold(builder.finish());
      const sources = await this.reviews.sourcesOf(run.product_id, quotedReviews(draft));
      return composeReport(draft, sources);
    } finally {
      await builder.dispose().catch((error: unknown) => this.log.warn({ error }, 'engine not disposed of'));
    }
  }

  private async read(run: Run, claim: RunClaim, builder: ReportBuilder, total: number): Promise<void> {
    let read = 0;
    let batch = await this.reviews.after(run.product_id, null);
    while (batch.length > 0) {
      // The next batch is fetched while the engine reads this one.
      const fetched = this.reviews.after(run.product_id, batch.at(-1)?.id ?? null);
      const [next] = await claim.hold(Promise.all([fetched, builder.add(batch)]));
      read += batch.length;
      await claim.reach(Math.floor((READING * read) / Math.max(read, total)), total);
      batch = next;
    }
  }

  private async giveBack(run: Run, error: unknown): Promise<void> {
    const isLast = run.attempts >= MAX_ATTEMPTS && !this.stopping.signal.aborted;
    if (!isLast) return this.queries.release(run);
    const message = error instanceof Error ? error.message : String(error);
    if (await this.runs.fail(run, message)) throw new RunFailed(message, { cause: error });
  }
}
