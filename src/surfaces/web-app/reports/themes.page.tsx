import type { VNode } from 'preact';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { Standing } from '#market/report-insights/standing.operations.js';
import type { Report as ProductReport, ReportTheme } from '#market/report-reading/report.content.js';
import type { AnalysisMetadata, TextCounts } from '#market/reports/analysis-metadata.dto.js';
import type { Theme } from '#market/reports/theme.dto.js';
import { counted } from '#platform/text/counted.text.js';
import { hasSpark } from '../charts/sparkline.page.js';
import { Time } from '../parts/parts.page.js';
import { ChartLinks } from './chart-links.page.js';
import { Cover } from './cover.page.js';
import { hasDates } from './cover.view.js';
import { ThemeRows } from './theme-rows.page.js';
import { ordersOf, type ThemeOrder, ThemeOrders, themesIn } from './theme-orders.page.js';
import { sparkOf } from './theme.spark.js';
import { ReleaseList, StandingLegend } from './theme-parts.page.js';

/** A page of more themes would be too large. All are in the list of themes. */
const LISTED = 12;
/** The evidence, in bytes, that keeps the page under 60 kB. The smaller themes have theirs on their own pages. */
const EVIDENCE_BYTES = 3_000;
const BYTES_OF_EVIDENCE = 900;
const BYTES_OF_QUOTE = 260;
const BYTES_OF_VARIANT = 220;
const QUOTES = 2;

const shown = (count: number): string => count.toLocaleString('en');

interface ReportProps {
  report: ProductReport;
  cover: ReportCover;
  standing?: Standing | null;
  order?: ThemeOrder;
  /** Whether the reader came by a link and may open no page of the app. */
  isShared?: boolean;
}

/** A finished report: its cover, then its themes in one grid, then how it was made. */
export function Report({ report, cover, standing = null, order = 'named', isShared }: ReportProps): VNode {
  const { themes, total_themes, metadata, generated_at } = report;
  return (
    <>
      <Cover report={report} cover={cover} isShared={isShared} />
      {/* A verdict without a change says the same. */}
      {(cover.direction !== 'level' || themes.length === 0) && <p class="hint">{summaryOf(report)}</p>}
      <p class="hint">
        <span class="as-of">
          As of <Time at={generated_at} minutes />
          {metadata ? ',' : '.'}
        </span>{' '}
        {metadata && `from ${reviewsOf(metadata)}.`}
      </p>
      {themes.length > 0 && <Themes {...{ report, standing, order, isShared }} />}
      {themes.length < total_themes && (
        <p class="quiet">More themes in the full report: {total_themes - themes.length}</p>
      )}
      {metadata && <Making metadata={metadata} />}
    </>
  );
}

interface ThemesProps {
  report: ProductReport;
  standing: Standing | null;
  order: ThemeOrder;
  isShared?: boolean;
}

function Themes({ report, standing, order, isShared }: ThemesProps): VNode {
  const { themes, total_themes, metadata } = report;
  const ratings = new Map((metadata?.themes ?? []).map((each) => [each.category_name, each.average_rating]));
  const standings = new Map((standing?.categories ?? []).map((each) => [each.category, each]));
  const listed = themesIn(order, { themes, ratings, standings }).slice(0, LISTED);
  return (
    <section id="themes">
      <div class="bar">
        <h2>What they complain about</h2>
        <span class="quiet">
          {listed.length < total_themes && `${listed.length} of `}
          {counted(total_themes, 'theme')}
        </span>
        {metadata && themes.length > 3 && (
          <ThemeOrders order={order} orders={ordersOf({ themes, ratings, standings })} />
        )}
      </div>
      {standing && <StandingLegend standing={standing} />}
      <ReleaseList releases={metadata?.releases ?? []} months={themes[0]?.months ?? []} />
      <ThemeRows
        themes={listed}
        ratings={ratings}
        standings={standings}
        detailed={metadata ? withEvidence(listed) : new Set(listed)}
        hasDates={!metadata || hasDates(themes)}
        isPreview={!metadata}
        hrefOf={themeLinksOf(report, isShared)}
      />
      {metadata && !isShared && listed.some((theme) => hasSpark(sparkOf(theme, 1))) && (
        <ChartLinks address={`/products/${report.product.id}/themes/chart`} of="the months of the themes" />
      )}
      {metadata && themes.length > LISTED && (
        <p class="screen-only">
          <a href="?themes=1">{`All ${themes.length} themes in one list`}</a>
        </p>
      )}
    </section>
  );
}

/** The first of the themes, as many as there is room for. */
function withEvidence(themes: readonly ReportTheme[]): Set<ReportTheme> {
  let room = EVIDENCE_BYTES;
  return new Set(themes.filter((theme) => (room -= evidenceBytes(theme)) >= 0));
}

const evidenceBytes = ({ variants, quotes }: ReportTheme): number =>
  quotes
    .slice(0, QUOTES)
    .reduce(
      (sum, { quote_text, source_url }) => sum + BYTES_OF_QUOTE + Buffer.byteLength(quote_text) + source_url.length,
      BYTES_OF_EVIDENCE + BYTES_OF_VARIANT * variants.length,
    );

/** The page of each theme. Only who may read the full report may read the mentions of a theme. */
export const themeLinksOf =
  ({ metadata, product }: ProductReport, isShared = false) =>
  ({ theme_id }: Theme): string | undefined =>
    metadata && !isShared ? `/app/products/${product.id}/themes/${theme_id}` : undefined;

/** The read and skipped reviews, and the limitations of the report. */
function Making({ metadata: { texts, notes } }: { metadata: AnalysisMetadata }): VNode | null {
  if (!texts && notes.length === 0) return null;
  return (
    <details class="report-making">
      <summary>How this report was made</summary>
      {texts && <p class="quiet">{textsIn(texts)}</p>}
      <p class="quiet">Critical reviews have at most two stars or, without stars, read as very frustrated.</p>
      {notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </details>
  );
}

/** Every review of the product, and how many of them were read if not all: the figures count those. */
function reviewsOf({ reviews_read: all, texts }: AnalysisMetadata): string {
  const read = texts && texts.read < all ? `, ${shown(texts.read)} of them read` : '';
  return `${shown(all)} reviews${read}`;
}

/** The number of texts that were read, and the reasons for the others. */
function textsIn({ read, skipped }: TextCounts): string {
  const reasons = [
    [skipped.language, 'in a language that we do not read'],
    [skipped.no_words, 'without words'],
    [skipped.copy, 'with the same text as another review'],
  ] as const;
  const named = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${shown(count)} ${reason}`);
  return `Texts read: ${shown(read)}. Skipped: ${named.join(', ') || 'none'}.`;
}

/** Says of reviews in unread languages that they were not read, instead of that they name no problem. */
function summaryOf({ summary, metadata, total_themes }: ProductReport): string {
  const unread = metadata?.languages.other ?? 0;
  if (total_themes > 0 || !metadata || unread === 0) return summary;
  const [all, read] = [metadata.reviews_read, metadata.reviews_read - unread];
  if (read <= 0) return `${shown(all)} reviews, none in a language that we read.`;
  return `No recurring pain in the ${shown(read)} of ${shown(all)} reviews that are in a language we read.`;
}
