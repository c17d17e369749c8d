import type { PaidActionClass } from '#accounts/runs/paid-action.js';
import { GenerateReport } from '#market/reports/generate-report.action.js';
import { generateReport } from '#market/reports/reports.operations.js';
import { refusalOf } from '#access/policy/access.policy.js';
import { roleRefusalOf } from '#access/policy/rights.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import type { ApplicationError } from '#platform/errors/application-error.js';
import type { Operation } from '#platform/operations/operation.js';
import { GeneratePitch } from '#workspace/pitches/generate-pitch.action.js';
import { generatePitch } from '#workspace/pitches/pitches.operations.js';
import { UnlockContact } from '#workspace/unlocks/unlock-contact.action.js';
import { unlockContact } from '#workspace/unlocks/unlocks.operations.js';

/** The paid actions that can be listed, by the name that the ledger has for them. */
export const SPENDING_ACTIONS = ['unlock_contact', 'generate_pitch', 'generate_report'] as const;
export type SpendingAction = (typeof SPENDING_ACTIONS)[number];

/** A single call as an item of a list: its operation, and the field that has the id of its path. */
interface SpendingCall {
  operation: Operation;
  action: PaidActionClass;
  idField: 'opportunity_id' | 'product_id';
}

export const SPENDING_CALLS: Readonly<Record<SpendingAction, SpendingCall>> = {
  unlock_contact: { operation: unlockContact, action: UnlockContact, idField: 'opportunity_id' },
  generate_pitch: { operation: generatePitch, action: GeneratePitch, idField: 'opportunity_id' },
  generate_report: { operation: generateReport, action: GenerateReport, idField: 'product_id' },
};

/** The failure of a caller that may not make a single call, or null. Connections call tools, keys the REST API. */
export function callRefusalOf(action: SpendingAction, caller: TeamCaller): ApplicationError | null {
  const { operation } = SPENDING_CALLS[action];
  return refusalOf(operation, caller, caller.lane === 'oauth' ? 'tool' : 'rest') ?? roleRefusalOf(operation, caller);
}
