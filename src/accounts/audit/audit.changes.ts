import type { AuditChanges, AuditValue } from './audit.types.js';

/** Fields of an object. An undefined field was not given. */
type Fields = Readonly<Record<string, AuditValue | undefined>>;

/** The given fields that differ from those before, each with both values. `before` is null for a new object. */
export function changesOf(before: Fields | null, after: Fields): AuditChanges {
  const changed = Object.entries(after).flatMap(([field, value]) => {
    const old = before?.[field] ?? null;
    return value === undefined || isSame(old, value) ? [] : [[field, [old, value]] as const];
  });
  return Object.fromEntries(changed);
}

const isSame = (one: AuditValue, other: AuditValue): boolean => JSON.stringify(one) === JSON.stringify(other);
