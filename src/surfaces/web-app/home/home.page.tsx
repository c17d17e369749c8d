import type { VNode } from 'preact';
import type { Env } from '#config/env.js';
import type { ProductView } from '#market/products/products.operations.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import type { Report as ProductReport } from '#market/report-reading/report.content.js';
import type { ReviewDates } from '#market/report-reading/review-coverage.service.js';
import { CopyButton } from '../parts/parts.page.js';
import { ProductCards, SearchForm } from '../reports/products.page.js';
import { Report } from '../reports/themes.page.js';
import { PlanTable } from '../settings/settings-plan.page.js';

interface WelcomeProps {
  products: ProductView[];
  /** The dates of their reviews, by id of the product. */
  dates: ReadonlyMap<string, ReviewDates>;
  /** The preview of one report, then those of its competitors. Empty if no product on the page has one. */
  previews: ProductReport[];
  env: Pick<Env, 'PUBLIC_URL' | 'plans' | 'PLAN_PRICES' | 'CONTACT_EMAIL' | 'RATE_LIMIT_WINDOW_SECONDS'>;
}

/** The home page of a visitor who is not logged in. */
export function Welcome({ products, dates, previews, env }: WelcomeProps): VNode {
  const curl = `curl '${env.PUBLIC_URL}/api/v1/products?query=a&page_size=3'`;
  return (
    <>
      <h1>Know what your competitors’ users dislike</h1>
      <p>
        Qualm reads software reviews and posts. It finds the pain points, quotes the people who describe them, and shows
        you who is looking for an alternative.
      </p>
      <SearchForm query="" />
      <Sample previews={previews} />
      <HowItWorks />
      <h2>Most reviewed products</h2>
      <ProductCards products={products} dates={dates} isMember={false} />
      <Plans env={env} />
      <h2>Use the API</h2>
      <p>
        You need no key to search for products, preview their reports and list competitors. Everything else comes with a
        paid plan.
      </p>
      <pre tabIndex={0} aria-label="A first call">
        <code id="first-curl">{curl}</code>
      </pre>
      <p>
        <CopyButton source="first-curl">Copy</CopyButton> <a href="/docs">API reference</a>
      </p>
    </>
  );
}

function HowItWorks(): VNode {
  return (
    <>
      <h2>How it works</h2>
      <ol>
        <li>Find the product that you compete with, and read what its reviewers complain about most.</li>
        <li>Follow it. New reviews and posts that signal a buying need appear among your opportunities.</li>
        <li>Unlock the contact behind an opportunity, and draft a pitch from the person’s own words.</li>
      </ol>
    </>
  );
}

function Sample({ previews }: { previews: readonly ProductReport[] }): VNode | null {
  const [report] = previews;
  if (!report) return null;
  return (
    <>
      <h2>What a report says</h2>
      <p>
        The beginning of the report on <a href={`/products/${report.product.id}`}>{report.product.name}</a>:
      </p>
      <Report report={report} comparison={comparePreviews(previews)} />
    </>
  );
}

function Plans({ env }: { env: WelcomeProps['env'] }): VNode {
  return (
    <>
      <h2 id="plans">Plans</h2>
      <p>
        A credit buys a report, a pitch or a contact. What is not found, and a report that would say nothing new, costs
        nothing.
      </p>
      <PlanTable env={env} />
    </>
  );
}

/** The previews of several reports beside each other, without categories that no preview has. Null with fewer than two. */
export function comparePreviews(previews: readonly ProductReport[]): ReportComparison | null {
  if (previews.length < 2) return null;
  const shares = previews.map(({ themes }) => {
    const byCategory = new Map<string, number>();
    for (const { category, share } of themes) byCategory.set(category, (byCategory.get(category) ?? 0) + share);
    return byCategory;
  });
  const categories = [...new Set(shares.flatMap((each) => [...each.keys()]))].map((name) => ({
    name,
    perHundred: shares.map((each) => 100 * (each.get(name) ?? 0)),
  }));
  return {
    products: previews.map(({ product: { id, name, reviews_count } }) => ({ id, name, reviewsRead: reviews_count })),
    categories: categories.sort((one, other) => (other.perHundred[0] ?? 0) - (one.perHundred[0] ?? 0)),
  };
}
