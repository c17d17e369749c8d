import { UUID_PATTERN } from '#platform/operations/uuid.js';
import { counted } from '#platform/text/counted.text.js';
import { OPPORTUNITY_STATUSES, type OpportunityStatus } from '#workspace/opportunities/opportunity.vocabulary.js';
import type { Flash } from '../kernel/flash.js';

/** A change that a form of the list may ask for. */
export type OpportunityListChange = OpportunityStatus | 'viewed' | 'not_viewed';

/** The buttons of a row, and of the bar for all selected rows. */
export const ROW_CHANGES: readonly (readonly [OpportunityListChange, string])[] = [
  ['contacted', 'Contacted'],
  ['qualified', 'Qualified'],
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
}

/** The body of the API's change. A row with a decision has been viewed. Undefined for an unknown change. */
export function triageOf(change: string): { status?: OpportunityStatus; is_viewed: boolean } | undefined {
  if (change === 'viewed' || change === 'not_viewed') return { is_viewed: change === 'viewed' };
  const status = statusOf(change);
  return status && { status, is_viewed: true };
}

/** One state as a field of a form. */
const packed = ({ id, status, is_viewed }: RowState): string => `${id}.${status}.${is_viewed ? 1 : 0}`;

/** The state in a field of a form, or null if it is none. */
export function unpacked(field: unknown): RowState | null {
  const [id = '', status = '', viewed = '', ...rest] = typeof field === 'string' ? field.split('.') : [];
  const known = statusOf(status);
  if (!UUID_PATTERN.test(id) || !known || !/^[01]$/.test(viewed) || rest.length > 0) return null;
  return { id, status: known, is_viewed: viewed === '1' };
}

/** The flash of a change: what was done, and the states before. */
export function triageFlash(change: OpportunityListChange, before: readonly RowState[]): Flash {
  const text = `${counted(before.length, 'opportunity', 'opportunities')} marked as ${change.replace('_', ' ')}.`;
  return { kind: 'triage', text: [text, ...before.map(packed)].join('\n') };
}

/** The parts of such a flash. A flash that was cut has no states, so nothing is taken back by halves. */
export function undoOf(text: string): { text: string; before: string[] } {
  const [said = '', ...before] = text.split('\n');
  return { text: said, before: before.every((state) => unpacked(state)) ? before : [] };
}

const statusOf = (text: string): OpportunityStatus | undefined =>
  OPPORTUNITY_STATUSES.find((status) => status === text);
