import type { VNode } from 'preact';
import type { AnalysisMetadata, TextCounts } from '#market/reports/analysis-metadata.dto.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import type { Report as ProductReport, ReportTheme } from '#market/report-reading/report.content.js';
import type { Standing } from '#market/report-insights/standing.operations.js';
import type { Theme } from '#market/reports/theme.dto.js';
import { BarChart } from './charts.page.js';
import { Comparison } from './comparison.page.js';
import { Time } from '../parts/parts.page.js';
import { ThemeGroups } from './theme-groups.page.js';

/** The number of themes in the chart. */
const CHARTED = 8;

const shown = (count: number): string => count.toLocaleString('en');

interface ReportProps {
  report: ProductReport;
  comparison?: ReportComparison | null;
  standing?: Standing | null;
  /** Whether the reader came by a link and may open no page of the app. */
  isShared?: boolean;
}

/** A finished report: its summary, its biggest themes as bars beside the comparison, then all themes, folded. */
export function Report({ report, comparison, standing = null, isShared }: ReportProps): VNode {
  const { themes, total_themes, metadata, generated_at } = report;
  const hrefOf = themeLinksOf(report, isShared);
  return (
    <>
      <section class="report-head">
        <h2>Pain points</h2>
        <p>{summaryOf(report)}</p>
        <p class="quiet">
          <span class="as-of">
            As of <Time at={generated_at} minutes />
            {metadata ? ',' : '.'}
          </span>{' '}
          {metadata && `from ${reviewsOf(metadata)}.`}
        </p>
        <div class={comparison ? 'report-halves' : undefined}>
          {themes.length > 0 && <ThemeChart themes={themes} total={total_themes} hrefOf={hrefOf} />}
          {comparison && <Comparison comparison={comparison} isPreview={!metadata} />}
        </div>
      </section>
      {themes.length > 0 && <ThemeGroups report={report} standing={standing} hrefOf={hrefOf} />}
      {themes.length < total_themes && (
        <p class="quiet">More themes in the full report: {total_themes - themes.length}</p>
      )}
      {metadata && <Making metadata={metadata} />}
    </>
  );
}

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
      {notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </details>
  );
}

/** Every review of the product, and without copies if there are any: the summary counts without them. */
function reviewsOf({ reviews_read: all, texts }: AnalysisMetadata): string {
  const copies = texts?.skipped.copy ?? 0;
  const distinct = copies > 0 ? ` (${shown(all - copies)} without copies of the same text)` : '';
  return `${shown(all)} reviews${distinct}`;
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

/** The category of a theme, unless the name says it: `Does not work` says little alone. */
const kindOf = ({ category, category_name }: ReportTheme): string | undefined =>
  category_name.toLowerCase().includes(category.toLowerCase()) ? undefined : category;

/** Mentions that name no frequent problem are in themes at the end. A report with few problems has some in its chart. */
function chartTitleOf(themes: readonly ReportTheme[], total: number): string {
  const mentions = themes.slice(0, CHARTED).map(({ total_mentions }) => total_mentions);
  const isByMentions = mentions.every((count, index) => index === 0 || count <= (mentions[index - 1] ?? 0));
  if (mentions.length === total) return isByMentions ? 'Themes by mentions' : 'Themes and their mentions';
  return isByMentions
    ? `The ${mentions.length} most mentioned problems, of ${total} themes`
    : `The first ${mentions.length} of ${total} themes`;
}

interface ThemeChartProps {
  themes: readonly ReportTheme[];
  /** Of the report; a preview has only the first ones. */
  total: number;
  hrefOf: (theme: Theme) => string | undefined;
}

/** Without a page of its own, a bar leads to its theme in the list below. */
function ThemeChart({ themes, total, hrefOf }: ThemeChartProps): VNode {
  const isCalm = ({ impactLevel }: ReportTheme): boolean => impactLevel === 'low';
  const charted = themes.slice(0, CHARTED);
  return (
    <div>
      <h3>{chartTitleOf(themes, total)}</h3>
      <p class="legend">
        {!charted.every(isCalm) && (
          <span>
            <span class="swatch" /> High or medium impact
          </span>
        )}
        {charted.some(isCalm) && (
          <span>
            <span class="swatch calm" /> Low impact
          </span>
        )}
      </p>
      <BarChart
        title="Mentions by theme"
        unit="Mentions"
        bars={charted.map((theme) => ({
          label: theme.category_name,
          value: theme.total_mentions,
          calm: isCalm(theme),
          note: `${theme.impactLevel} impact`,
          kind: kindOf(theme),
          href: hrefOf(theme) ?? `#theme-${theme.theme_id}`,
        }))}
      />
    </div>
  );
}
