import type { VNode } from 'preact';
import type { ReportProgress } from '#market/pain-points/pain-points.service.js';
import type { Freshness } from '#market/pain-points/report-freshness.service.js';
import type { ReportComparison } from '#market/pain-points/report.comparison.js';
import type { Report as ProductReport } from '#market/pain-points/report.content.js';
import type { Competitors } from '#market/products/products.operations.js';
import type { PageContext } from './app-pages.js';
import { ShareBar } from './charts.page.js';
import { IfMay } from './if-may.page.js';
import { Form } from './parts.page.js';
import { Report } from './themes.page.js';

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
          <IfMay right="write">
            <Form
              action={`/products/${product.id}/${view.team.isFollowing ? 'unfollow' : 'follow'}`}
              csrfToken={context.csrfToken}
              className="inline"
            >
              <button type="submit">{view.team.isFollowing ? 'Unfollow' : 'Follow'}</button>
            </Form>
          </IfMay>
        )}
      </div>
      {product.description && <p>{product.description}</p>}
      {view.team && report.failure_message && (
        <p class="fault">The last report failed. {report.failure_message} Your credit is back.</p>
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
  if (!team?.isPaid) return <Preview report={report} isSignedIn={team !== null} />;
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
    <IfMay right="spend">
      <Form action={`/products/${report.product.id}/report`} csrfToken={context.csrfToken} className="row">
        <button class="primary" type="submit" disabled={isShort}>
          {`${generationLabel(report)} · ${team.price === 1 ? '1 credit' : `${team.price} credits`}`}
        </button>
        <span class="hint">
          {isShort ? `You have ${team.balance}.` : `${team.balance} left.`}{' '}
          {readingOf(count, report.generated_at === null ? null : changes)}
        </span>
      </Form>
    </IfMay>
  );
}

function generationLabel({ failure_message, generated_at }: ProductReport): string {
  if (failure_message) return 'Retry';
  return generated_at ? 'Refresh report' : 'Generate report';
}

/** What a visitor without a paid plan sees of the report, and where the rest is. */
function Preview({ report, isSignedIn }: { report: ProductReport; isSignedIn: boolean }): VNode {
  const { themes, total_themes } = report;
  return (
    <p class="notice">
      {report.generated_at && `Preview: ${themes.length} of ${total_themes} themes. `}
      Full reports come with a paid plan.
      {!isSignedIn && (
        <>
          {' '}
          Have one? <a href={`/login?next=/products/${report.product.id}`}>Log in</a>
        </>
      )}
    </p>
  );
}

/** A number of reviews in words. */
export const reviewsIn = (count: number): string =>
  count === 1 ? '1 review' : `${count.toLocaleString('en')} reviews`;

/** What a new report would read. `changes` is null if there is no report. */
function readingOf(count: number, changes: number | null): string {
  if (changes === null) return `It reads ${reviewsIn(count)}.`;
  return `It reads ${reviewsIn(count)}; ${changes} added, changed or removed since the last report.`;
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
