import type { KeyHolder } from '#access/api-keys/api-keys.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';

/** The holder of a live API key, as features know it. */
export function keyCaller(holder: KeyHolder, clientIp: string): TeamCaller {
  return {
    lane: 'key',
    clientIp,
    credentialId: holder.id,
    team: { id: holder.team_id, name: holder.team_name, tier: holder.tier, status: holder.subscription_status },
    budget: holder.budget_id === null ? null : { kind: 'lifetime', id: holder.budget_id, ceiling: holder.ceiling ?? 0 },
  };
}
