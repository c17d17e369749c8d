import type { VNode } from 'preact';
import type { MentionRate, Standing, StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { Report, ReportTheme } from '#market/report-reading/report.content.js';
import type { AnalysisMetadata } from '#market/reports/analysis-metadata.dto.js';
import type { Quote } from '#market/reports/theme.dto.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { Badge, Time } from '../parts/parts.page.js';
import { ReleaseList, TrendBadge, TrendLine } from './trend-line.page.js';

/** A page of more themes would be too large. All are in the list of themes. */
const LISTED = 40;
/** The evidence, in bytes, that keeps the page under 60 kB. The smaller themes have theirs on their own pages. */
const EVIDENCE_BYTES = 22_000;
const BYTES_OF_EVIDENCE = 700;
const BYTES_OF_MONTH = 10;
const BYTES_OF_QUOTE = 200;
const QUOTES = 2;

interface ThemeGroupsProps {
  report: Report;
  /** Null where it is not known. */
  standing: Standing | null;
  /** The page of a theme, if the reader may open it. */
  hrefOf: (theme: ReportTheme) => string | undefined;
}

/** The first themes of a report in two levels that fold: the category, if it has several, then the theme with its evidence. */
export function ThemeGroups({ report, standing, hrefOf }: ThemeGroupsProps): VNode {
  const { themes, total_themes, metadata, generated_at } = report;
  const biggest = themes.slice(0, LISTED);
  const detailed = withEvidence(biggest);
  const currentMonth = (generated_at ?? '').slice(0, 7);
  const months = (metadata?.reviews_by_month ?? []).filter(({ month }) => month < currentMonth);
  const isAll = biggest.length === themes.length;
  const areDatesKnown = areDatesKnownIn(metadata);
  const title = themes.length === total_themes ? 'All themes by category' : 'Themes by category';
  return (
    <section>
      <h2>{isAll ? title : `The ${LISTED} biggest of ${themes.length} themes, by category`}</h2>
      {metadata && !areDatesKnown && <p class="quiet">No review has a date, so no theme has a trend.</p>}
      {standing && <StandingLegend standing={standing} />}
      <ReleaseList releases={metadata?.releases ?? []} months={months} />
      {groupsOf(themes, new Set(biggest)).map(({ category, listed, count, mentions }) => {
        const rates = standing?.categories.find((each) => each.category === category);
        const rows = listed.map((theme) => (
          <ThemeRow
            key={theme.theme_id}
            theme={theme}
            metadata={metadata}
            rates={count === 1 ? rates : undefined}
            currentMonth={currentMonth}
            href={hrefOf(theme)}
            hasTrends={!metadata || areDatesKnown}
            isOpen={!metadata}
            isDetailed={detailed.has(theme)}
          />
        ));
        if (count === 1) return rows;
        return (
          <details class="theme-group" key={category} open>
            <summary class="theme-row">
              <h3 class="theme-name">{category}</h3>
              <span class="quiet">{mentionsIn(mentions)}</span>
              <span class="quiet">{listed.length < count ? `${listed.length} of ${count}` : count} themes</span>
              <span>{rates && <StandingBadge standing={rates.standing} />}</span>
            </summary>
            {rates && <RateLine rates={rates} />}
            {rows}
          </details>
        );
      })}
      {!isAll && (
        <p class="screen-only">
          <a href="?themes=1">{`All ${themes.length} themes in one list`}</a>
        </p>
      )}
    </section>
  );
}

/** Whether any review of the report has a date. Older reports only say so of each theme. */
const areDatesKnownIn = (metadata: AnalysisMetadata | undefined): boolean =>
  (metadata?.reviews_by_month ?? []).length > 0 ||
  (metadata?.themes ?? []).some(({ mentions_by_month }) => mentions_by_month.length > 0);

/** The first of the themes, as many as there is room for. */
function withEvidence(themes: readonly ReportTheme[]): Set<ReportTheme> {
  let room = EVIDENCE_BYTES;
  return new Set(themes.filter((theme) => (room -= evidenceBytes(theme)) >= 0));
}

const evidenceBytes = ({ months = [], quotes }: ReportTheme): number =>
  quotes
    .slice(0, QUOTES)
    .reduce(
      (sum, { quote_text, source_url }) => sum + BYTES_OF_QUOTE + Buffer.byteLength(quote_text) + source_url.length,
      BYTES_OF_EVIDENCE + BYTES_OF_MONTH * months.length,
    );

interface ThemeGroup {
  category: string;
  /** The themes of the category that the page lists. */
  listed: ReportTheme[];
  /** The number of all its themes, and of their mentions. */
  count: number;
  mentions: number;
}

/** The listed themes by category, in the order of the report: the category of the first theme first. */
function groupsOf(themes: readonly ReportTheme[], listed: ReadonlySet<ReportTheme>): ThemeGroup[] {
  const groups = new Map<string, ReportTheme[]>();
  for (const theme of themes) groups.set(theme.category, [...(groups.get(theme.category) ?? []), theme]);
  return [...groups]
    .map(([category, members]) => ({
      category,
      listed: members.filter((theme) => listed.has(theme)),
      count: members.length,
      mentions: members.reduce((sum, { total_mentions }) => sum + total_mentions, 0),
    }))
    .filter((group) => group.listed.length > 0);
}

interface ThemeRowProps {
  theme: ReportTheme;
  metadata: AnalysisMetadata | undefined;
  /** Of its category, if the theme is the only one. */
  rates: StandingInCategory | undefined;
  currentMonth: string;
  href: string | undefined;
  /** Whether the report has dates; a preview may have some. */
  hasTrends: boolean;
  isOpen: boolean;
  isDetailed: boolean;
}

function ThemeRow(row: ThemeRowProps): VNode {
  const { theme, metadata, rates, currentMonth, href, hasTrends, isOpen, isDetailed } = row;
  const { category_name, total_mentions, theme_id } = theme;
  const figures = metadata?.themes.find((each) => each.category_name === category_name);
  const facts = (
    <>
      <span class="quiet">{mentionsIn(total_mentions)}</span>
      <span class="quiet">{theme.impactLevel} impact</span>
      <span>
        {hasTrends && <TrendBadge theme={theme} areDatesKnown={figures && figures.mentions_by_month.length > 0} />}
        {rates && <StandingBadge standing={rates.standing} />}
      </span>
    </>
  );
  if (!isDetailed) {
    return (
      <p class="theme-row">
        <span class="theme-name">{href ? <a href={href}>{category_name}</a> : category_name}</span>
        {facts}
      </p>
    );
  }
  return (
    <details class="theme" open={isOpen}>
      <summary class="theme-row">
        <span class="theme-name">{category_name}</span>
        {facts}
      </summary>
      <div class="theme-evidence" id={`theme-${theme_id}`}>
        <p class="quiet">{impactIn(theme)}.</p>
        {rates && <RateLine rates={rates} />}
        {figures && <Months theme={theme} figures={figures} metadata={metadata} currentMonth={currentMonth} />}
        {theme.quotes.slice(0, QUOTES).map((quote) => (
          <QuoteBlock key={quote.quote_text} quote={quote} />
        ))}
        {href && (
          <p class="screen-only">
            <a href={href}>
              {total_mentions === 1 ? 'The mention' : `All ${mentionsIn(total_mentions)}`}
              <span class="unseen"> of {category_name}</span> →
            </a>
          </p>
        )}
      </div>
    </details>
  );
}

interface MonthsProps {
  theme: ReportTheme;
  figures: AnalysisMetadata['themes'][number];
  metadata: AnalysisMetadata | undefined;
  currentMonth: string;
}

/** The page of the theme has the same months as a table. */
function Months({ theme: { category_name, months, change }, figures, metadata, currentMonth }: MonthsProps): VNode {
  return (
    <TrendLine
      theme={category_name}
      mentions={months?.length ? months : figures.mentions_by_month}
      reviews={months?.length ? months : metadata?.reviews_by_month}
      change={change}
      releases={metadata?.releases}
      currentMonth={currentMonth}
      isLarge={false}
    />
  );
}

/** The impact in words, such as `High impact: named in 21% of critical reviews, average rating 1.4`. */
export const impactIn = ({ business_impact: impact }: ReportTheme): string =>
  `${impact.charAt(0).toUpperCase()}${impact.slice(1).replace(':', ' impact:')}`;

/** A number of mentions in words. */
const mentionsIn = (count: number): string => (count === 1 ? '1 mention' : `${count.toLocaleString('en')} mentions`);

/** The site of a quote, with a link if there is one, and the date. */
export function QuoteSource({ quote }: { quote: Omit<Quote, 'quote_text'> }): VNode {
  const { platform, source_url, review_date } = quote;
  return (
    <>
      {source_url ? (
        <a href={source_url} rel="nofollow noreferrer">
          {platform}
        </a>
      ) : (
        platform
      )}
      , {review_date ? <Time at={review_date} /> : 'undated'}
    </>
  );
}

/** A quote with its source. */
export function QuoteBlock({ quote }: { quote: Quote }): VNode {
  const { quote_text } = quote;
  return (
    <blockquote>
      <p dir="auto" lang={foreignLanguageOf(quote_text)}>
        {quote_text}
      </p>
      <footer>
        <QuoteSource quote={quote} />
      </footer>
    </blockquote>
  );
}

/** The comparison of a product with its competitors in a kind of problem. Null where the difference may be chance. */
export function StandingBadge({ standing }: Pick<StandingInCategory, 'standing'>): VNode | null {
  if (standing === 'similar') return null;
  return <Badge tone={standing === 'worse' ? 'bad' : 'good'}>{standing} than competitors</Badge>;
}

/** The rates behind a standing, with their intervals. */
export function RateLine({ rates: { product, competitors } }: { rates: StandingInCategory }): VNode {
  return (
    <p class="quiet standing-rates">{`Mentions per 100 reviews: ${rateIn(product)}; competitors ${rateIn(competitors)}`}</p>
  );
}

/** An explanation of the standings of a report. Null without any. */
export function StandingLegend({ standing: { competitors, categories } }: { standing: Standing }): VNode | null {
  if (categories.length === 0) return null;
  const others = competitors === 1 ? '1 competitor that has a report' : `${competitors} competitors that have a report`;
  return (
    <p class="quiet">{`Compared with ${others}. Better or worse: the 95% intervals, in brackets, do not overlap.`}</p>
  );
}

const rateIn = ({ per_hundred, low, high }: MentionRate): string =>
  `${oneDecimal(per_hundred)} (${oneDecimal(low)}–${oneDecimal(high)})`;

const oneDecimal = (rate: number): string => rate.toFixed(1);
