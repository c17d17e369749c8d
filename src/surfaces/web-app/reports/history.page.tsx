import type { VNode } from 'preact';
import type {
  ChangeKind,
  ReportDifference,
  ReportSummary,
  ThemeDifference,
  ThemeState,
} from '#market/report-insights/report-history.operations.js';
import type { Page } from '#platform/operations/operation.result.js';
import { dayText } from '#platform/text/day.text.js';
import { Select } from '../parts/fields.page.js';
import { Badge, BeyondLastPage, minuteText, Pager, Table, Time } from '../parts/parts.page.js';
import { RowBar } from '../charts/small-marks.page.js';

const TONES: Record<ChangeKind, 'good' | 'bad' | undefined> = {
  grown: 'bad',
  new: 'bad',
  shrunk: 'good',
  gone: 'good',
  same: undefined,
};

interface HistoryPageProps {
  reports: Page<ReportSummary>;
  difference: ReportDifference;
}

/** The finished reports of a product, and what changed between two of them. */
export function HistoryPage({ reports: { items, pagination }, difference }: HistoryPageProps): VNode {
  const { product } = difference;
  const address = `/app/products/${product.id}/reports`;
  return (
    <>
      <p>
        <a href={`/products/${product.id}`} dir="auto">
          {product.name}
        </a>
      </p>
      <h1>Reports and what changed</h1>
      {items.length > 1 && <Choice reports={items} difference={difference} address={address} />}
      <Changes difference={difference} />
      <h2>All reports, newest first</h2>
      {items.length === 0 ? (
        <p class="quiet">
          {pagination.page > 1 ? <BeyondLastPage href={address} /> : 'There is no finished report of this product yet.'}
        </p>
      ) : (
        <ReportTable reports={items} newest={pagination.page === 1 ? items[0] : difference.to} address={address} />
      )}
      <Pager pagination={pagination} href={(page) => `${address}?page=${page}`} />
    </>
  );
}

function Choice({
  reports,
  difference: { from, to },
  address,
}: {
  reports: readonly ReportSummary[];
  difference: ReportDifference;
  address: string;
}): VNode {
  const options = reports.map(
    (report) => [report.id, `${timeOf(report, reports)}, ${report.reviews_read.toLocaleString('en')} reviews`] as const,
  );
  return (
    <form method="get" action={address} class="row">
      <Select name="from" label="Earlier report" options={options} chosen={from?.id} />
      <Select name="to" label="Later report" options={options} chosen={to?.id} />
      <button type="submit">Compare</button>
    </form>
  );
}

type Dated = Pick<ReportSummary, 'id' | 'generated_at'>;

/** The day of a report, with the time if another report is of the same day. */
function timeOf({ id, generated_at }: Dated, among: readonly Dated[]): string {
  const day = dayText(generated_at);
  const isOnlyOne = among.every((other) => other.id === id || dayText(other.generated_at) !== day);
  return isOnlyOne ? day : minuteText(generated_at);
}

function Changes({ difference: { from, to, notes, themes } }: { difference: ReportDifference }): VNode {
  if (!from || !to) return <p class="quiet">There are fewer than two reports, so there is nothing to compare.</p>;
  const changed = themes.filter(({ change }) => change !== 'same');
  const same = themes.length - changed.length;
  return (
    <section>
      <h2>{`From ${timeOf(from, [from, to])} to ${timeOf(to, [from, to])}`}</h2>
      {notes.map((note) => (
        <p class="notice" key={note}>
          {note}.
        </p>
      ))}
      {changed.length === 0 ? <p>No theme has changed.</p> : <ChangeTable themes={changed} />}
      {same > 0 && <p class="quiet">{same === 1 ? '1 theme is the same.' : `${same} themes are the same.`}</p>}
    </section>
  );
}

const perHundred = (state: ThemeState | null): number => (state?.share ?? 0) * 100;

function ChangeTable({ themes }: { themes: readonly ThemeDifference[] }): VNode {
  const most = Math.max(...themes.flatMap(({ from, to }) => [perHundred(from), perHundred(to)]));
  return (
    <>
      <p class="quiet">Mentions per 100 reviews read. A dash: too few for a theme.</p>
      <Table columns={['Theme', 'Earlier', 'Later', 'Change']} className="compared">
        {themes.map(({ category_name: name, change, from, to }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label="Earlier">{from ? <Rate value={perHundred(from)} most={most} /> : '–'}</td>
            <td data-label="Later">{to ? <Rate value={perHundred(to)} most={most} /> : '–'}</td>
            <td data-label="Change">
              <Badge tone={TONES[change]}>{change}</Badge>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Rate({ value, most }: { value: number; most: number }): VNode {
  return (
    <span class="rate">
      <RowBar value={value} most={most} /> {value.toFixed(1)}
    </span>
  );
}

interface ReportTableProps {
  reports: readonly ReportSummary[];
  /** The report that tells whether an earlier version read another one. */
  newest: ReportSummary | null | undefined;
  /** The address of the list. */
  address: string;
}

function ReportTable({ reports, newest, address }: ReportTableProps): VNode {
  return (
    <Table columns={['Finished', 'Reviews read', 'Themes']}>
      {reports.map((report) => (
        <tr key={report.id}>
          <td>
            <a href={`${address}/${report.id}`}>
              <Time at={report.generated_at} minutes />
            </a>
          </td>
          <td data-label="Reviews read">
            {report.reviews_read.toLocaleString('en')}
            {report.engine !== newest?.engine && <span class="quiet"> read by an earlier version</span>}
          </td>
          <td data-label="Themes">{report.total_themes}</td>
        </tr>
      ))}
    </Table>
  );
}
