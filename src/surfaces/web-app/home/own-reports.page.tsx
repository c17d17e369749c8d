import type { VNode } from 'preact';
import type { BoughtReport } from '#workspace/home/home.service.js';
import { Form, IfMay, Time } from '../parts/parts.page.js';
import { ProductRow } from './product-row.page.js';

/** The last reports that the team has bought on products that it does not follow. Null without any. */
export function OwnReports({ reports }: { reports: readonly BoughtReport[] }): VNode | null {
  if (reports.length === 0) return null;
  return (
    <section class="card">
      <h2>Reports on products you do not follow</h2>
      <ul class="home-list followed">
        {reports.map((report) => (
          <ProductRow
            key={report.id}
            product={report}
            about={
              <p class="small quiet">
                Report of <Time at={report.report_generated_at} />
              </p>
            }
          >
            <IfMay right="write">
              <Form action={`/products/${report.id}/follow`} className="inline">
                <button type="submit">
                  Follow<span class="unseen"> {report.name}</span>
                </button>
              </Form>
            </IfMay>
          </ProductRow>
        ))}
      </ul>
    </section>
  );
}
