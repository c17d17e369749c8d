import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { CreditPools } from '#accounts/credits/credit-pools.service.js';
import { RunsService, type RunProgress } from '#accounts/runs/runs.service.js';
import { planRequired } from '#accounts/teams/teams.failures.js';
import type { ThemeSoFar } from '#analysis/analysis.types.js';
import { ENV, type Env } from '#config/env.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { type Caller, mayReadTeam } from '#platform/caller/caller.js';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { notFound } from '#platform/errors/application-error.js';
import { Immutable, type Meta, OperationResult } from '#platform/operations/operation.result.js';
import {
  type GenerationProgress,
  type PainPointsReport,
  readsAll,
  type ReportProduct,
  type ReportStatus,
} from './pain-points.operations.js';
import { FinishedReports } from './finished-reports.service.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { ReportHeadsQueries } from './report-heads.queries.js';
import { presentReportProduct, type ReportHead } from './report.head.js';
import { agedMetadata, isOldReport } from './report.age.js';
import { compareReports, type ReportComparison } from './report.comparison.js';
import { READING_PERCENT, type ReportSoFar, reviewsReadAt } from '#market/reports/report.writer.js';
import { NO_REPORT, type Report, type ReportTheme, TASTE_THEMES } from './report.content.js';
import { RUN_FAILURES } from '#accounts/runs/run-failure.js';

/** The progress of a product's report, for pages that show it live. `progress` is in percent. */
export interface ReportProgress {
  status: ReportStatus;
  progress: number;
  reviews_total: number | null;
  reviews_read: number;
  /** The first themes that were found so far. Empty at the beginning and at the end. */
  themes: ThemeSoFar[];
  /** When the latest run was requested; null if there was none. */
  requested_at: string | null;
}

/** A theme, with its report. */
export interface ThemeOfReport {
  reportId: string;
  theme: ReportTheme;
  /** Whether its mentions are stored. */
  hasMentions: boolean;
}

/** The pause between two polls of a report that is generating. */
const POLL_SECONDS = 2;

/** Reads reports: the full report for those who may read it, a taste for all other callers. */
@Injectable()
export class PainPointsService {
  // Heads requested in one turn of the event loop share one query, which runs after all of the requests.
  private readonly heads = new DataLoader<string, ReportHead | null>((ids) => this.load(ids), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  private readonly upsell: string;

  constructor(
    private readonly queries: ReportHeadsQueries,
    private readonly reports: FinishedReports,
    private readonly runs: RunsService,
    private readonly pools: CreditPools,
    private readonly products: ProductReportsService,
    @Inject(ENV) env: Env,
  ) {
    this.upsell = `This is a taste. Every theme and quote, trends and figures come with an API key: ${env.PUBLIC_URL}/`;
  }

  /** The view of the report that the caller may read: a taste comes with `meta.upsell`. @throws 404 */
  async reportFor(caller: Caller, productId: string): Promise<Immutable<OperationResult<Report>>> {
    const head = await this.headOf(productId);
    if (!head) throw notFound();
    const views = head.report_id ? await this.reports.viewsOf(head.report_id) : NO_REPORT;
    const status = head.report_status;
    const product = presentReportProduct(head);
    const generated_at = head.report_generated_at?.toISOString() ?? null;
    const isFull = await this.readsInFull(caller, productId);
    const { summary, themes, total_themes, metadata } = isFull ? views.full : views.taste;
    const generation = await this.generationOf(head);
    const report: Report = { product, summary, themes, total_themes, status, generated_at, ...generation };
    const isOld = head.report_generated_at !== null && isOldReport(head.report_generated_at);
    if (metadata) report.metadata = agedMetadata(metadata, isOld);
    // A finished report never changes, so its id, the view, the head and the generation identify the answer.
    const key = JSON.stringify([head.report_id, isFull, isOld, product, status, generated_at, generation]);
    return new Immutable(key, new OperationResult(report, this.metaOf(status, isFull)));
  }

  /**
   * Whether the caller may read the report of a product in full: with a paid plan, and in the app the report that the
   * team has bought with its welcome credits. All others read a taste.
   */
  async readsInFull(caller: Caller, productId: string): Promise<boolean> {
    if (caller.lane !== 'session' || readsAll(caller)) return readsAll(caller);
    if (!mayReadTeam(caller)) return false;
    return this.pools.hasWelcomed(caller.team.id, await this.products.boughtIds(productId));
  }

  /** @throws 403 `plan_required` for a caller who reads only a taste of the report */
  async demandFull(caller: Caller, productId: string): Promise<void> {
    if (!(await this.readsInFull(caller, productId))) throw planRequired(undefined, 'This comes with a paid plan');
  }

  /** A product with the state of its report; null if it is unknown. */
  findHead(productId: string): Promise<ReportHead | null> {
    return this.headOf(productId);
  }

  /** A product, as reports show it. @throws 404 */
  async productOf(productId: string): Promise<ReportProduct> {
    const head = await this.findHead(productId);
    if (!head) throw notFound();
    return presentReportProduct(head);
  }

  /** A theme of the last report of a product. @throws 404 */
  async findTheme(productId: string, themeId: string): Promise<ThemeOfReport> {
    const head = await this.headOf(productId);
    const views = head?.report_id ? await this.reports.viewsOf(head.report_id) : NO_REPORT;
    const theme = views.full.themes.find(({ theme_id }) => theme_id === themeId);
    if (!head?.report_id || !theme) throw notFound();
    return { reportId: head.report_id, theme, hasMentions: views.hasMentions };
  }

  /**
   * Compares a report that the caller has read with reports of competitors; null if the report was only a taste.
   * @throws 404
   */
  async comparisonOf(caller: Caller, own: Report, competitorIds: readonly string[]): Promise<ReportComparison | null> {
    if (!own.metadata) return null;
    const competitors = await Promise.all(competitorIds.map((id) => this.reportFor(caller, id)));
    return compareReports(
      own,
      competitors.map(({ value }) => value.data),
    );
  }

  /** The progress of the product's latest run, with as many themes as the caller will read in the report. @throws 404 */
  async progressFor(caller: Caller, productId: string): Promise<ReportProgress> {
    const { themes, ...progress } = await this.progressOf(productId);
    const isFull = themes.length > TASTE_THEMES && (await this.readsInFull(caller, productId));
    return { ...progress, themes: isFull ? themes : themes.slice(0, TASTE_THEMES) };
  }

  /** The progress of the product's latest run. @throws 404 */
  async progressOf(productId: string): Promise<ReportProgress> {
    const head = await this.headOf(productId);
    if (!head) throw notFound();
    const run = await this.runs.findLatest(GenerateReport, productId);
    const soFar = run?.so_far as ReportSoFar | null | undefined;
    return {
      status: head.report_status,
      progress: run?.progress ?? 0,
      reviews_total: run?.items_total ?? null,
      reviews_read: reviewsReadAt(run?.progress ?? 0, run?.items_total ?? 0),
      themes: soFar?.themes ?? [],
      requested_at: run?.created_at.toISOString() ?? null,
    };
  }

  /** The state of the latest generation. Only an open or failed generation costs a query. */
  private async generationOf({ id, report_status }: ReportHead): Promise<GenerationState> {
    if (report_status !== 'generating' && report_status !== 'failed') return {};
    const run = await this.runs.findLatest(GenerateReport, id);
    return report_status === 'failed' ? failedGenerationOf(run) : { progress: progressOf(run) };
  }

  /** `meta` of an answer about a report. */
  metaOf(status: ReportStatus, isFull: boolean): Meta | undefined {
    const meta: Meta = {};
    if (!isFull) meta.upsell = this.upsell;
    if (status === 'generating') meta.retry_after_seconds = POLL_SECONDS;
    return Object.keys(meta).length > 0 ? meta : undefined;
  }

  /** Requests of test mode share no query, because each team has separate reports there. */
  private async headOf(productId: string): Promise<ReportHead | null> {
    if (currentTestTeam() === undefined) return this.heads.load(productId);
    const [head] = await this.load([productId]);
    return head ?? null;
  }

  private async load(ids: readonly string[]): Promise<(ReportHead | null)[]> {
    const heads = new Map((await this.queries.findHeads([...new Set(ids)])).map((head) => [head.id, head]));
    return ids.map((id) => heads.get(id) ?? null);
  }
}

/** The state of a report's latest generation. */
type GenerationState = Pick<PainPointsReport, 'progress' | 'failure_reason' | 'failure_message'>;

/** The state of a generation in progress, from its run. */
function progressOf(run: RunProgress | null): GenerationProgress {
  const percent = run?.progress ?? 0;
  return { part: partOf(run), reviews_total: run?.items_total ?? null, completed: percent / 100 };
}

/** Why a generation failed. The reason is not known of runs that failed before reasons were recorded. */
function failedGenerationOf(run: RunProgress | null): GenerationState {
  const failure_reason = run?.failure_reason ?? 'internal_error';
  return { failure_reason, failure_message: RUN_FAILURES[failure_reason] };
}

function partOf(run: RunProgress | null): GenerationProgress['part'] {
  if (!run || run.state === 'queued') return 'waiting';
  return run.progress < READING_PERCENT ? 'reading' : 'writing';
}
