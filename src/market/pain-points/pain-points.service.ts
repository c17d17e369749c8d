import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { ENV, type Env } from '#config/env.js';
import { type Caller, isPaidTeam } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { RenderedJson } from '#platform/http/rendered-json.js';
import { Answer } from '#platform/operations/pagination.dto.js';
import type { PainPointsReport, ReportStatus } from './pain-points.operations.js';
import { PainPointsQueries, type ReportHead } from './pain-points.queries.js';
import { compareReports, type ReportComparison } from './report.comparison.js';
import { contentOf, NO_REPORT, type ReportContent, tasteOf } from './report.content.js';
import { RenderedView } from './rendered.view.js';

/** How far a product's report is, for a page that shows it live. `progress` is percent. */
export interface ReportProgress {
  status: ReportStatus;
  progress: number;
  reviews_total: number | null;
  /** When the latest run was asked for; null when there was none. */
  requested_at: string | null;
}

/** Both views of a finished report, with room for the answer that was rendered last. */
interface ReportViews {
  full: RenderedView;
  taste: RenderedView;
}

/** Report text kept in memory, in characters; rendered and encoded it takes about three times as much. */
const CACHE_CHARACTERS = 32 * 1024 * 1024;

/** Reads reports: in full for paid teams, a taste for everybody else. */
@Injectable()
export class PainPointsService {
  // Never older than the request: heads asked for in one turn of the event loop share one look-up made after it.
  private readonly heads = new DataLoader<string, ReportHead | null>((ids) => this.load(ids), {
    cache: false,
    batchScheduleFn: setImmediate,
  });
  // A finished report never changes and the head names it by id, so what is kept here cannot be stale.
  private readonly finished = new LRUCache<string, ReportViews>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ full, taste }) => full.size + taste.size,
  });
  private readonly upsell: string;

  constructor(
    private readonly queries: PainPointsQueries,
    @Inject(ENV) env: Env,
  ) {
    this.upsell = `This is a taste. Every theme and quote, trends and figures come with an API key: ${env.PUBLIC_URL}/`;
  }

  /** The report as far as the caller may read it, with `meta.upsell` beside a taste. @throws 404 */
  async reportFor(caller: Caller, productId: string): Promise<Answer<PainPointsReport>> {
    const { text } = await this.renderedFor(caller, productId);
    const { data, meta } = JSON.parse(text) as { data: PainPointsReport; meta?: { upsell: string } };
    return new Answer(data, meta);
  }

  /** The same, as the finished envelope. @throws 404 */
  async renderedFor(caller: Caller, productId: string): Promise<RenderedJson> {
    const head = await this.heads.load(productId.toLowerCase());
    if (!head) throw notFound();
    const views = head.report_id ? await this.finishedViews(head.report_id) : this.viewsOf(NO_REPORT);
    return (caller.lane !== 'anonymous' && isPaidTeam(caller.team) ? views.full : views.taste).under(head);
  }

  /** A report the caller has read beside those of rivals; null where it was not read in full. @throws 404 */
  async comparisonOf(
    caller: Caller,
    own: PainPointsReport,
    rivalIds: readonly string[],
  ): Promise<ReportComparison | null> {
    if (!own.metadata) return null;
    const rivals = await Promise.all(rivalIds.map((id) => this.reportFor(caller, id)));
    return compareReports(
      own,
      rivals.map(({ data }) => data),
    );
  }

  /** How far the report under way is. @throws 404 */
  async progressOf(productId: string): Promise<ReportProgress> {
    const head = await this.heads.load(productId.toLowerCase());
    if (!head) throw notFound();
    const run = await this.queries.latestRun(productId);
    return {
      status: head.report_status,
      progress: run?.progress ?? 0,
      reviews_total: run?.reviews_total ?? null,
      requested_at: run?.created_at.toISOString() ?? null,
    };
  }

  private async load(ids: readonly string[]): Promise<(ReportHead | null)[]> {
    const heads = new Map((await this.queries.headsOf([...new Set(ids)])).map((head) => [head.id, head]));
    return ids.map((id) => heads.get(id) ?? null);
  }

  private async finishedViews(reportId: string): Promise<ReportViews> {
    let views = this.finished.get(reportId);
    if (!views) {
      views = this.viewsOf(contentOf(await this.queries.contentOf(reportId)));
      this.finished.set(reportId, views);
    }
    return views;
  }

  private viewsOf({ metadata, ...content }: ReportContent): ReportViews {
    return {
      full: new RenderedView(content, metadata && { metadata }),
      taste: new RenderedView(tasteOf(content), undefined, { upsell: this.upsell }),
    };
  }
}
