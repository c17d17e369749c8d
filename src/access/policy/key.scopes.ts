import type { Operation } from '#platform/operations/operation.js';

/** The scopes of API keys, each with the rights of a key that has it. */
export const SCOPE_WORDS = {
  read: 'see the data of the team',
  write: 'triage and follow products',
  'spend:report': 'generate reports',
  'spend:pitch': 'draft pitches',
  'spend:unlock': 'unlock contacts',
  webhooks: 'manage webhook endpoints and destinations',
  audit: 'read the audit log',
};
export type Scope = keyof typeof SCOPE_WORDS;
export const SCOPES = Object.keys(SCOPE_WORDS) as Scope[];

/** The default scopes of a key. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'webhooks' && scope !== 'audit');

/** The scope that a key needs for an operation; null for operations that are open to everyone. */
export function scopeOf({ scope, lanes, writes }: Operation): string | null {
  if (scope !== undefined) return scope;
  if (lanes.includes('anonymous')) return null;
  return writes ? 'write' : 'read';
}
