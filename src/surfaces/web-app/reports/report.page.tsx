import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { Competitors } from '#market/products/products.operations.js';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { ListedShare } from '#market/report-insights/report-shares.service.js';
import type { Standing } from '#market/report-insights/standing.operations.js';
import type { Switching, SwitchingProductCount } from '#market/report-insights/switching.operations.js';
import type { ReportProgress } from '#market/report-reading/pain-points.service.js';
import type { ReportComparison } from '#market/report-reading/report.comparison.js';
import type { Report as ProductReport } from '#market/report-reading/report.content.js';
import type { ReviewCoverage } from '#market/report-reading/review-coverage.service.js';
import type { Freshness } from '#market/reports/report-freshness.service.js';
import { Icon } from '#platform/pages/icon.page.js';
import { counted } from '#platform/text/counted.text.js';
import { DownloadLink } from '../parts/download-link.page.js';
import { RowBar } from '../charts/small-marks.page.js';
import { useFlash } from '../parts/page-context.js';
import { Form, IfMay } from '../parts/parts.page.js';
import { Comparison, CompetitorTable } from './comparison.page.js';
import { coveredReviewsIn } from './review-coverage.text.js';
import { NewShare, ProductTitle, ShareCard } from './share.page.js';
import type { ThemeOrder } from './theme-orders.page.js';
import { QuoteBlock } from './theme-parts.page.js';
import { Report } from './themes.page.js';

export interface ProductPageView {
  report: ProductReport;
  cover: ReportCover;
  /** The order of the themes. */
  order: ThemeOrder;
  competitors: Competitors;
  /** Null when the visitor can read fewer than two of the compared reports in full. */
  comparison: ReportComparison | null;
  /** Null for a visitor who sees the taste. */
  switching: Switching | null;
  /** Null for a visitor who sees the taste. */
  standing: Standing | null;
  progress: ReportProgress;
  /** The reviews that a report would read. */
  coverage: ReviewCoverage;
  /** Null for a visitor who is not logged in. */
  team: {
    price: number;
    balance: number;
    /** Credits with which a team without a paid plan can read a report in full. */
    welcomeCredits: number;
    /** Whether the reader gets a report free by confirming their address. */
    awaitsWelcome: boolean;
    isPaid: boolean;
    isFollowing: boolean;
    freshness: Freshness;
    /** The links to reports of the product that work. */
    shares: ListedShare[];
  } | null;
}

/** The page of one product: its report with charts and quotes, a comparison, and its competitors. */
export function ProductPage({ view }: { view: ProductPageView }): VNode {
  const { report, competitors, team } = view;
  const { product } = report;
  const link = useFlash('share');
  return (
    <>
      <Crumbs view={view} />
      <div class="head">
        <ProductTitle report={report} categories={competitors.product.categories} />
        {team && (
          <div class="actions screen-only">
            <IfMay right="write">
              <Form action={`/products/${product.id}/${team.isFollowing ? 'unfollow' : 'follow'}`} className="inline">
                <button type="submit">{team.isFollowing ? 'Unfollow' : 'Follow'}</button>
              </Form>
            </IfMay>
            {team.isPaid && report.metadata && (
              <a class="button" href={`/products/${product.id}/battle-card`}>
                Battle card
              </a>
            )}
            {team.isPaid && report.metadata && (
              <a class="button" href="#share">
                <Icon name="share" /> Share
              </a>
            )}
          </div>
        )}
      </div>
      {link && <NewShare link={link} />}
      {team && report.failure_message && (
        <p class="fault">The last report failed. {report.failure_message} A credit that it cost is refunded.</p>
      )}
      <Generation view={view} />
      {team?.isPaid && report.generated_at && <ReportTabs report={report} />}
      {report.generated_at && <Report report={report} cover={view.cover} standing={view.standing} order={view.order} />}
      {view.comparison && <Comparison comparison={view.comparison} />}
      {view.switching && <SwitchingSection switching={view.switching} />}
      {report.metadata && team?.isPaid && <ShareCard productId={product.id} shares={team.shares} />}
      {team?.isPaid && report.generated_at && (
        <p class="screen-only">
          <DownloadLink file={`reports/${product.id}.csv`}>Download the reports as CSV</DownloadLink>
        </p>
      )}
      <CompetitorTable competitors={competitors} />
    </>
  );
}

function Crumbs({ view: { report, competitors } }: { view: ProductPageView }): VNode {
  const [category] = competitors.product.categories;
  return (
    <nav class="crumbs screen-only" aria-label="Where this page is">
      <a href="/products">Products</a>
      <Icon name="right" />
      {category && (
        <>
          <a href={`/products?${new URLSearchParams({ category })}`}>{category}</a>
          <Icon name="right" />
        </>
      )}
      <span dir="auto">{report.product.name}</span>
    </nav>
  );
}

/** The pages around a report. */
function ReportTabs({ report: { product, total_themes } }: { report: ProductReport }): VNode {
  const tabs = [
    [`/products/${product.id}`, 'Overview'],
    ['?themes=1', counted(total_themes, 'theme')],
    [`/app/compare?ids=${product.id}`, 'Versus competitors'],
    [`/app/products/${product.id}/reports`, 'Earlier reports'],
    [`/app/opportunities?product_id=${product.id}`, 'People'],
  ] as const;
  return (
    <nav class="page-tabs screen-only" aria-label="About the product">
      {tabs.map(([href, label], at) => (
        <a key={href} href={href} aria-current={at === 0 ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function Generation({ view }: { view: ProductPageView }): VNode | null {
  const { report, progress, coverage, team } = view;
  if (progress.status === 'generating') {
    return (
      <section class="card" data-progress={`/products/${report.product.id}/progress`} aria-live="polite">
        <h2>The report is being generated</h2>
        <progress max={100} value={progress.progress} aria-label="Progress of the report" />
        <p class="quiet">
          <span data-read="">{readSoFar(progress)}</span> It appears on this page when it is ready.
        </p>
        <FoundSoFar themes={progress.themes} />
      </section>
    );
  }
  const { reviews_count: count, reviews_since_report: changes } = report.product;
  const covered = coveredReviewsIn(count, coverage);
  if (!team?.isPaid) {
    if (report.metadata) return null;
    const offer = team !== null && team.welcomeCredits >= team.price && count > 0;
    return offer ? (
      <FirstReport report={report} covered={covered} />
    ) : (
      <Preview {...{ report, covered }} isSignedIn={team !== null} isFree={team?.awaitsWelcome && count > 0} />
    );
  }
  if (count === 0) return <p class="notice">There are no reviews of this product yet, so a report would be empty.</p>;
  if (team.freshness === 'current') {
    return (
      <p class="hint screen-only">
        The report is up to date. The product has {covered}. None has changed since the report.
      </p>
    );
  }
  const isShort = team.balance < team.price;
  return (
    <IfMay right="spend">
      <Form action={`/products/${report.product.id}/report`} className="row">
        <button class={report.generated_at ? undefined : 'primary'} type="submit" disabled={isShort}>
          {`${generationLabel(report)} · ${creditsInWords(team.price)}`}
        </button>
        <span class="hint">
          {isShort ? `You have ${team.balance}.` : `${team.balance.toLocaleString('en')} left.`}{' '}
          {readingOf(covered, report.generated_at === null ? null : changes)}
        </span>
      </Form>
    </IfMay>
  );
}

/** The progress of a report; empty before its run begins. */
const readSoFar = ({ reviews_read: read, reviews_total: total }: ReportProgress): string =>
  total ? `${(read ?? 0).toLocaleString('en')} of ${counted(total, 'review')} read.` : '';

/** The themes of a report in the making, with the reviews that name them. The script of the page fills the list, too. */
function FoundSoFar({ themes }: Pick<ReportProgress, 'themes'>): VNode {
  const most = Math.max(...themes.map(({ mentions }) => mentions));
  return (
    <div data-found="" aria-live="off" hidden={themes.length === 0}>
      <h3>Found so far</h3>
      <ol class="so-far">
        {themes.map(({ name, mentions }) => (
          <li key={name}>
            <span dir="auto">{name}</span>
            <progress max={most} value={mentions} aria-hidden="true" />
            <b>{mentions.toLocaleString('en')}</b>
          </li>
        ))}
      </ol>
    </div>
  );
}

function generationLabel({ failure_message, generated_at }: ProductReport): string {
  if (failure_message) return 'Retry';
  return generated_at ? 'Refresh report' : 'Generate report';
}

/** The offer of the free report of a new team, on the product that it chooses. */
function FirstReport({ report, covered }: { report: ProductReport; covered: string }): VNode {
  const { themes, total_themes, product } = report;
  return (
    <section class="card">
      <h2>Your first report is free</h2>
      <p>
        The product has {covered}
        {report.generated_at ? `; you see ${themes.length} of ${total_themes} themes. ` : ', but no report yet. '}
        Choose the product that matters most to you: the welcome credit of your team pays for one.
      </p>
      <IfMay right="spend">
        <Form action={`/products/${product.id}/welcome-report`} className="inline">
          <button class="primary" type="submit">
            {report.generated_at ? 'Read this report in full' : 'Generate this report'}
          </button>
        </Form>
      </IfMay>
    </section>
  );
}

interface PreviewProps {
  report: ProductReport;
  covered: string;
  isSignedIn: boolean;
  /** Whether the reader gets the report free by confirming their address. */
  isFree?: boolean;
}

/** The preview for visitors without a paid plan, with the way to the full report. */
function Preview(props: PreviewProps): VNode {
  const { report, covered, isSignedIn, isFree } = props;
  const { themes, total_themes } = report;
  return (
    <p class="notice">
      The product has {covered}
      {report.generated_at ? `. Preview: ${themes.length} of ${total_themes} themes. ` : ', but no report yet. '}
      {isFree ? (
        <>
          <a href="/app/settings/security">Confirm your email address</a> and read the report on this product free.
        </>
      ) : (
        <>
          Full reports come with a paid plan.{' '}
          <a href={isSignedIn ? '/app/settings/plan' : '/#plans'}>Compare the plans</a>
        </>
      )}
      {!isSignedIn && (
        <>
          . Have one? <a href={`/login?next=/products/${report.product.id}`}>Log in</a>
        </>
      )}
    </p>
  );
}

/** The reviews that a new report would read. `changes` is null if there is no report. */
function readingOf(covered: string, changes: number | null): string {
  if (changes === null) return `It reads ${covered}.`;
  return `It reads ${covered}; ${changes.toLocaleString('en')} added, changed or removed since the last report.`;
}

/** The most products of each list, and sentences of each product: the page stays under 60 kB. */
const MAX_PRODUCTS = 5;
const MAX_SENTENCES = 1;

/** Which products people left for, and came from. Null without any. */
function SwitchingSection({ switching }: { switching: Switching }): VNode | null {
  const { came_from, leaves_for } = switching;
  if (came_from.length + leaves_for.length === 0) return null;
  return (
    <section class="switching">
      <SwitchingList title="Lost to" counts={leaves_for} />
      <SwitchingList title="Won from" counts={came_from} />
    </section>
  );
}

function SwitchingList({ title, counts }: { title: string; counts: readonly SwitchingProductCount[] }): VNode | null {
  if (counts.length === 0) return null;
  const most = Math.max(...counts.map(({ reviews }) => reviews));
  return (
    <div>
      <h2>{title}</h2>
      {counts.slice(0, MAX_PRODUCTS).map(({ product, reviews, evidence }) => (
        <details key={product.id} class="switch">
          <summary>
            <bdi>{product.name}</bdi> <RowBar value={reviews} most={most} tone={title === 'Lost to' ? 'g1' : 'g2'} />
            <span>
              {reviews.toLocaleString('en')}
              <span class="unseen">{reviews === 1 ? ' review' : ' reviews'}</span>
            </span>
          </summary>
          {evidence.slice(0, MAX_SENTENCES).map((quote) => (
            <QuoteBlock key={quote.quote_text} quote={quote} />
          ))}
          <p>
            <a href={`/products/${product.id}`}>
              What reviewers say about <bdi>{product.name}</bdi>
            </a>
          </p>
        </details>
      ))}
    </div>
  );
}
