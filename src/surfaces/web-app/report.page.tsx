import type { VNode } from 'preact';
import type { Quote, Theme } from '#market/pain-points/pain-points.operations.js';
import type { ReportProgress } from '#market/pain-points/pain-points.service.js';
import type { Freshness } from '#market/pain-points/report-freshness.service.js';
import type { ReportComparison } from '#market/pain-points/report.comparison.js';
import type { Report as ProductReport } from '#market/pain-points/report.content.js';
import type { Competitors } from '#market/products/products.operations.js';
import type { PageContext } from './app-pages.js';
import { BarChart, ShareBar, TrendLine } from './charts.page.js';
import { Badge, Form, Time } from './parts.page.js';

export interface ProductPageView {
  report: ProductReport;
  competitors: Competitors;
  /** Null when the visitor can read fewer than two of the compared reports in full. */
  comparison: ReportComparison | null;
  progress: ReportProgress;
  /** Null for a visitor who is not logged in. */
  team: { price: number; balance: number; isPaid: boolean; isFollowing: boolean; freshness: Freshness } | null;
}

/** The page of one product: its report with charts and quotes, a comparison, and its competitors. */
export function ProductPage({ view, context }: { view: ProductPageView; context: PageContext }): VNode {
  const { report, competitors } = view;
  const { product } = report;
  return (
    <>
      <div class="split">
        <div>
          <h1>{product.name}</h1>
          <p class="quiet">{competitors.product.categories.join(', ')}</p>
        </div>
        {view.team && (
          <Form
            action={`/products/${product.id}/${view.team.isFollowing ? 'unfollow' : 'follow'}`}
            csrfToken={context.csrfToken}
            className="inline"
          >
            <button type="submit">{view.team.isFollowing ? 'Unfollow' : 'Follow'}</button>
          </Form>
        )}
      </div>
      {product.description && <p>{product.description}</p>}
      {report.failure_message && (
        <p class="notice">The last report failed. {report.failure_message} Its credit was refunded.</p>
      )}
      <Generation view={view} context={context} />
      {report.generated_at && <Report report={report} />}
      {view.team?.isPaid && (
        <p>
          <a href={`/app/opportunities?product_id=${product.id}`}>Opportunities about {product.name}</a>
        </p>
      )}
      {view.comparison && <Comparison comparison={view.comparison} />}
      <CompetitorTable competitors={competitors} />
    </>
  );
}

function Generation({ view, context }: { view: ProductPageView; context: PageContext }): VNode | null {
  const { report, progress, team } = view;
  if (progress.status === 'generating') {
    return (
      <section class="card" data-progress={`/products/${report.product.id}/progress`} aria-live="polite">
        <h2>The report is being generated</h2>
        <progress max={100} value={progress.progress} aria-label="Progress of the report" />
        <p class="quiet">It appears on this page when it is ready.</p>
      </section>
    );
  }
  if (!team) {
    return (
      <p class="notice">
        This is a preview. <a href="/signup">Sign up</a> to see every theme, quote and trend.
      </p>
    );
  }
  if (!team.isPaid) return <p class="notice">This is a preview. Full reports come with a paid plan.</p>;
  const { reviews_count: count, reviews_since_report: changes } = report.product;
  if (count === 0) return <p class="notice">There are no reviews of this product yet, so a report would be empty.</p>;
  if (team.freshness === 'current') {
    return (
      <p class="notice">
        The report is up to date. The product has {reviewsIn(count)}, and none has changed since the report.
      </p>
    );
  }
  const isShort = team.balance < team.price;
  return (
    <Form action={`/products/${report.product.id}/report`} csrfToken={context.csrfToken} className="row">
      <button class="primary" type="submit" disabled={isShort}>
        {report.generated_at ? 'Generate a new report' : 'Generate the report'}
      </button>
      <span class="hint">
        {isShort
          ? `A report costs ${team.price} credits. You have ${team.balance}.`
          : `This costs ${team.price} of your ${team.balance} credits.`}{' '}
        {readingOf(count, report.generated_at === null ? null : changes)}
      </span>
    </Form>
  );
}

/** A number of reviews in words. */
export const reviewsIn = (count: number): string => (count === 1 ? '1 review' : `${count} reviews`);

/** What a new report would read. `changes` is null if there is no report. */
function readingOf(count: number, changes: number | null): string {
  if (changes === null) return `It reads ${reviewsIn(count)}.`;
  return `It reads ${reviewsIn(count)}; ${changes} added, changed or removed since the last report.`;
}

function Report({ report }: { report: ProductReport }): VNode {
  const { themes, total_themes, summary, metadata, generated_at } = report;
  const figures = new Map(metadata?.themes.map((theme) => [theme.category_name, theme]));
  return (
    <section>
      <h2>Pain points</h2>
      <p>{summary}</p>
      <p class="quiet">
        As of <Time at={generated_at} minutes />
        {metadata && `, from ${metadata.reviews_read} reviews`}.
      </p>
      {themes.length > 0 && (
        <>
          <BarChart
            title="Mentions by theme"
            unit="Mentions"
            bars={themes.map(({ category_name, total_mentions, impactLevel }) => ({
              label: category_name,
              value: total_mentions,
              calm: impactLevel === 'low',
            }))}
          />
          <p class="quiet">Red: high or medium impact. Green: low impact.</p>
        </>
      )}
      <div class="themes">
        {themes.map((theme) => (
          <ThemeCard
            key={theme.category_name}
            theme={theme}
            months={figures.get(theme.category_name)?.mentions_by_month}
          />
        ))}
      </div>
      {themes.length < total_themes && (
        <p class="quiet">More themes in the full report: {total_themes - themes.length}</p>
      )}
      {metadata?.notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
    </section>
  );
}

const TREND_TONES = { trending: 'bad', emerging: 'wait', declining: 'good' } as const;

function ThemeCard({ theme, months }: { theme: Theme; months?: { month: string; mentions: number }[] }): VNode {
  const { category_name, trend, total_mentions, business_impact, quotes } = theme;
  return (
    <article class="card">
      <div class="split">
        <h3>{category_name}</h3>
        <Badge tone={TREND_TONES[trend as keyof typeof TREND_TONES]}>{trend}</Badge>
      </div>
      <p class="quiet">
        {total_mentions === 1 ? '1 mention' : `${total_mentions} mentions`}. Impact: {business_impact}.
      </p>
      {months && <TrendLine title={`${category_name}: mentions by month`} months={months} />}
      {quotes.map((quote) => (
        <QuoteBlock key={quote.quote_text} quote={quote} />
      ))}
    </article>
  );
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
        {review_date && (
          <>
            , <Time at={review_date} />
          </>
        )}
      </footer>
    </blockquote>
  );
}

/** Complaints by category for each product. All bars share one scale. */
function Comparison({ comparison: { products, categories } }: { comparison: ReportComparison }): VNode {
  const most = Math.max(...categories.flatMap(({ perHundred }) => perHundred));
  return (
    <section>
      <h2>Comparison</h2>
      <p class="quiet">Mentions per 100 reviews read. A dash means that there were too few mentions for a theme.</p>
      <table class="wide compared">
        <thead>
          <tr>
            <th scope="col">Complaints about</th>
            {products.map(({ id, name, reviewsRead }) => (
              <th scope="col" key={id}>
                <a href={`/products/${id}`}>{name}</a>
                <span class="quiet"> {reviewsRead} reviews</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map(({ name, perHundred }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {perHundred.map((value, index) => (
                <td key={products[index]?.id} data-label={products[index]?.name}>
                  {value === 0 ? '–' : <ShareBar value={value} most={most} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CompetitorTable({ competitors: { competitors } }: { competitors: Competitors }): VNode {
  if (competitors.length === 0) return <p class="quiet">No other product shares a category with this one.</p>;
  return (
    <section>
      <h2>Alternatives, most reviewed first</h2>
      <table class="wide">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Shared categories</th>
            <th scope="col">Main pain point</th>
          </tr>
        </thead>
        <tbody>
          {competitors.map((competitor) => (
            <tr key={competitor.id}>
              <td>
                <a href={`/products/${competitor.id}`}>{competitor.name}</a>
              </td>
              <td data-label="Shared categories">{competitor.shared_categories.join(', ')}</td>
              <td data-label="Main pain point">{competitor.pain_headline ?? 'no report yet'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
