import type { VNode } from 'preact';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import { type DaySpending, ENTRY_KINDS } from '#accounts/credits/statements.service.js';
import { declaredActions } from '#accounts/runs/paid-action.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { AccountOverview } from '#workspace/account/account.operations.js';
import type { LedgerEntry } from '#workspace/usage/usage.operations.js';
import { dayText } from '#platform/text/day.text.js';
import { BarList, Columns } from '../charts/bars.page.js';
import { DownloadLink } from '../parts/download-link.page.js';
import { KINDS, LedgerTable } from './ledger.page.js';
import { Figures, IfMay, Table, Time } from '../parts/parts.page.js';

/** The days that the charts can show. */
export const RANGES = [7, 30, 90, 365];

interface CreditsView {
  /** The days in the charts. */
  days: number;
  credits: AccountOverview['credits'];
  kind: string | null;
  /** Whether teams can pay in the app. */
  hasBilling: boolean;
  /** Whether the plan of the team has downloads. */
  isPaid: boolean;
  lines: CursorPage<LedgerEntry>;
  /** Of the products and people that the lines name, by id. */
  names: ReadonlyMap<string, string>;
  byDay: DaySpending[];
  byAction: { action: string; credits: number }[];
}

export function CreditsPage(view: CreditsView): VNode {
  const { credits, days, kind, hasBilling, byDay, byAction } = view;
  const filter = kind === null ? [] : [['kind', kind]];
  const spent = byAction.reduce((sum, each) => sum + each.credits, 0);
  return (
    <>
      <div class="head">
        <h1>Credits</h1>
        <IfMay right="ownership">
          <div class="actions">
            <a class="button" href={hasBilling ? '/app/settings/billing' : '/app/settings/plan'}>
              More credits
            </a>
          </div>
        </IfMay>
      </div>
      <Figures
        figures={[
          ['Balance', credits.balance.toLocaleString('en')],
          ['Monthly allowance', credits.monthly_max.toLocaleString('en')],
          ['Next refill', credits.refill_on ? <Time at={credits.refill_on} /> : <span class="quiet">none</span>],
          [`Spent in the last ${days} days`, spent.toLocaleString('en')],
        ]}
      />
      <Pools pools={credits.pools} />
      <Ranges days={days} filter={filter} />
      {spent > 0 ? (
        <Spending days={days} byDay={byDay} byAction={byAction} />
      ) : (
        <p class="quiet">{`Nothing was spent in the last ${days} days.`}</p>
      )}
      <Ledger view={view} />
    </>
  );
}

/** The entries of one page, and the ways to the others. */
function Ledger({ view }: { view: CreditsView }): VNode {
  const { days, kind, isPaid, lines, names } = view;
  const { next_cursor: next } = lines.pagination;
  const filter = kind === null ? [] : [['kind', kind]];
  const range = ['days', String(days)];
  return (
    <>
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
      {lines.data.length === 0 ? (
        <p class="quiet">No entries yet.</p>
      ) : (
        <LedgerTable lines={lines.data} names={names} />
      )}
      <nav class="pager" aria-label="Pages">
        {next && (
          <a href={`/app/credits?${new URLSearchParams([range, ...filter, ['cursor', next]])}`} rel="next">
            Older entries →
          </a>
        )}
        {isPaid && (
          <DownloadLink file="ledger.csv" query={new URLSearchParams(filter).toString()}>
            Download as CSV
          </DownloadLink>
        )}
      </nav>
    </>
  );
}

/** What the team has beside the credits of the period. */
function Pools({ pools }: { pools: AccountOverview['credits']['pools'] }): VNode | null {
  const packs = pools.filter(({ kind }) => kind === 'pack');
  const welcome = pools.filter(({ kind }) => kind === 'welcome').reduce((sum, { remaining }) => sum + remaining, 0);
  return (
    <>
      {welcome > 0 && (
        <p class="notice">
          {`${creditsInWords(welcome)} of the balance ${welcome === 1 ? 'is a welcome credit' : 'are welcome credits'}, for a report only. `}
          <a href="/products">Choose the product</a>
        </p>
      )}
      {packs.length > 0 && (
        <>
          <h2>Packs</h2>
          <p class="quiet">Packs are used when the credits of the period are used up, the oldest first.</p>
          <Table columns={['Bought', 'Left', 'Of', 'Expires']} numbers={['Left', 'Of']}>
            {packs.map(({ id, granted, remaining, created_at, expires_at }) => (
              <tr key={id}>
                <td data-label="Bought">
                  <Time at={created_at} />
                </td>
                <td data-label="Left" class="number">
                  {remaining.toLocaleString('en')}
                </td>
                <td data-label="Of" class="number">
                  {granted.toLocaleString('en')}
                </td>
                <td data-label="Expires">
                  <Time at={expires_at} />
                </td>
              </tr>
            ))}
          </Table>
        </>
      )}
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
  const titles = new Map(declaredActions().map(({ kind, title }) => [kind, title]));
  return (
    <>
      <h3>Credits a day</h3>
      <Columns
        title={`Credits spent by day, last ${days} days`}
        unit="Credits"
        bars={byDay.map((each) => ({ label: dayText(each.day), value: each.credits }))}
      />
      <h3>Credits by action</h3>
      <BarList bars={byAction.map(({ action, credits: value }) => ({ label: titles.get(action) ?? action, value }))} />
    </>
  );
}
