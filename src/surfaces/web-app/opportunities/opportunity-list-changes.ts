import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { clipped } from '#platform/text/clipped.text.js';
import { counted } from '#platform/text/counted.text.js';
import { inList } from '#platform/text/listed.text.js';
import type { Triage } from '#workspace/opportunities/opportunities.operations.js';
import type { TriageAsSeen } from '#workspace/opportunities/opportunities.service.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '#workspace/opportunities/opportunity.vocabulary.js';
import type { Flash } from '../kernel/flash.js';

/** For how many days a change puts an opportunity off, with the words for it. */
const DAYS_OFF = { put_off_1: [1, 'a day'], put_off_7: [7, 'a week'], put_off_30: [30, 'a month'] } as const;
type PutOff = keyof typeof DAYS_OFF;
const DAY_MS = 86_400_000;
/** How many rows that were left out are named. */
const MAX_NAMED = 3;
/** A flash is limited. */
const MAX_NAME = 40;

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

/** What an undo gives back to one row. */
export interface RowState {
  id: string;
  /** Undefined if the change left the status as it was. */
  status?: OpportunityStatus;
  is_viewed: boolean;
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

/** A row in a form, with the status that the page showed. Without one, the change does not depend on it. */
export const rowField = (id: string, seen: OpportunityStatus): string => `${id}.${seen}`;

/** The row in a field of a form. */
export function rowIn(field: string): { id: string; seen?: OpportunityStatus } {
  const [id = '', seen = ''] = field.split('.');
  return { id: id.toLowerCase(), seen: statusOf(seen) };
}

/** The states before a change, of the rows that it changed. */
export const statesBefore = ({ changed }: TriageAsSeen): RowState[] =>
  changed.map(({ id, status, before }) => ({
    ...(before.status !== status && { status: before.status }),
    ...{ id, is_viewed: before.is_viewed },
  }));

/** One state as a field of a form. The status is empty if the change left it as it was. */
export const packed = ({ id, status, is_viewed }: RowState): string => `${id}.${status ?? ''}.${is_viewed ? 1 : 0}`;

const STATE = /^([^.]*)\.([^.]*)\.([01])$/;

/** The state in a field of a form, or null if it is none. */
export function unpacked(field: string): RowState | null {
  const [, id = '', status = '', viewed] = STATE.exec(field) ?? [];
  const known = statusOf(status);
  if (!UUID_PATTERN.test(id) || (status !== '' && !known)) return null;
  return { id: id.toLowerCase(), is_viewed: viewed === '1', ...(known && { status: known }) };
}

/** What takes a change back: a status only where the change set it, and only while it is the one that the change set. */
export const undoing = (made: string, states: readonly RowState[]) =>
  states.map((state) => ({
    ...state,
    ...(state.status && { if_status: statusOf(made) }),
    ...(isPutOff(made) && { snoozed_until: null }),
  }));

/** Says of rows that they were left out, each with its name and its status. Empty without any. */
export function leftOutText(rows: readonly { name: string; status: OpportunityStatus }[]): string {
  if (rows.length === 0) return '';
  const named = rows.slice(0, MAX_NAMED).map(({ name, status }) => `${clipped(name, MAX_NAME)} (${status})`);
  const others = rows.length > MAX_NAMED ? [counted(rows.length - MAX_NAMED, 'other')] : [];
  return `Left as they were, because the status had changed meanwhile: ${inList([...named, ...others])}.`;
}

/** The flash of a change: what was done, and how to take it back. */
export function triageFlash(change: OpportunityListChange, states: readonly RowState[], leftOut: string): Flash {
  if (states.length === 0 && leftOut) return { kind: 'fault', text: leftOut };
  const what = isPutOff(change) ? `put off for ${DAYS_OFF[change][1]}` : `marked as ${change.replace('_', ' ')}`;
  const text = `${counted(states.length, 'opportunity', 'opportunities')} ${what}. ${leftOut}`.trim();
  return { kind: 'triage', text: [text, change, ...states.map(packed)].join('\n') };
}

/** The parts of such a flash. A flash that was cut has no states, so nothing is taken back by halves. */
export function undoOf(flash: string): { text: string; made: string; before: string[] } {
  const [text = '', made = '', ...before] = flash.split('\n');
  return { text, made, before: before.every(unpacked) ? before : [] };
}

const statusOf = (text: string): OpportunityStatus | undefined =>
  OPPORTUNITY_STATUSES.find((status) => status === text);

const isPutOff = (change: string): change is PutOff => Object.hasOwn(DAYS_OFF, change);
