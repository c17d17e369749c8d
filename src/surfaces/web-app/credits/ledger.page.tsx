import type { VNode } from 'preact';
import { declaredActions, type Subject } from '#accounts/runs/paid-action.js';
import { clipped } from '#platform/text/clipped.text.js';
import type { LedgerEntry } from '#workspace/usage/usage.operations.js';
import { Table, Time } from '../parts/parts.page.js';

/** The pages of subjects. */
const PAGES: Record<Subject, string> = { product: '/products', opportunity: '/app/opportunities' };

/** The purchase that a line is about: its words, and the subject. */
function purchaseOf({ action, thing }: LedgerEntry): { text: string; subject: Subject; id: string } | null {
  const declared = declaredActions().find(({ kind }) => kind === action);
  if (!declared) return null;
  const { text, subjectId: id } = declared.link(thing ?? '');
  return { text, subject: declared.subject, id };
}

/** The ids of the products, or the opportunities, that purchases of the lines are about. */
export const subjectsIn = (lines: readonly LedgerEntry[], subject: Subject): string[] => [
  ...new Set(lines.map(purchaseOf).flatMap((bought) => (bought?.subject === subject && bought.id ? [bought.id] : []))),
];

/** The word before the name of a subject. */
const BEFORE: Record<Subject, string> = { product: 'on', opportunity: 'for' };

export const KINDS: Record<string, string> = {
  grant: 'Granted',
  refill: 'Monthly refill',
  refund: 'Refund',
  charge: 'Charge',
  expiry: 'Expired',
  reversal: 'Taken back',
};

/** Where the credits of a charge came from, beside those of the period. */
const PAID_WITH = { pack: 'with a pack', welcome: 'with a welcome credit' } as const;

/** The actors without a name of their own that move credits. */
const CREDENTIALS: Record<string, string> = {
  system: 'Qualm',
  operator: 'The operator',
  session: 'A person who has left',
};

const MAX_REASON_LENGTH = 100;

interface LedgerProps {
  lines: readonly LedgerEntry[];
  /** Of the products and the people that the lines are about, by id of the product or the opportunity. */
  names: ReadonlyMap<string, string>;
}

/** The movements of credits, each with a link to what was bought. */
export function LedgerTable({ lines, names }: LedgerProps): VNode {
  return (
    <Table columns={['When', 'What', 'By', 'Credits', 'Balance']} numbers={['Credits', 'Balance']} className="log">
      {lines.map((line) => (
        <tr key={line.position}>
          <td>
            <Time at={line.created_at} minutes />
          </td>
          <td class="log-what" data-label="What">
            <What line={line} names={names} />
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
    </Table>
  );
}

/** Such as `Contact: email` or `Refund, report on A: the deadline passed`. */
function What({ line, names }: { line: LedgerEntry } & Pick<LedgerProps, 'names'>): VNode {
  const { kind, reason } = line;
  const bought = purchaseOf(line);
  const name = bought && names.get(bought.id);
  const text = bought && (name ? `${bought.text} ${BEFORE[bought.subject]} ${name}` : bought.text);
  const words = reason && clipped(reason.replaceAll('_', ' '), MAX_REASON_LENGTH);
  return (
    <>
      {kind === 'charge' && bought ? '' : KINDS[kind]}
      {bought && kind !== 'charge' && ', '}
      {bought && text && (
        <a href={`${PAGES[bought.subject]}/${bought.id}`} dir="auto">
          {kind === 'charge' ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`}
        </a>
      )}
      {words && `: ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
      {kind === 'charge' && line.pools.length > 0 && (
        <span class="quiet">{`, ${line.pools.map((pool) => PAID_WITH[pool.kind]).join(' and ')}`}</span>
      )}
    </>
  );
}
