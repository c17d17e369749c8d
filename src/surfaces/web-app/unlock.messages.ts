import type { UnlockedContact } from '#workspace/unlocks/unlocks.operations.js';

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

/** The outcome of several unlocks in words. `fault` is why the rest was not tried. */
export function unlocksMessage(outcomes: readonly UnlockedContact[], fault: string | null): string {
  const found = outcomes.filter((each) => each.found).length;
  const missing = outcomes.length - found;
  const parts = [
    ...(found > 0 || missing === 0 ? [`Unlocked: ${found}.`] : []),
    ...(missing > 0 ? [`Nothing was found for ${missing}, which cost nothing.`] : []),
    ...(fault ? [`The rest was not tried: ${fault}.`] : []),
  ];
  return parts.join(' ');
}
