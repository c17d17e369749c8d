import { ApiKeysModule } from '#access/api-keys/api-keys.module.js';
import { ApiKeysService, type ListedKey } from '#access/api-keys/api-keys.service.js';
import type { KeyCaps, NewApiKey } from '#access/api-keys/key.rules.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import type { Env } from '#config/env.js';
import { coreModules, inContext } from '../command.context.js';

const modules = (env: Env) => [...coreModules(env), ApiKeysModule];

export const createKey = (teamId: string, wanted: NewApiKey): Promise<{ id: string; key: string }> =>
  inContext(modules, (context) => context.get(ApiKeysService).create(teamId, wanted));

/** @throws 404 for an unknown team */
export const listKeys = (teamId: string): Promise<ListedKey[]> =>
  inContext(modules, async (context) => {
    await context.get(TeamsService).get(teamId);
    return context.get(ApiKeysService).list(teamId);
  });

export const rotateKey = (id: string, overlapHours: number): ReturnType<ApiKeysService['rotate']> =>
  inContext(modules, (context) => context.get(ApiKeysService).rotate(id, overlapHours));

export const revokeKey = (id: string): Promise<void> =>
  inContext(modules, (context) => context.get(ApiKeysService).revoke(id));

/** @throws 404; 400 for a daily cap without a spend cap */
export const setKeyCaps = (id: string, caps: KeyCaps): Promise<void> =>
  inContext(modules, (context) => context.get(ApiKeysService).setCaps(id, caps));

/** @throws 404 */
export const showKey = (id: string): Promise<ListedKey> =>
  inContext(modules, (context) => context.get(ApiKeysService).get(id));
