import type { VNode } from 'preact';
import type { Env } from '#config/env.js';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { ProductView } from '#market/products/products.operations.js';
import type { Report as ProductReport } from '#market/report-reading/report.content.js';
import type { ReviewDates } from '#market/report-reading/review-coverage.service.js';
import { RowBar } from '../charts/small-marks.page.js';
import { Logo } from '../parts/avatar.page.js';
import { CopyButton } from '../parts/parts.page.js';
import { percentOf } from '../reports/change.words.js';
import { Verdict } from '../reports/cover.page.js';
import { ProductCards } from '../reports/products.page.js';
import { intervalOf, QuoteBlock } from '../reports/theme-parts.page.js';
import { PlanTable } from '../settings/settings-plan.page.js';

interface WelcomeProps {
  products: ProductView[];
  /** The dates of their reviews, by id of the product. */
  dates: ReadonlyMap<string, ReviewDates>;
  /** The preview of one report. Null if no product on the page has one. */
  report: ProductReport | null;
  /** What anyone may read of the cover of the report. */
  cover: ReportCover | null;
  env: Pick<
    Env,
    'PUBLIC_URL' | 'plans' | 'PLAN_PRICES' | 'CONTACT_EMAIL' | 'RATE_LIMIT_WINDOW_SECONDS' | 'WELCOME_CREDITS'
  >;
}

/** The home page of a visitor who is not logged in: the promise and a real report, then what it is for and what it costs. */
export function Welcome({ products, dates, report, cover, env }: WelcomeProps): VNode {
  return (
    <div class="front">
      <div class="hero">
        <div>
          <h1>Know what your competitors’ users dislike</h1>
          <p class="lead">
            Qualm reads what users write about a product and shows what bothers them, since when, in their own words,
            and who is looking for something else.
          </p>
          <form class="ask" method="get" action="/products" role="search">
            <input
              type="search"
              name="query"
              aria-label="Product name"
              placeholder="Which product do you compete with?"
              maxLength={200}
            />
            <button class="primary" type="submit">
              Show me
            </button>
          </form>
          <Tries products={products} />
        </div>
        {report && cover && <Example report={report} cover={cover} />}
      </div>
      <Proofs cover={cover} />
      <Jobs env={env} />
      <h2>Most reviewed products</h2>
      <ProductCards products={products} dates={dates} isMember={false} />
      <h2 id="plans">Plans</h2>
      <PlanTable env={env} />
      <p class="quiet">
        A credit buys a report, a pitch or a contact. What is not found, and a report that would say nothing new, costs
        nothing.
      </p>
      <footer class="site-foot">
        <a href="/products">Products</a>
        <a href="#plans">{env.PLAN_PRICES ? 'Prices' : 'Plans'}</a>
        <a href="/docs">API reference</a>
        <a href="/privacy">Remove what I wrote</a>
        <span class="end">Made without trackers</span>
      </footer>
    </div>
  );
}

const TRIED = 3;

function Tries({ products }: { products: readonly ProductView[] }): VNode | null {
  if (products.length === 0) return null;
  return (
    <p class="small tries">
      Try{' '}
      {products.slice(0, TRIED).map(({ id, name }, at) => (
        <>
          {at > 0 && ', '}
          <a href={`/products/${id}`} dir="auto">
            {name}
          </a>
        </>
      ))}
    </p>
  );
}

/** The beginning of a report of this instance. */
function Example({ report, cover }: { report: ProductReport; cover: ReportCover }): VNode {
  const { product, themes } = report;
  const most = Math.max(...themes.map(({ share }) => share));
  const [first] = themes.flatMap(({ quotes }) => quotes);
  return (
    <section class="shot" aria-label={`The beginning of the report on ${product.name}`}>
      <p class="title">
        <Logo name={product.name} />
        <b dir="auto">{product.name}</b>
        <span class="small faint">{`${(cover.figures?.texts_read ?? 0).toLocaleString('en')} texts read`}</span>
      </p>
      <Verdict cover={cover} />
      <ul>
        {themes.map(({ theme_id, category_name, category, share, share_low, share_high }) => (
          <li key={theme_id} class="mini">
            <span>
              <b dir="auto">{category_name}</b>
              <br />
              <span class="small faint">{category}</span>
            </span>
            <RowBar value={share} most={most} tone="up" />
            <span>
              <b>{percentOf(share)}</b> <span class="small faint">{intervalOf({ share, share_low, share_high })}</span>
            </span>
          </li>
        ))}
      </ul>
      {first && <QuoteBlock quote={first} />}
      <p>
        <a href={`/products/${product.id}`}>{`Read the report on ${product.name}`}</a>
      </p>
    </section>
  );
}

function Proofs({ cover }: { cover: ReportCover | null }): VNode {
  const figures = cover?.figures;
  return (
    <div class="proof">
      {figures && (
        <p>
          <b>{`${figures.texts_with_problem.toLocaleString('en')} of ${figures.texts_read.toLocaleString('en')}`}</b>
          texts of this example name a problem
        </p>
      )}
      <p>
        <b>Every number opens</b>
        the sentences that it counts, with date, site and link
      </p>
      <p>
        <b>± on every share</b>
        and no alarm without a test that chance would rarely pass
      </p>
    </div>
  );
}

function Jobs({ env }: { env: WelcomeProps['env'] }): VNode {
  const curl = `curl '${env.PUBLIC_URL}/api/v1/products?query=a&page_size=3'`;
  return (
    <>
      <h2>How it works</h2>
      <div class="jobs">
        <div>
          <h3>Decide what to build</h3>
          <p>
            Find the product that you compete with, and read what its reviewers complain about most, against its
            competitors, before and after each release.
          </p>
        </div>
        <div>
          <h3>Talk to people who are looking</h3>
          <p>
            People who say they are leaving a product, or want another, become opportunities; those you can reach come
            first. Draft a pitch from their own words.
          </p>
        </div>
        <div>
          <h3>Use the API</h3>
          <p>Everything is in an API, in signed webhooks, and in a server for assistants. Searches need no key.</p>
          <pre tabIndex={0} aria-label="A first call">
            <code id="first-curl">{curl}</code>
          </pre>
          <p>
            <CopyButton source="first-curl">Copy</CopyButton> <a href="/docs">Read the reference</a>
          </p>
        </div>
      </div>
    </>
  );
}
