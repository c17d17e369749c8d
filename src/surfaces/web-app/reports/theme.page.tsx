import type { VNode } from 'preact';
import type { Report, ReportTheme } from '#market/report-reading/report.content.js';
import { MENTION_SORTS, type ThemeMention } from '#market/report-reading/theme-mentions.operations.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import { Icon } from '#platform/pages/icon.page.js';
import { clipped } from '#platform/text/clipped.text.js';
import { Choice } from '../opportunities/opportunity-list-filters.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { Figures, Notice, Submit, Time } from '../parts/parts.page.js';
import { hasSpark } from '../charts/sparkline.page.js';
import { Trend, trendDrawing } from '../charts/trend.page.js';
import { ChartLinks } from './chart-links.page.js';
import { changeOf, percentOf } from './change.words.js';
import { bucketAt, pointsOf } from './cover.view.js';
import { impactIn, intervalOf, QuoteSource, ReleaseList, Variants } from './theme-parts.page.js';
import { sparkOf, topOf } from './theme.spark.js';

interface ThemePageProps {
  report: Report;
  theme: ReportTheme;
  page: CursorPage<ThemeMention>;
  /** The query parameters as the browser sent them. */
  asked: Record<string, unknown>;
}

/** The page of one theme: its share, its months, and the reviews that name it. */
export function ThemePage({ report, theme, page, asked }: ThemePageProps): VNode {
  const { product, generated_at } = report;
  const { category_name, total_mentions, change } = theme;
  const months = (theme.months ?? []).filter(isIn(asked));
  const releases = report.metadata?.releases ?? [];
  const path = `/app/products/${product.id}/themes/${theme.theme_id}`;
  return (
    <>
      <nav class="crumbs" aria-label="Where this page is">
        <a href="/products">Products</a>
        <Icon name="right" />
        <a href={`/products/${product.id}`} dir="auto">
          {product.name}
        </a>
        <Icon name="right" />
        <span>Theme</span>
      </nav>
      <h1>{category_name}</h1>
      <p class="quiet">
        {theme.category}. {impactIn(theme)}.{' '}
        <span class="as-of">
          As of <Time at={generated_at} minutes />.
        </span>
      </p>
      <Figures
        figures={[
          ['Mentions', total_mentions.toLocaleString('en')],
          [
            'Share of texts',
            <>
              {percentOf(theme.share)} <i>{intervalOf(theme)}</i>
              <span class="sub">95% interval</span>
            </>,
          ],
          ['Change', <ChangeFigure theme={theme} />],
        ]}
      />
      <div class="theme-trend" data-trend-of={theme.theme_id}>
        <Trend {...trendOf({ category_name, months, change })} />
      </div>
      <Pictures path={path} theme={theme} />
      {theme.variants.length > 0 && (
        <section class="theme-variants">
          <h2 class="unseen">How the problem is described</h2>
          <div data-variants-of={theme.theme_id}>
            <Variants theme={theme} path={path} />
          </div>
        </section>
      )}
      <ReleaseList releases={releases} months={months} />
      <Reviews theme={theme} page={page} asked={asked} path={path} />
    </>
  );
}

/** The reviews that name the theme, with their filters. */
function Reviews({ theme, page, asked, path }: Omit<ThemePageProps, 'report'> & { path: string }): VNode {
  return (
    <section>
      <h2>Reviews that name the problem</h2>
      <MentionFilters path={path} asked={asked} theme={theme} />
      <Mentions page={page} />
      <nav class="pager" aria-label="Pages">
        {asked.cursor !== undefined && <a href={hrefOf(path, asked, null)}>First page</a>}
        {page.pagination.next_cursor && (
          <a href={hrefOf(path, asked, page.pagination.next_cursor)} rel="next">
            Next →
          </a>
        )}
        <a href={hrefOf(`${path}/mentions.csv`, asked, null)}>Download as CSV</a>
      </nav>
    </section>
  );
}

/** Links to the pictures that there are: the line alone needs texts of the last year. */
function Pictures({ path, theme }: { path: string; theme: ReportTheme }): VNode {
  const { category_name: name } = theme;
  return (
    <>
      {trendDrawing(trendOf(theme)) && <ChartLinks address={`${path}/chart`} of={name} />}
      {hasSpark(sparkOf(theme, topOf([theme]))) && (
        <ChartLinks address={`${path}/sparkline`} of={`the line of ${name}`} label="Line alone" />
      )}
    </>
  );
}

function ChangeFigure({ theme: { change, months = [] } }: { theme: ReportTheme }): VNode {
  if (months.length === 0) return <>no dates</>;
  const { text } = changeOf(change);
  const [first = '', ...rest] = text.split(' since ');
  return (
    <>
      {first}
      <span class="sub">
        {change
          ? `since ${rest.join('')}: from ${percentOf(change.from_share)} to ${percentOf(change.to_share)}`
          : 'No lasting change beyond chance'}
      </span>
    </>
  );
}

/** The months of a theme as a chart. */
export function trendOf({ category_name, months, change }: Pick<ReportTheme, 'category_name' | 'months' | 'change'>) {
  const points = pointsOf({ months });
  const at = change ? bucketAt(points, change.month) : -1;
  return {
    title: `${category_name}: share of the texts of each month, with the 95% interval`,
    points,
    change: change && at > 0 ? { at, before: 100 * change.from_share, after: 100 * change.to_share } : null,
  };
}

/** A text without full stops is one sentence. */
const MAX_QUOTE_LENGTH = 600;
const STARS = ['1', '2', '3', '4', '5'];
const DATES = [
  ['published_after', 'Published after'],
  ['published_before', 'Published before'],
] as const;

interface FiltersProps {
  path: string;
  asked: Record<string, unknown>;
  theme: ReportTheme;
}

function MentionFilters({ path, asked, theme: { variants } }: FiltersProps): VNode {
  const text = (name: string): string => (typeof asked[name] === 'string' ? asked[name] : '');
  return (
    <form method="get" action={path} class="filters">
      <div class="row">
        <label>
          Site
          <input name="platform" value={text('platform')} maxLength={200} />
        </label>
        {variants.length > 0 && (
          <Choice
            name="variant"
            label="Way it is said"
            values={variants.map(({ name }) => name)}
            chosen={asked.variant}
          />
        )}
        <Choice name="min_rating" label="Rating from" values={STARS} chosen={asked.min_rating} />
        <Choice name="max_rating" label="Rating to" values={STARS} chosen={asked.max_rating} />
        {DATES.map(([name, label]) => (
          <label key={name}>
            {label}
            <input type="date" name={name} value={text(name)} />
          </label>
        ))}
        <Choice
          name="sort"
          label="Sort"
          values={MENTION_SORTS.slice(1)}
          shown={['newest first']}
          chosen={asked.sort}
          anyLabel="strongest first"
        />
      </div>
      <p>
        <Submit look="primary">Filter</Submit>
      </p>
    </form>
  );
}

function Mentions({ page: { data: items, meta } }: { page: CursorPage<ThemeMention> }): VNode {
  if (meta?.note) return <Notice>{meta.note}</Notice>;
  if (items.length === 0) return <p class="quiet">No review matches all filters.</p>;
  return (
    <div class="mentions">
      {items.map((mention) => (
        <MentionBlock key={mention.review_id} mention={mention} />
      ))}
    </div>
  );
}

function MentionBlock({ mention }: { mention: ThemeMention }): VNode {
  const { review_id, quote_text, rating, answer } = mention;
  return (
    <blockquote id={`review-${review_id}`}>
      <p dir="auto" lang={foreignLanguageOf(quote_text)}>
        {clipped(quote_text, MAX_QUOTE_LENGTH) || <span class="quiet">No sentence of the text names the problem.</span>}
      </p>
      <footer>
        <span>
          {rating !== null && `${rating} of 5 stars, `}
          <QuoteSource quote={mention} />
          {answer && `, asked what they ${answer === 'likes' ? 'like' : 'dislike'}`} ·{' '}
          <a href={`#review-${review_id}`}>Link to this quote</a>
        </span>
      </footer>
    </blockquote>
  );
}

/** The address of a list with the same filters at a cursor, or at its start. */
function hrefOf(path: string, asked: Record<string, unknown>, cursor: string | null): string {
  const filters = Object.entries(asked).filter(([name]) => name !== 'cursor');
  const values = filters.flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)]));
  const query = new URLSearchParams(cursor === null ? values : [...values, ['cursor', cursor]]).toString();
  return query ? `${path}?${query}` : path;
}

/** Whether a month is in the range of dates by which the reviews are filtered. */
function isIn({ published_after: after, published_before: before }: Record<string, unknown>) {
  const [from, to] = [after, before].map((date) => (typeof date === 'string' ? date.slice(0, 7) : ''));
  return ({ month }: { month: string }): boolean => month >= (from ?? '') && (!to || month <= to);
}
