import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import type { LedgerEntry } from '#workspace/usage/usage.operations.js';
import { Time } from '../parts/parts.page.js';

/** The purchased thing of each paid action. */
const BOUGHT: Record<string, (thing: string, names: ReadonlyMap<string, string>) => { text: string; href: string }> = {
  generate_report: (product, names) => ({
    text: names.has(product) ? `Report on ${names.get(product)}` : 'Report',
    href: `/products/${product}`,
  }),
  generate_pitch: (thing) => ({ text: 'Pitch', href: opportunityIn(thing) }),
  unlock_contact: (thing) => ({ text: `Contact: ${thing.split(':').at(-1)}`, href: opportunityIn(thing) }),
};

/** Purchases for an opportunity name the team first, then the opportunity. */
const opportunityIn = (thing: string): string => `/app/opportunities/${thing.split(':')[1]}`;

/** The products whose reports the lines name. */
export const reportedIn = (lines: readonly LedgerEntry[]): string[] => [
  ...new Set(lines.flatMap(({ action, thing }) => (action === 'generate_report' && thing !== null ? [thing] : []))),
];

export const KINDS: Record<string, string> = {
  grant: 'Granted',
  refill: 'Monthly refill',
  refund: 'Refund',
  charge: 'Charge',
  expiry: 'Expired',
};

/** The actors without a name of their own that move credits. */
const CREDENTIALS: Record<string, string> = {
  system: 'Qualm',
  operator: 'The operator',
  session: 'A person who has left',
};

const LONGEST_REASON = 100;

interface LedgerProps {
  lines: readonly LedgerEntry[];
  /** Of the products whose reports the lines name, by id. */
  productNames: ReadonlyMap<string, string>;
}

/** The movements of credits, each with a link to what was bought. */
export function LedgerTable({ lines, productNames }: LedgerProps): VNode {
  return (
    <table class="wide log">
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
            <td class="log-what" data-label="What">
              <What line={line} productNames={productNames} />
            </td>
            <td data-label="By">{line.credential.name ?? CREDENTIALS[line.credential.kind] ?? line.credential.kind}</td>
            <td data-label="Credits" class="number log-amount">
              {`${line.amount > 0 ? '+' : '−'}${Math.abs(line.amount).toLocaleString('en')}`}
            </td>
            <td data-label="Balance" class="number log-labeled">
              {line.balance_after.toLocaleString('en')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Such as `Contact: email` or `Refund, report on A: the deadline passed`. */
function What({ line, productNames }: { line: LedgerEntry; productNames: LedgerProps['productNames'] }): VNode {
  const { kind, action, thing, reason } = line;
  const bought = BOUGHT[action ?? '']?.(thing ?? '', productNames);
  const words = reason && clipped(reason.replaceAll('_', ' '), LONGEST_REASON);
  return (
    <>
      {kind === 'charge' && bought ? '' : KINDS[kind]}
      {bought && kind !== 'charge' && ', '}
      {bought && (
        <a href={bought.href} dir="auto">
          {kind === 'charge' ? bought.text : `${bought.text.charAt(0).toLowerCase()}${bought.text.slice(1)}`}
        </a>
      )}
      {words && `: ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
    </>
  );
}
