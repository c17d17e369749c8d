import type { VNode } from 'preact';
import type { AnalysisMetadata } from '#market/pain-points/pain-points.operations.js';
import type { Report, ReportTheme } from '#market/pain-points/report.content.js';
import type { Quote } from '#market/pain-points/theme.dto.js';
import { Time } from './parts.page.js';
import { TrendBadge } from './trend-badge.page.js';
import { TrendLine } from './trend-line.page.js';

/** From this number of themes on, the categories are folded too. */
const MANY_THEMES = 40;
/** Smaller themes have no evidence on the page of the report, which would be too large. */
const MOST_WITH_EVIDENCE = 24;
const QUOTES = 2;

interface ThemeGroupsProps {
  report: Report;
  /** The page of a theme, if the reader may open it. */
  hrefOf: (theme: ReportTheme) => string | undefined;
}

/** All themes of a report in two levels that fold: the category, if it has several, then the theme with its evidence. */
export function ThemeGroups({ report, hrefOf }: ThemeGroupsProps): VNode {
  const { themes, metadata, generated_at } = report;
  const detailed = new Set(themes.slice(0, MOST_WITH_EVIDENCE));
  const currentMonth = (generated_at ?? '').slice(0, 7);
  const rowOf = (theme: ReportTheme): VNode => (
    <ThemeRow
      key={theme.theme_id}
      theme={theme}
      metadata={metadata}
      currentMonth={currentMonth}
      href={hrefOf(theme)}
      isOpen={!metadata}
      isDetailed={detailed.has(theme)}
    />
  );
  return (
    <section>
      <h2>All themes by category</h2>
      {groupsOf(themes).map(({ category, members, mentions }) =>
        members.length === 1 ? (
          members.map(rowOf)
        ) : (
          <details class="theme-group" key={category} open={themes.length < MANY_THEMES}>
            <summary class="theme-row">
              <h3 class="theme-name">{category}</h3>
              <span class="quiet">{mentionsIn(mentions)}</span>
              <span class="quiet">{members.length} themes</span>
            </summary>
            {members.map(rowOf)}
          </details>
        ),
      )}
    </section>
  );
}

interface ThemeGroup {
  category: string;
  members: ReportTheme[];
  mentions: number;
}

/** The themes by category, the category with the most mentions first. */
function groupsOf(themes: readonly ReportTheme[]): ThemeGroup[] {
  const groups = new Map<string, ReportTheme[]>();
  for (const theme of themes) groups.set(theme.category, [...(groups.get(theme.category) ?? []), theme]);
  return [...groups]
    .map(([category, members]) => ({
      category,
      members,
      mentions: members.reduce((sum, { total_mentions }) => sum + total_mentions, 0),
    }))
    .sort((one, other) => other.mentions - one.mentions);
}

interface ThemeRowProps {
  theme: ReportTheme;
  metadata: AnalysisMetadata | undefined;
  currentMonth: string;
  href: string | undefined;
  isOpen: boolean;
  isDetailed: boolean;
}

function ThemeRow({ theme, metadata, currentMonth, href, isOpen, isDetailed }: ThemeRowProps): VNode {
  const { category_name, total_mentions, theme_id } = theme;
  const figures = metadata?.themes.find((each) => each.category_name === category_name);
  const facts = (
    <>
      <span class="quiet">{mentionsIn(total_mentions)}</span>
      <span class="quiet">{theme.impactLevel} impact</span>
      <span>
        <TrendBadge trend={theme.trend} areDatesKnown={figures && figures.mentions_by_month.length > 0} />
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
        <p class="quiet">Impact: {theme.business_impact}.</p>
        {figures && <Months theme={theme} figures={figures} metadata={metadata} currentMonth={currentMonth} />}
        {theme.quotes.slice(0, QUOTES).map((quote) => (
          <QuoteBlock key={quote.quote_text} quote={quote} />
        ))}
        {href && (
          <p class="screen-only">
            <a href={href} aria-label={`${mentionsIn(total_mentions)} of ${category_name}`}>
              {total_mentions === 1 ? 'The mention' : `All ${mentionsIn(total_mentions)}`} →
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
      currentMonth={currentMonth}
      hasTable={false}
    />
  );
}

const mentionsIn = (count: number): string => (count === 1 ? '1 mention' : `${count.toLocaleString('en')} mentions`);

/** A quote with its source. */
export function QuoteBlock({ quote }: { quote: Quote }): VNode {
  const { quote_text, platform, source_url, review_date } = quote;
  return (
    <blockquote>
      <p dir="auto">{quote_text}</p>
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
