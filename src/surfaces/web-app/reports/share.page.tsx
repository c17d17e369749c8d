import type { VNode } from 'preact';
import type { ReportCover } from '#market/report-insights/report-cover.operations.js';
import { type ListedShare, SHARE_DAYS, type SharedReport } from '#market/report-insights/report-shares.service.js';
import type { Report as ProductReport } from '#market/report-reading/report.content.js';
import { Logo } from '../parts/avatar.page.js';
import { ConfirmedForm, CopyButton, Form, IfMay, InPages, Notice, Table, Time } from '../parts/parts.page.js';
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
}

/** Makes links to the report, and ends them. */
export function ShareCard({ productId, shares }: ShareCardProps): VNode {
  return (
    <details id="share" class="card share-card screen-only" open={shares.length > 0}>
      <summary>Share or print this report</summary>
      <IfMay right="write">
        <p class="quiet">
          A link shows this report to anyone who has it, without a login, until it expires or you end it. A newer report
          is not shown.
        </p>
        <Form action={`/products/${productId}/share`} className="row">
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
          {(shown) => <ShareTable shares={shown} />}
        </InPages>
      )}
    </details>
  );
}

function ShareTable({ shares }: Omit<ShareCardProps, 'productId'>): VNode {
  return (
    <Table columns={['Report of', 'Made by', 'Expires', 'Actions']} caption="Links that work" isQuiet>
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
              <ConfirmedForm action={`/app/shares/${id}/end`} word="End">
                End the link
              </ConfirmedForm>
            </IfMay>
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** A report as a link shows it: nothing of the team, and nothing that leads into the app. */
export function SharedReportPage({
  shared: { report, expiresAt },
  cover,
}: {
  shared: SharedReport;
  cover: ReportCover;
}): VNode {
  return (
    <>
      <ProductTitle report={report} />
      <p class="hint screen-only">
        A report that was shared with you. The link works until <Time at={expiresAt} />.{' '}
        <button class="plain" type="button" data-print hidden>
          Print
        </button>
      </p>
      <Report report={report} cover={cover} isShared />
    </>
  );
}

/** The name of a product, what it is, and what it does. Each category leads to its products. */
export function ProductTitle({
  report: { product },
  categories = [],
}: {
  report: ProductReport;
  categories?: string[];
}): VNode {
  return (
    <div class="title report-title">
      <Logo name={product.name} isLarge />
      <div>
        <h1 dir="auto">{product.name}</h1>
        <p class="quiet">
          {categories.map((category, index) => (
            <>
              {index > 0 && ', '}
              <a href={`/products?${new URLSearchParams({ category })}`}>{category}</a>
            </>
          ))}
          {categories.length > 0 && product.description && ' · '}
          <span dir="auto">{product.description}</span>
        </p>
      </div>
    </div>
  );
}
