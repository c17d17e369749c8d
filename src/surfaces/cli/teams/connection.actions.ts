import { ConnectionsModule } from '#access/oauth/connections.module.js';
import { ConnectionsService, type ListedConnection } from '#access/oauth/connections.service.js';
import { TeamsModule } from '#accounts/teams/teams.module.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { Env } from '#config/env.js';
import { coreModules, inContext } from '../command.context.js';

const modules = (env: Env) => [...coreModules(env), TeamsModule, ConnectionsModule];

/** @throws 404 for an unknown team */
export const listConnections = (teamId: string): Promise<ListedConnection[]> =>
  inContext(modules, async (context) => {
    await context.get(TeamsService).get(teamId);
    return context.get(ConnectionsService).list(teamId);
  });

export const revokeConnection = (id: string): Promise<void> =>
  inContext(modules, (context) => context.get(ConnectionsService).disconnect(id));
