import type { VNode } from 'preact';
import type { BoughtReport } from '#workspace/home/home.service.js';
import { Logo } from '../parts/avatar.page.js';
import { Form, IfMay, Time } from '../parts/parts.page.js';

/** The last reports that the team has bought on products that it does not follow. Null without any. */
export function OwnReports({ reports }: { reports: readonly BoughtReport[] }): VNode | null {
  if (reports.length === 0) return null;
  return (
    <section class="card">
      <h2>Reports on products you do not follow</h2>
      <ul class="home-list followed">
        {reports.map(({ id, name, report_generated_at: at }) => (
          <li key={id}>
            <Logo name={name} />
            <div>
              <h3>
                <a href={`/products/${id}`} dir="auto">
                  {name}
                </a>
              </h3>
              <p class="small quiet">
                Report of <Time at={at} />
              </p>
            </div>
            <IfMay right="write">
              <Form action={`/products/${id}/follow`} className="inline">
                <button type="submit">
                  Follow<span class="unseen"> {name}</span>
                </button>
              </Form>
            </IfMay>
          </li>
        ))}
      </ul>
    </section>
  );
}
