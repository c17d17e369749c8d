import { AuditModule } from '#accounts/audit/audit.module.js';
import { AuditService, type AuditRow } from '#accounts/audit/audit.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { Env } from '#config/env.js';
import { coreModules, inContext } from '../command.context.js';

export type { AuditRow };

const MAX_ENTRIES = 1_000;

const modules = (env: Env) => [...coreModules(env), TeamsModule, AuditModule];

/** The latest 1,000 entries, newest first. @throws 404 for an unknown team */
export const listAuditLog = (teamId: string): Promise<AuditRow[]> =>
  inContext(modules, async (context) => {
    await context.get(TeamsService).get(teamId);
    const rows = await context.get(AuditService).find(teamId, {}, { after: null, limit: MAX_ENTRIES });
    return rows.map(({ position: _position, ...row }) => row);
  });
