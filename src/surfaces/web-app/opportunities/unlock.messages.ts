import type { BulkItemView } from '#workspace/bulk/bulk-jobs.operations.js';
import type { UnlockedContact } from '#workspace/unlocks/unlocked-contact.dto.js';

/** The outcome of an unlock in words. */
export function unlockMessage({
  found,
  value,
  field,
  reason,
  already_revealed,
  credit_refunded,
}: UnlockedContact): string {
  if (already_revealed) return 'Your team already has this contact. You were not charged.';
  if (found) return field === 'committee' ? 'The buying committee is revealed.' : `Unlocked: ${value}`;
  if (reason === 'suppressed') return 'This person must not be contacted. You were not charged.';
  return credit_refunded ? 'Nothing was found. The credit was refunded.' : 'Nothing was found. You were not charged.';
}

/** The outcome of several unlocks in words: those with a contact, those without, and those that failed. */
export function unlocksMessage(items: readonly Pick<BulkItemView, 'data' | 'error'>[]): string {
  const found = items.filter(({ data }) => (data as UnlockedContact | undefined)?.found).length;
  const refused = items.filter(({ data }) => data === undefined);
  const missing = items.length - found - refused.length;
  const cause = refused.find(({ error }) => error)?.error?.message ?? 'The unlocks were stopped';
  return [
    ...(found > 0 ? [`Unlocked: ${found}.`] : []),
    ...(missing > 0 ? [`Nothing was found for ${missing}, which cost nothing.`] : []),
    ...(refused.length > 0 ? [`${refused.length} of ${items.length} could not be unlocked: ${cause}.`] : []),
  ].join(' ');
}
