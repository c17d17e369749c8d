import { Injectable, Logger } from '@nestjs/common';
import type { Attempt } from '#accounts/runs/paid-action.js';
import type { ReportBuilder, ThemeSoFar } from '#analysis/analysis.types.js';
import type { ThemeFigures } from './analysis-metadata.dto.js';
import { completeThemes } from './stored.themes.js';
import {
  composeMentions,
  mentionBatches,
  type MentionRow,
  type MentionsOfTheme,
  ratedByTheme,
} from './mention.composer.js';
import { RatingCollector } from './rating.collector.js';
import { ReportsQueries } from './reports.queries.js';
import { composeReport, quotedReviewIds, type ReportResult } from './report.composer.js';
import { ReportReviewsQueries } from './report-reviews.queries.js';
import { SwitchCollector } from './switch.collector.js';
import { composeSwitching, evidenceIds, storedEdges, type StoredSwitching } from './switching.composer.js';
import type { KnownTheme } from './theme.identity.js';
import { ThemeMentionsQueries } from './theme-mentions.queries.js';
import { ReportEngine } from './report.engine.js';

/** The share of reading in the progress of a report, in percent. */
export const READING_PERCENT = 90;

/** How many of `total` reviews have been read at this progress. */
export const reviewsReadAt = (percent: number, total: number): number =>
  Math.min(total, Math.round((total * percent) / READING_PERCENT));

/** What a run keeps of its report while it is written. */
export interface ReportSoFar {
  themes: ThemeSoFar[];
}

/** A report with its mentions, and the product's counts of changes and erasures when the report began to read. */
export interface WrittenReport extends ReportResult {
  mentions: MentionRow[];
  reviewChanges: number;
  textErasures: number;
}

/** The engine that reads the reviews of a report. */
interface Readers {
  builder: ReportBuilder;
  switches: SwitchCollector;
  ratings: RatingCollector;
}

/** Reviews of mentions that are in memory at the same time. */
const MENTION_BATCH = 100;

/** Themes are named again after this many times the time that it took, so that it stays a small part of the work. */
const PAUSES = 10;

/** Names the themes found so far, or returns undefined during a pause. */
function themesNow(builder: ReportBuilder): () => Promise<ReportSoFar | undefined> {
  let nextAt = 0;
  return async () => {
    const startedAt = performance.now();
    if (startedAt < nextAt) return undefined;
    const themes = await builder.themesSoFar();
    nextAt = performance.now() + PAUSES * (performance.now() - startedAt);
    return { themes };
  };
}

/** The figures of the themes of a report, with the number of ratings behind each average. */
function ratedThemes({ themes, metadata }: ReportResult, mentions: readonly MentionRow[]): ThemeFigures[] {
  const rated = ratedByTheme(mentions);
  return metadata.themes.map((figures, place) => ({
    ...figures,
    rated_mentions: rated.get(themes[place]?.theme_id ?? '') ?? 0,
  }));
}

/** Writes reports: reads all reviews of a product with the analysis engine. */
@Injectable()
export class ReportWriter {
  private readonly log = new Logger(ReportWriter.name);

  constructor(
    private readonly engine: ReportEngine,
    private readonly reviews: ReportReviewsQueries,
    private readonly reports: ReportsQueries,
    private readonly themeMentions: ThemeMentionsQueries,
  ) {}

  /**
   * Writes the report of a product. A review imported meanwhile counts as a change since the report.
   * @throws LeaseLost if the attempt has lost its run; AnalysisFailed
   */
  async write(productId: string, attempt: Attempt): Promise<WrittenReport> {
    const product = await this.reviews.findProduct(productId);
    const total = await this.reviews.count(productId);
    await attempt.report(0, total);
    const builder = await this.engine.current.startReport({
      productName: product.name,
      deadlineAt: attempt.deadlineAt,
    });
    const [switches, ratings] = [new SwitchCollector(), new RatingCollector()];
    try {
      await this.read(productId, attempt, { builder, switches, ratings }, total);
      const draft = await builder.finish();
      const sources = await this.reviews.findSources(productId, quotedReviewIds(draft));
      const known = product.report_id ? await this.themesOf(product.report_id) : [];
      const report = composeReport(draft, sources, { productId, known });
      const mentions = await this.mentionsOf(productId, report.mentions);
      const switching = await this.switchingOf(productId, switches);
      const metadata = { ...report.metadata, ratings: ratings.ratings, themes: ratedThemes(report, mentions) };
      const counts = { reviewChanges: product.review_changes, textErasures: product.text_erasures };
      return { ...report, metadata, mentions, switching, ...counts };
    } finally {
      await builder
        .dispose()
        .catch((error: unknown) => this.log.warn({ error }, 'the report builder could not be disposed'));
    }
  }

  /** The themes of the last report, which keep their ids while they mean the same. */
  private async themesOf(reportId: string): Promise<KnownTheme[]> {
    const themes = completeThemes(await this.reports.findThemes(reportId));
    const reviews = await this.themeMentions.reviewsByTheme(reportId);
    return themes.map((theme) => ({ ...theme, reviewIds: new Set(reviews.get(theme.theme_id)) }));
  }

  private async switchingOf(productId: string, switches: SwitchCollector): Promise<StoredSwitching[]> {
    const products = await this.reviews.findProductIds(switches.names);
    const edges = storedEdges(switches.edgesOf(productId, products));
    return composeSwitching(edges, await this.reviews.findSources(productId, evidenceIds(edges)));
  }

  private async mentionsOf(productId: string, themes: readonly MentionsOfTheme[]): Promise<MentionRow[]> {
    const rows: MentionRow[] = [];
    for (const batch of mentionBatches(themes, MENTION_BATCH)) {
      const sources = await this.reviews.findSources(productId, [...new Set(batch.map(({ reviewId }) => reviewId))]);
      rows.push(...composeMentions(batch, sources));
    }
    return rows;
  }

  private async read(productId: string, attempt: Attempt, readers: Readers, total: number): Promise<void> {
    const { builder, switches, ratings } = readers;
    let read = 0;
    const nameThemes = themesNow(builder);
    let batch = await this.reviews.findAfter(productId, null);
    while (batch.length > 0) {
      // The next batch is fetched while the engine reads the current one.
      const fetched = this.reviews.findAfter(productId, batch.at(-1)?.id ?? null);
      const [next] = await Promise.all([fetched, builder.add(batch)]);
      switches.add(batch);
      ratings.add(batch);
      read += batch.length;
      const soFar = next.length > 0 ? await nameThemes() : undefined;
      await attempt.report(Math.floor((READING_PERCENT * read) / Math.max(read, total)), total, soFar);
      batch = next;
    }
  }
}
