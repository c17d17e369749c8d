import { SCOPES } from '#access/policy/key.scopes.js';
import { BudgetsService } from '#accounts/credits/budgets.service.js';
import type { Order } from '#accounts/credits/credits.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { createTeam, type TestApp } from './app.js';

/** Creates a caller of a new team, or of `teamId`, with credits and its own budget, for tests of services. */
export async function createSpender(
  app: TestApp,
  options: { teamId?: string; credits?: number; kind?: 'lifetime' | 'rolling'; limit?: number } = {},
): Promise<TeamCaller & { budget: { kind: 'lifetime' | 'rolling'; id: string; limit: number } }> {
  const { kind = 'lifetime', limit = 1_000, credits = 10 } = options;
  const teamId = options.teamId ?? (await createTeam(app, 'growth', credits)).teamId;
  return {
    ...(kind === 'lifetime' ? { lane: 'key', scopes: SCOPES } : { lane: 'oauth', role: 'owner' }),
    clientIp: '127.0.0.1',
    credentialId: 'credential',
    team: { id: teamId, name: 'Team', tier: 'growth', status: 'active' },
    budget: { kind, limit, id: await app.get(BudgetsService).create(teamId, kind, limit) },
  };
}

/** An order for one report of `item`. */
export const orderOf = (caller: TeamCaller, item: string): Order => ({
  caller,
  item,
  action: 'generate_report',
  price: 1,
  requestId: 'request-1',
  deadlineSeconds: 60,
});
