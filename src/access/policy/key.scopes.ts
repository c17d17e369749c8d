import type { Operation } from '#platform/operations/operation.js';

/** The scopes of API keys, each with what a key that has it may do, in a word or two. The app shows these words. */
export const SCOPE_WORDS = {
  read: 'Read',
  write: 'Change',
  'spend:report': 'Buy reports',
  'spend:pitch': 'Buy pitches',
  'spend:unlock': 'Buy contacts',
  webhooks: 'Webhooks',
  audit: 'Audit log',
};
export type Scope = keyof typeof SCOPE_WORDS;
export const SCOPES = Object.keys(SCOPE_WORDS) as Scope[];

/** The default scopes of a key. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'webhooks' && scope !== 'audit');

/** The scopes that a key can use: those that spend allow nothing without a spend cap. */
export const usableScopes = (scopes: readonly Scope[], spendCap: number | null): Scope[] =>
  scopes.filter((scope) => spendCap !== null || !scope.startsWith('spend:'));

/** The scope that a key needs for an operation; null for operations that are open to everyone. */
export function scopeOf({ scope, lanes, writes }: Operation): string | null {
  if (scope !== undefined) return scope;
  if (lanes.includes('anonymous')) return null;
  return writes ? 'write' : 'read';
}
