import type { VNode } from 'preact';
import type { AnalysisMetadata, TextCounts } from '#market/pain-points/pain-points.operations.js';
import type { Quote, Theme } from '#market/pain-points/theme.dto.js';
import type { Report as ProductReport, ReportTheme } from '#market/pain-points/report.content.js';
import { BarChart } from './charts.page.js';
import { Badge, Time } from './parts.page.js';
import { TrendLine } from './trend-line.page.js';

/** A finished report: its summary, the themes as bars, then each theme with quotes. */
export function Report({ report }: { report: ProductReport }): VNode {
  const { themes, total_themes, metadata, generated_at } = report;
  const currentMonth = (generated_at ?? '').slice(0, 7);
  // Only who may read the full report may read the mentions of a theme.
  const hrefOf = ({ theme_id }: Theme) =>
    metadata ? `/app/products/${report.product.id}/themes/${theme_id}` : undefined;
  return (
    <section>
      <h2>Pain points</h2>
      <p>{summaryOf(report)}</p>
      <p class="quiet">
        As of <Time at={generated_at} minutes />
        {metadata && `, from ${metadata.reviews_read} reviews`}.
      </p>
      {themes.length > 0 && <ThemeChart themes={themes} hrefOf={hrefOf} />}
      <div class="themes">
        {themes.map((theme) => (
          <ThemeCard
            key={theme.theme_id}
            theme={theme}
            metadata={metadata}
            currentMonth={currentMonth}
            href={hrefOf(theme)}
          />
        ))}
      </div>
      {themes.length < total_themes && (
        <p class="quiet">More themes in the full report: {total_themes - themes.length}</p>
      )}
      {metadata?.texts && <p class="quiet">{textsIn(metadata.texts)}</p>}
      {metadata?.notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </section>
  );
}

/** How many texts were read, and why the others were not. */
function textsIn({ read, skipped }: TextCounts): string {
  const reasons = [
    [skipped.language, 'in a language that we do not read'],
    [skipped.no_words, 'without words'],
    [skipped.copy, 'with the same text as another review'],
  ] as const;
  const named = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${count} ${reason}`);
  return `Texts read: ${read}. Skipped: ${named.join(', ') || 'none'}.`;
}

/** Says of reviews in unread languages that they were not read, instead of that they name no problem. */
function summaryOf({ summary, metadata, total_themes }: ProductReport): string {
  const unread = metadata?.languages.other ?? 0;
  if (total_themes > 0 || !metadata || unread === 0) return summary;
  const [all, read] = [metadata.reviews_read, metadata.reviews_read - unread];
  if (read <= 0) return `${all} reviews, none in a language that we read.`;
  return `No recurring pain in the ${read} of ${all} reviews that are in a language we read.`;
}

interface ThemeChartProps {
  themes: readonly ReportTheme[];
  hrefOf: (theme: Theme) => string | undefined;
}

function ThemeChart({ themes, hrefOf }: ThemeChartProps): VNode {
  const isCalm = ({ impactLevel }: ReportTheme): boolean => impactLevel === 'low';
  return (
    <>
      <p class="legend">
        {!themes.every(isCalm) && (
          <span>
            <span class="swatch" /> High or medium impact
          </span>
        )}
        {themes.some(isCalm) && (
          <span>
            <span class="swatch calm" /> Low impact
          </span>
        )}
      </p>
      <BarChart
        title="Mentions by theme"
        unit="Mentions"
        bars={themes.map((theme) => ({
          label: theme.category_name,
          value: theme.total_mentions,
          calm: isCalm(theme),
          note: `${theme.impactLevel} impact`,
          href: hrefOf(theme),
        }))}
      />
    </>
  );
}

const TREND_TONES = { trending: 'bad', emerging: 'wait', declining: 'good' } as const;

interface ThemeCardProps {
  theme: Theme;
  metadata: AnalysisMetadata | undefined;
  currentMonth: string;
  /** The page of the theme, if the visitor may open it. */
  href: string | undefined;
}

function ThemeCard({ theme, metadata, currentMonth, href }: ThemeCardProps): VNode {
  const { category_name, total_mentions, business_impact, quotes, months, change } = theme;
  const figures = metadata?.themes.find((each) => each.category_name === category_name);
  return (
    <article class="card">
      <div class="split">
        <h3>{href ? <a href={href}>{category_name}</a> : category_name}</h3>
        <TrendBadge trend={theme.trend} areDatesKnown={figures && figures.mentions_by_month.length > 0} />
      </div>
      <p class="quiet">
        {theme.category}. {total_mentions === 1 ? '1 mention' : `${total_mentions} mentions`}. Impact: {business_impact}
        .
      </p>
      {figures && (
        <TrendLine
          theme={category_name}
          mentions={months?.length ? months : figures.mentions_by_month}
          reviews={months?.length ? months : metadata?.reviews_by_month}
          change={change}
          currentMonth={currentMonth}
        />
      )}
      {quotes.map((quote) => (
        <QuoteBlock key={quote.quote_text} quote={quote} />
      ))}
    </article>
  );
}

/** `areDatesKnown` is undefined in a preview. There, `stable` may only mean that there are no dates. */
export function TrendBadge({
  trend,
  areDatesKnown,
}: {
  trend: string;
  areDatesKnown: boolean | undefined;
}): VNode | null {
  if (areDatesKnown === false) return <Badge>no dates</Badge>;
  if (areDatesKnown === undefined && trend === 'stable') return null;
  return <Badge tone={TREND_TONES[trend as keyof typeof TREND_TONES]}>{trend}</Badge>;
}

function QuoteBlock({ quote }: { quote: Quote }): VNode {
  const { quote_text, platform, source_url, review_date } = quote;
  return (
    <blockquote>
      <p>{quote_text}</p>
      <footer>
        {source_url ? (
          <a href={source_url} rel="nofollow noreferrer">
            {platform}
          </a>
        ) : (
          platform
        )}
        , {review_date ? <Time at={review_date} /> : 'undated'}
      </footer>
    </blockquote>
  );
}
