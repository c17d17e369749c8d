import type { NamedActor } from '#platform/caller/origin.js';
import { CONTACT_FIELDS } from '#workspace/enrichment/enrichment.types.js';

/** The targets of an unlock: a contact field, or the people of the company. */
export const UNLOCK_FIELDS = [...CONTACT_FIELDS, 'committee'] as const;
export type UnlockField = (typeof UNLOCK_FIELDS)[number];

export const UNLOCK_TARGETS = ['reviewer', 'committee'] as const;
export type UnlockTarget = (typeof UNLOCK_TARGETS)[number];

/** The item of an unlock. `targetId` is the index of a committee member, or null when no single member is meant. */
export interface UnlockItem {
  teamId: string;
  opportunityId: string;
  target: UnlockTarget;
  targetId: number | null;
  field: UnlockField;
  /** The unlock, on any opportunity, by which the team has the field of this person already. Not part of the key of the item. */
  revealedBy?: string;
  /** The actor for the audit log, which is not part of the key of the item. */
  by?: NamedActor & { requestId: string };
}
