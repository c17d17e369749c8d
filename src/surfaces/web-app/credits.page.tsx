import type { VNode } from 'preact';
import { clipped } from '#analysis/text/clipped.text.js';
import { type DaySpending, ENTRY_KINDS } from '#accounts/credits/statements.service.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import type { LedgerEntry } from '#workspace/usage/usage.operations.js';
import { BarChart, ColumnChart } from './charts.page.js';
import { DownloadLink } from './download-link.page.js';
import { dayText, Figures, Time } from './parts.page.js';

/** The days that the charts can show. */
export const RANGES = [7, 30, 90, 365];

interface CreditsView {
  /** The days in the charts. */
  days: number;
  credits: AccountOverview['credits'];
  kind: string | null;
  lines: CursorPage<LedgerEntry>;
  byDay: DaySpending[];
  byAction: { action: string; credits: number }[];
}

const ACTIONS: Record<string, string> = {
  generate_report: 'Reports',
  generate_pitch: 'Pitches',
  unlock_contact: 'Contacts',
};

const BOUGHT: Record<string, string> = {
  generate_report: 'Report',
  generate_pitch: 'Pitch',
  unlock_contact: 'Contact',
};

const KINDS: Record<string, string> = {
  grant: 'Granted',
  refill: 'Monthly refill',
  refund: 'Refund',
  charge: 'Charge',
  expiry: 'Expired',
};

/** Who moves credits without a name of their own. */
const CREDENTIALS: Record<string, string> = {
  system: 'Qualm',
  operator: 'The operator',
  session: 'A person who has left',
};

const LONGEST_REASON = 100;

export function CreditsPage({ credits, days, kind, lines, byDay, byAction }: CreditsView): VNode {
  const { next_cursor: next } = lines.pagination;
  const filter = kind === null ? [] : [['kind', kind]];
  const range = ['days', String(days)];
  const spent = byAction.reduce((sum, each) => sum + each.credits, 0);
  return (
    <>
      <h1>Credits</h1>
      <Figures
        figures={[
          ['Balance', credits.balance.toLocaleString('en')],
          ['Monthly allowance', credits.monthly_max.toLocaleString('en')],
          ['Next refill', credits.refill_on ? <Time at={credits.refill_on} /> : 'none'],
          [`Spent in the last ${days} days`, spent.toLocaleString('en')],
        ]}
      />
      <Ranges days={days} filter={filter} />
      {spent > 0 ? (
        <Spending days={days} byDay={byDay} byAction={byAction} />
      ) : (
        <p class="quiet">{`Nothing was spent in the last ${days} days.`}</p>
      )}
      <h2>Ledger</h2>
      <form class="row" method="get">
        <input type="hidden" name="days" value={days} />
        <label>
          Kind
          <select name="kind">
            <option value="">All</option>
            {ENTRY_KINDS.map((each) => (
              <option key={each} value={each} selected={each === kind}>
                {KINDS[each]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Show</button>
      </form>
      {lines.data.length === 0 ? <p class="quiet">No entries yet.</p> : <LedgerTable lines={lines.data} />}
      <nav class="pager" aria-label="Pages">
        {next && (
          <a href={`/app/credits?${new URLSearchParams([range, ...filter, ['cursor', next]])}`} rel="next">
            Older entries →
          </a>
        )}
        <DownloadLink file="ledger.csv" query={new URLSearchParams(filter).toString()}>
          Download as CSV
        </DownloadLink>
      </nav>
    </>
  );
}

/** The heading of the charts, and links to the other numbers of days. */
function Ranges({ days, filter }: { days: number; filter: string[][] }): VNode {
  return (
    <div class="split credits-range">
      <h2>{`Spending in the last ${days} days`}</h2>
      <nav class="views" aria-label="Days">
        {RANGES.map((each) => (
          <a
            key={each}
            href={`/app/credits?${new URLSearchParams([['days', String(each)], ...filter])}`}
            aria-current={each === days ? 'page' : undefined}
          >
            {each} days
          </a>
        ))}
      </nav>
    </div>
  );
}

function Spending({ days, byDay, byAction }: Pick<CreditsView, 'days' | 'byDay' | 'byAction'>): VNode {
  return (
    <>
      <div class="home-halves">
        <div>
          <h3>Credits a day</h3>
          <ColumnChart
            title={`Credits spent by day, last ${days} days`}
            unit="Credits"
            bars={byDay.map((each) => ({ label: dayText(each.day), value: each.credits }))}
          />
        </div>
        <div>
          <h3>Credits by action</h3>
          <BarChart
            title={`Credits spent by action, last ${days} days`}
            unit="Credits"
            bars={byAction.map(({ action, credits: value }) => ({
              label: ACTIONS[action] ?? action,
              value,
              calm: true,
            }))}
          />
        </div>
      </div>
    </>
  );
}

function LedgerTable({ lines }: { lines: readonly LedgerEntry[] }): VNode {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">By</th>
          <th scope="col" class="number">
            Credits
          </th>
          <th scope="col" class="number">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.position}>
            <td>
              <Time at={line.created_at} minutes />
            </td>
            <td data-label="What">{whatOf(line)}</td>
            <td data-label="By">{line.credential.name ?? CREDENTIALS[line.credential.kind] ?? line.credential.kind}</td>
            <td data-label="Credits" class="number">
              {`${line.amount > 0 ? '+' : '−'}${Math.abs(line.amount).toLocaleString('en')}`}
            </td>
            <td data-label="Balance" class="number">
              {line.balance_after.toLocaleString('en')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Such as `Contact` or `Refund, report: the deadline passed`. */
function whatOf({ kind, action, reason }: LedgerEntry): string {
  const bought = BOUGHT[action ?? ''];
  const what = kind === 'charge' && bought ? bought : [KINDS[kind], bought?.toLowerCase()].filter(Boolean).join(', ');
  if (!reason) return what;
  const words = clipped(reason.replaceAll('_', ' '), LONGEST_REASON);
  return `${what}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
