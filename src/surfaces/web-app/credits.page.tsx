import type { VNode } from 'preact';
import type { CreditEntry, DaySpending } from '#accounts/credits/statements.service.js';
import { ENTRY_KINDS } from '#accounts/credits/statements.service.js';
import type { Page } from '#platform/operations/operation.result.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import { BarChart, ColumnChart } from './charts.page.js';
import { Figures, Pager, Time } from './parts.page.js';

interface CreditsView {
  credits: AccountOverview['credits'];
  kind: string | null;
  lines: Page<CreditEntry>;
  byDay: DaySpending[];
  byAction: { action: string; credits: number }[];
}

const ACTIONS: Record<string, string> = {
  generate_report: 'Reports',
  generate_pitch: 'Pitches',
  unlock_contact: 'Contacts',
};

const KINDS: Record<string, string> = {
  grant: 'Granted',
  refill: 'Monthly refill',
  refund: 'Refund',
  charge: 'Charge',
  expiry: 'Expired',
};

export function CreditsPage({ credits, kind, lines, byDay, byAction }: CreditsView): VNode {
  const spent = byAction.reduce((sum, each) => sum + each.credits, 0);
  return (
    <>
      <h1>Credits</h1>
      <Figures
        figures={[
          ['Balance', credits.balance.toLocaleString('en')],
          ['Monthly allowance', credits.monthly_max.toLocaleString('en')],
          ['Next refill', credits.refill_on ? <Time at={credits.refill_on} /> : 'none'],
          ['Spent in the last 30 days', spent.toLocaleString('en')],
        ]}
      />
      {spent > 0 && (
        <>
          <h2>Spending</h2>
          <ColumnChart
            title="Credits spent by day, last 30 days"
            unit="Credits"
            bars={byDay.map((each) => ({ label: each.day, value: each.credits }))}
          />
          <BarChart
            title="Credits spent by action, last 30 days"
            unit="Credits"
            bars={byAction.map(({ action, credits: value }) => ({
              label: ACTIONS[action] ?? action,
              value,
              calm: true,
            }))}
          />
        </>
      )}
      <h2>Ledger</h2>
      <form class="row" method="get">
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
      {lines.items.length === 0 ? <p class="quiet">No entries yet.</p> : <LedgerTable lines={lines.items} />}
      <Pager
        pagination={lines.pagination}
        href={(page) => `/app/credits?${new URLSearchParams({ ...(kind && { kind }), page: String(page) })}`}
      />
    </>
  );
}

function LedgerTable({ lines }: { lines: CreditEntry[] }): VNode {
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
              <Time at={line.createdAt} minutes />
            </td>
            <td data-label="What">
              {[KINDS[line.kind], line.action && ACTIONS[line.action]?.toLowerCase(), line.reason?.replaceAll('_', ' ')]
                .filter(Boolean)
                .join(', ')}
            </td>
            <td data-label="By">{line.credentialKind}</td>
            <td data-label="Credits" class="number">
              {line.amount > 0 ? `+${line.amount}` : `−${-line.amount}`}
            </td>
            <td data-label="Balance" class="number">
              {line.balanceAfter}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
