import { CreditsModule } from '#accounts/credits/credits.module.js';
import { CreditsService } from '#accounts/credits/credits.service.js';
import type { Env } from '#config/env.js';
import { coreModules, inContext, OPERATOR } from '../command.context.js';

const modules = (env: Env) => [...coreModules(env), CreditsModule];

/** @returns the new balance */
export const grantCredits = (teamId: string, amount: number, reason: string): Promise<number> =>
  inContext(modules, (context) => context.get(CreditsService).grant(teamId, amount, reason, OPERATOR));

/** The violated rules of the ledger, each with the team and a description. */
export const verifyLedger = (): ReturnType<CreditsService['verify']> =>
  inContext(modules, (context) => context.get(CreditsService).verify());
