import type { VNode } from 'preact';
import type { ReportSummary } from '#market/report-insights/report-history.operations.js';
import type { Report as ProductReport } from '#market/report-reading/report.content.js';
import { Icon } from '#platform/pages/icon.page.js';
import { Time } from '../parts/parts.page.js';
import { coverIn } from './cover.view.js';
import { ProductTitle } from './share.page.js';
import type { ThemeOrder } from './theme-orders.page.js';
import { Report } from './themes.page.js';

interface EarlierReportProps {
  report: ProductReport;
  newest: ReportSummary;
  order: ThemeOrder;
}

/** A report that a newer one has replaced, as it was. Its themes lead nowhere: the mentions are those of the newest. */
export function EarlierReportPage({ report, newest, order }: EarlierReportProps): VNode {
  const { product, generated_at } = report;
  return (
    <>
      <nav class="crumbs screen-only" aria-label="Where this page is">
        <a href={`/products/${product.id}`} dir="auto">
          {product.name}
        </a>
        <Icon name="right" />
        <a href={`/app/products/${product.id}/reports`}>Earlier reports</a>
      </nav>
      <div class="head">
        <ProductTitle report={report} />
      </div>
      <p class="notice">
        Report of <Time at={generated_at} minutes />; <a href={`/products/${product.id}`}>the newest</a> is of{' '}
        <Time at={newest.generated_at} minutes />.
      </p>
      <Report report={report} cover={coverIn(report)} order={order} isShared />
    </>
  );
}
