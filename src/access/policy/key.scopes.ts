import type { Operation } from '#platform/operations/operation.js';

/** The scopes of API keys. */
export const SCOPES = ['read', 'write', 'spend:report', 'spend:pitch', 'spend:unlock', 'webhooks', 'audit'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes of a key for which none are chosen. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'spend:report', 'spend:pitch', 'spend:unlock'];

/** The scope that a key needs for an operation; null for operations that are open to everyone. */
export function scopeOf({ scope, lanes, writes }: Operation): string | null {
  if (scope !== undefined) return scope;
  if (lanes.includes('anonymous')) return null;
  return writes ? 'write' : 'read';
}
