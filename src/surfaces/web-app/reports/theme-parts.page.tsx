import type { VNode } from 'preact';
import type { MentionRate, Standing, StandingInCategory } from '#market/report-insights/standing.operations.js';
import type { ReportTheme } from '#market/report-reading/report.content.js';
import type { NamedRelease } from '#market/reports/analysis-metadata.dto.js';
import type { Quote } from '#market/reports/theme.dto.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import { BarList } from '../charts/bars.page.js';
import { longMonth } from '../charts/geometry.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { Badge, Time } from '../parts/parts.page.js';
import { percentOf } from './change.words.js';

/** A share in percent with its 95% interval: the distance to both ends, or the ends where it would lead below nothing. */
export function ShareFigure(props: Pick<ReportTheme, 'share' | 'share_low' | 'share_high'>): VNode {
  return (
    <>
      <b>{percentOf(props.share)}</b> <small>{intervalOf(props)}</small>
    </>
  );
}

/** The 95% interval of a share in percent, such as `± 1.2`, or `0.2 to 2.1%` where that would lead below nothing. */
export function intervalOf(
  { share, share_low: low, share_high: high }: Parameters<typeof ShareFigure>[0],
  decimals = 1,
): string {
  const [half, from, to] = [(high - low) / 2, low, high].map((value) => (100 * value).toFixed(decimals));
  return (high - low) / 2 > share ? `${from} to ${to}%` : `± ${half}`;
}

/** The impact in words, such as `High impact: named in 21% of critical reviews, average rating 1.4`. */
export const impactIn = ({ business_impact: impact }: ReportTheme): string =>
  `${impact.charAt(0).toUpperCase()}${impact.slice(1).replace(':', ' impact:')}`;

/** The ways in which a problem is said, and where and when it occurs. `path` is the page of the theme, which lists the reviews of each. */
export function Variants({ theme, path }: { theme: ReportTheme; path?: string | undefined }): VNode {
  const hrefOf = (name: string): string | undefined => path && `${path}?variant=${encodeURIComponent(name)}`;
  const ways = theme.variants.filter(({ kind }) => kind !== 'circumstance');
  const circumstances = theme.variants.filter(({ kind }) => kind === 'circumstance');
  return (
    <>
      {ways.length > 0 && (
        <>
          <h3>Ways it is said</h3>
          <BarList bars={ways.map(({ name, total_mentions: value }) => ({ label: name, value, href: hrefOf(name) }))} />
        </>
      )}
      {circumstances.length > 0 && (
        <p class="quiet">
          <b>Where and when:</b>{' '}
          {circumstances.map(({ name, total_mentions }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              {path ? <a href={hrefOf(name)}>{lowerFirst(name)}</a> : lowerFirst(name)} ({total_mentions})
            </span>
          ))}
        </p>
      )}
    </>
  );
}

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
        <span>
          <QuoteSource quote={quote} />
        </span>
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
export function RateLine({ rates }: { rates: StandingInCategory }): VNode {
  const { category, product, competitors } = rates;
  return (
    <p class="quiet standing-rates">
      {`${category}: mentions per 100 texts: ${rateIn(product)}; competitors ${rateIn(competitors)}`}
    </p>
  );
}

/** An explanation of the standings of a report. Null without any. */
export function StandingLegend({ standing: { competitors, categories } }: { standing: Standing }): VNode | null {
  if (categories.length === 0) return null;
  const others = competitors === 1 ? '1 competitor that has a report' : `${competitors} competitors that have a report`;
  return (
    <p class="hint">{`Compared with ${others}. Better or worse: the 95% intervals of the rates, which an open theme shows in brackets, do not overlap.`}</p>
  );
}

const rateIn = ({ per_hundred, low, high }: MentionRate): string =>
  `${per_hundred.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`;

const MAX_RELEASES = 6;

/** The releases that most reviews name, in the months of a chart. Null without any. */
export function ReleaseList(props: {
  releases: readonly NamedRelease[];
  months: readonly { month: string }[];
}): VNode | null {
  const shown = new Set(props.months.map(({ month }) => month));
  const named = props.releases.filter(({ month }) => shown.has(month));
  const most = [...named].sort((one, other) => other.reviews - one.reviews).slice(0, MAX_RELEASES);
  if (most.length === 0) return null;
  const listed = named.filter((each) => most.includes(each));
  return (
    <p class="hint">
      Releases that reviews name, in their first month:{' '}
      {listed.map(({ release, month, reviews }) => `${release} in ${longMonth(month)} (${reviews})`).join(', ')}.
    </p>
  );
}
