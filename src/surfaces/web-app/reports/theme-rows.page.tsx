import type { VNode } from 'preact';
import type { StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import { Icon } from '#platform/pages/icon.page.js';
import { counted } from '#platform/text/counted.text.js';
import { Direction, Impact } from '../charts/small-marks.page.js';
import { hasSpark, Sparkline } from '../charts/sparkline.page.js';
import { changeOf } from './change.words.js';
import { hasStars } from './theme-orders.page.js';
import { sparkOf, topOf } from './theme.spark.js';
import { impactIn, QuoteBlock, RateLine, ShareFigure, StandingBadge, Variants } from './theme-parts.page.js';

const QUOTES = 2;

interface RowsProps {
  themes: readonly ReportTheme[];
  /** The average rating of those who name a theme, by its name. */
  ratings: ReadonlyMap<string, number | null>;
  /** The comparison with competitors, by kind of problem. */
  standings: ReadonlyMap<string, StandingInCategory>;
  /** Those with their evidence on the page. That of the others is loaded when they are opened, or stands on their own pages. */
  detailed: ReadonlySet<ReportTheme>;
  hasDates: boolean;
  /** A preview has few themes, all open. */
  isPreview: boolean;
  hrefOf: (theme: ReportTheme) => string | undefined;
}

/** The themes in one grid. A row opens in place. */
export function ThemeRows(props: RowsProps): VNode {
  const max = topOf(props.themes);
  const hasLines = props.themes.some((theme) => hasSpark(sparkOf(theme, max)));
  return (
    <div class="theme-rows">
      <p class="theme-heads" aria-hidden="true">
        <span />
        <span>Problem</span>
        <span class="t-line">{hasLines && 'Months'}</span>
        <span>Share of texts</span>
        <span class="t-change">{!props.isPreview && props.hasDates && 'Change'}</span>
        <span class="t-stars">{hasStars(props.ratings) && 'Stars'}</span>
        <span class="t-impact">Impact</span>
        <span class="t-count">Mentions</span>
      </p>
      {props.themes.map((theme) => (
        <ThemeRow key={theme.theme_id} theme={theme} max={max} rows={props} />
      ))}
    </div>
  );
}

interface RowProps {
  theme: ReportTheme;
  max: number;
  rows: RowsProps;
}

function ThemeRow({ theme, max, rows }: RowProps): VNode {
  const { detailed, isPreview, hrefOf } = rows;
  const href = hrefOf(theme);
  if (!detailed.has(theme) && !href) {
    return (
      <p class="theme-row" id={`theme-${theme.theme_id}`}>
        <span />
        <Cells theme={theme} max={max} rows={rows} />
      </p>
    );
  }
  return (
    <details class="theme" open={isPreview} id={`theme-${theme.theme_id}`} data-trend={href && ''}>
      <summary class="theme-row">
        <Icon name="right" />
        <Cells theme={theme} max={max} rows={rows} />
      </summary>
      <Opened theme={theme} rows={rows} href={href} />
    </details>
  );
}

function Cells({ theme, max, rows }: RowProps): VNode {
  const { category_name, category, total_mentions, change, impactLevel } = theme;
  const rating = rows.ratings.get(category_name) ?? null;
  const standing = rows.standings.get(category);
  const { text, tone } = changeOf(change);
  return (
    <>
      <span class="t-name">
        <b class="theme-name" dir="auto">
          {category_name}
        </b>
        <small>
          {category} {standing && <StandingBadge standing={standing.standing} />}
        </small>
      </span>
      <span class="t-line">
        <Sparkline {...sparkOf(theme, max)} />
      </span>
      <span class="t-share">
        <ShareFigure {...theme} />
      </span>
      <span class="t-change">
        {tone !== 'level' && <Direction isUp={tone === 'rise'} />}
        {!rows.isPreview && rows.hasDates && (theme.months?.length ? text : 'no dates')}
      </span>
      <span class="t-stars">{rating === null ? '' : `${rating.toFixed(1)} of 5`}</span>
      <span class="t-impact">
        <Impact level={impactLevel} />
      </span>
      <span class="t-count">
        {total_mentions.toLocaleString('en')}
        <span class="unseen"> {total_mentions === 1 ? 'mention' : 'mentions'}</span>
      </span>
    </>
  );
}

function Opened({ theme, rows, href }: { theme: ReportTheme; rows: RowsProps; href: string | undefined }): VNode {
  const { quotes, total_mentions, category_name, category } = theme;
  const standing = rows.standings.get(category);
  return (
    <div class="opened theme-evidence">
      <div>
        {href && <div data-trend-here="" />}
        <p class="quiet">{impactIn(theme)}.</p>
        {standing && <RateLine rates={standing} />}
        {rows.detailed.has(theme) ? <Variants theme={theme} path={href} /> : <div data-variants-here="" />}
      </div>
      <div>
        <h3>What people say</h3>
        {rows.detailed.has(theme) ? (
          quotes.slice(0, QUOTES).map((quote) => <QuoteBlock key={quote.quote_text} quote={quote} />)
        ) : (
          <div data-quotes-here="" />
        )}
        {href && (
          <p class="screen-only">
            <a href={href}>
              {total_mentions === 1 ? 'The mention' : `All ${counted(total_mentions, 'mention')}`}
              <span class="unseen"> of {category_name}</span>
            </a>
          </p>
        )}
      </div>
    </div>
  );
}
