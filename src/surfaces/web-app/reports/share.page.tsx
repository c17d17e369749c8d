import type { VNode } from 'preact';
import { type ListedShare, SHARE_DAYS, type SharedReport } from '#market/report-insights/report-shares.service.js';
import { ConfirmedForm } from '../parts/confirmed-form.page.js';
import { IfMay } from '../parts/if-may.page.js';
import { InPages } from '../parts/in-pages.page.js';
import { CopyButton, Form, Notice, Time } from '../parts/parts.page.js';
import { ProductTitle } from './product-title.page.js';
import { Report } from './themes.page.js';

const SHARES_OF_PAGE = 5;

/** A new link, which is shown once. */
export function NewShare({ link }: { link: string }): VNode {
  return (
    <Notice>
      <p>Anyone with this link can read this report. It is shown only now.</p>
      <p class="share-link">
        <code id="share-link">{link}</code> <CopyButton source="share-link">Copy</CopyButton>
      </p>
    </Notice>
  );
}

interface ShareCardProps {
  productId: string;
  shares: ListedShare[];
  csrfToken: string;
}

/** Makes links to the report, and ends them. */
export function ShareCard({ productId, shares, csrfToken }: ShareCardProps): VNode {
  return (
    <details class="card share-card screen-only" open={shares.length > 0}>
      <summary>Share or print this report</summary>
      <IfMay right="write">
        <p class="quiet">
          A link shows this report to anyone who has it, without a login, until it expires or you end it. A newer report
          is not shown.
        </p>
        <Form action={`/products/${productId}/share`} csrfToken={csrfToken} className="row">
          <label>
            The link works for
            <select name="days">
              {SHARE_DAYS.map((days) => (
                <option key={days} value={days} selected={days === 30}>{`${days} days`}</option>
              ))}
            </select>
          </label>
          <button type="submit">Create a link</button>
          <button type="button" data-print hidden>
            Print
          </button>
        </Form>
      </IfMay>
      {shares.length > 0 && (
        <InPages all={shares} size={SHARES_OF_PAGE}>
          {(shown) => <ShareTable shares={shown} csrfToken={csrfToken} />}
        </InPages>
      )}
    </details>
  );
}

function ShareTable({ shares, csrfToken }: Omit<ShareCardProps, 'productId'>): VNode {
  return (
    <table class="wide">
      <caption class="quiet">Links that work</caption>
      <thead>
        <tr>
          <th scope="col">Report of</th>
          <th scope="col">Made by</th>
          <th scope="col">Expires</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ id, generated_at, created_by, expires_at }) => (
          <tr key={id}>
            <td>
              <Time at={generated_at} minutes />
            </td>
            <td data-label="Made by">{created_by ?? 'unknown'}</td>
            <td data-label="Expires">
              <Time at={expires_at} minutes />
            </td>
            <td>
              <IfMay right="write">
                <ConfirmedForm action={`/app/shares/${id}/end`} csrfToken={csrfToken} word="End">
                  End the link
                </ConfirmedForm>
              </IfMay>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A report as a link shows it: nothing of the team, and nothing that leads into the app. */
export function SharedReportPage({ shared: { report, expiresAt } }: { shared: SharedReport }): VNode {
  return (
    <>
      <ProductTitle report={report} />
      <p class="hint screen-only">
        A report that was shared with you. The link works until <Time at={expiresAt} />.{' '}
        <button class="plain" type="button" data-print hidden>
          Print
        </button>
      </p>
      <Report report={report} comparison={null} isShared />
    </>
  );
}
