import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { counted } from '#platform/text/counted.text.js';
import type { Triage } from '#workspace/opportunities/opportunities.operations.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '#workspace/opportunities/opportunity.vocabulary.js';
import type { Flash } from '../kernel/flash.js';

/** For how many days a change puts an opportunity off, with the words for it. */
const DAYS_OFF = { put_off_1: [1, 'a day'], put_off_7: [7, 'a week'], put_off_30: [30, 'a month'] } as const;
type PutOff = keyof typeof DAYS_OFF;
const DAY_MS = 86_400_000;

/** A change that a form of the list may ask for. */
export type OpportunityListChange = OpportunityStatus | 'viewed' | 'not_viewed' | PutOff;

/** The changes that put an opportunity off, each with the words for how long. */
export const PUT_OFF_CHANGES = Object.entries(DAYS_OFF).map(
  ([change, [, words]]) => [change as PutOff, words] as const,
);

/** The buttons of a row, and of the bar for all selected rows. */
export const ROW_CHANGES: readonly (readonly [OpportunityListChange, string])[] = [
  ['contacted', 'Contacted'],
  ['qualified', 'Qualified'],
  ['put_off_7', 'Put off'],
  ['dismissed', 'Dismiss'],
];
export const BULK_CHANGES: readonly (readonly [OpportunityListChange, string])[] = [
  ...ROW_CHANGES,
  ['new', 'Back to new'],
  ['viewed', 'Viewed'],
  ['not_viewed', 'Not viewed'],
];

/** The triage of one row before a change. */
export interface RowState {
  id: string;
  status: OpportunityStatus;
  is_viewed: boolean;
  /** Null if the change puts the opportunity off: it was in the list before. */
  snoozed_until?: null;
}

/** The body of the API's change. A row with a decision has been viewed. Undefined for an unknown change. */
export function triageOf(change: string): Triage | undefined {
  if (isPutOff(change)) {
    const [days] = DAYS_OFF[change];
    return { is_viewed: true, snoozed_until: new Date(Date.now() + days * DAY_MS).toISOString() };
  }
  if (change === 'viewed' || change === 'not_viewed') return { is_viewed: change === 'viewed' };
  const status = statusOf(change);
  return status && { status, is_viewed: true };
}

/** One state as a field of a form. The fourth part says that the opportunity goes back into the list. */
const packed = ({ id, status, is_viewed, snoozed_until }: RowState): string =>
  `${id}.${status}.${is_viewed ? 1 : 0}${snoozed_until === null ? '.back' : ''}`;

const STATE = /^([^.]*)\.([^.]*)\.([01])(\.back)?$/;

/** The state in a field of a form, or null if it is none. */
export function unpacked(field: unknown): RowState | null {
  const [, id = '', status = '', viewed, back] = STATE.exec(typeof field === 'string' ? field : '') ?? [];
  const known = statusOf(status);
  if (!UUID_PATTERN.test(id) || !known) return null;
  return { id, status: known, is_viewed: viewed === '1', ...(back && { snoozed_until: null }) };
}

/** The flash of a change: what was done, and the states before. */
export function triageFlash(change: OpportunityListChange, before: readonly RowState[]): Flash {
  const what = isPutOff(change) ? `put off for ${DAYS_OFF[change][1]}` : `marked as ${change.replace('_', ' ')}`;
  const states = before.map((state) => packed(isPutOff(change) ? { ...state, snoozed_until: null } : state));
  const text = `${counted(before.length, 'opportunity', 'opportunities')} ${what}.`;
  return { kind: 'triage', text: [text, ...states].join('\n') };
}

/** The parts of such a flash. A flash that was cut has no states, so nothing is taken back by halves. */
export function undoOf(text: string): { text: string; before: string[] } {
  const [said = '', ...before] = text.split('\n');
  return { text: said, before: before.every((state) => unpacked(state)) ? before : [] };
}

const statusOf = (text: string): OpportunityStatus | undefined =>
  OPPORTUNITY_STATUSES.find((status) => status === text);

const isPutOff = (change: string): change is PutOff => Object.hasOwn(DAYS_OFF, change);
