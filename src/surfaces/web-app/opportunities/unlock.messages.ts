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
  if (already_revealed) return 'This was already unlocked. You were not charged.';
  if (found) return field === 'committee' ? 'The buying committee is revealed.' : `Unlocked: ${value}`;
  if (reason === 'suppressed') return 'This person must not be contacted. You were not charged.';
  return credit_refunded ? 'Nothing was found. The credit was refunded.' : 'Nothing was found. You were not charged.';
}

/** The outcome of `total` unlocks in words. `fault` is why the one after the outcomes failed, which ended the rest. */
export function unlocksMessage(outcomes: readonly UnlockedContact[], total: number, fault: string | null): string {
  const found = outcomes.filter((each) => each.found).length;
  const missing = outcomes.length - found;
  const parts = [
    ...(found > 0 ? [`Unlocked: ${found}.`] : []),
    ...(missing > 0 ? [`Nothing was found for ${missing}, which cost nothing.`] : []),
    ...(fault === null ? [] : failureOf(outcomes.length, total, fault)),
  ];
  return parts.join(' ');
}

function failureOf(done: number, total: number, fault: string): string[] {
  const which = total === 1 ? 'The contact' : `Contact ${done + 1} of ${total}`;
  const untried = total - done - 1;
  const rest = untried === 1 ? 'The last one was not tried.' : `The last ${untried} were not tried.`;
  return [`${which} could not be unlocked: ${fault}.`, ...(untried > 0 ? [rest] : [])];
}
