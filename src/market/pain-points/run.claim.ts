import { Logger } from '@nestjs/common';
import { LEASE_SECONDS } from '#platform/database/lease.js';
import type { Run, ReportRunsQueries } from './report-runs.queries.js';

const HEARTBEAT_MS = (LEASE_SECONDS * 1_000) / 3;

/** One attempt's hold on a run: it beats while the work goes on, and knows when the run belongs to somebody else. */
export class RunClaim {
  private readonly log = new Logger(RunClaim.name);
  private readonly lost = new AbortController();
  private readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;
  private percent = 0;
  private reviewsTotal: number | null = null;

  constructor(
    private readonly run: Run,
    private readonly queries: ReportRunsQueries,
    private readonly onProgress: (percent: number) => void,
    stopping: AbortSignal,
  ) {
    this.signal = AbortSignal.any([stopping, this.lost.signal]);
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
  }

  /** True once the run has ended, or a later claim has it. */
  get isLost(): boolean {
    return this.lost.signal.aborted;
  }

  /** Notes how far the work is, in percent. @throws when the claim is lost or the worker stops. */
  async reach(percent: number, reviewsTotal: number): Promise<void> {
    if (percent !== this.percent || reviewsTotal !== this.reviewsTotal) {
      this.percent = percent;
      this.reviewsTotal = reviewsTotal;
      this.onProgress(percent);
      await this.beat();
    }
    this.signal.throwIfAborted();
  }

  /** Waits for `work`. @throws at once when the claim is lost or the worker stops. */
  async hold<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => reject(this.signal.reason as Error);
      if (this.signal.aborted) giveUp();
      this.signal.addEventListener('abort', giveUp, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', giveUp));
    });
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    try {
      if (await this.queries.beat(this.run, this.percent, this.reviewsTotal)) return;
      this.lost.abort(new Error('The run has ended or was claimed anew'));
    } catch (error) {
      // A missed beat is no loss: the next one tells.
      this.log.warn({ error, reportId: this.run.id }, 'heartbeat failed');
    }
  }
}
