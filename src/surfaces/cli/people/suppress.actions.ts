import type { Env } from '#config/env.js';
import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), EnrichmentModule];

/** @returns the normalized address, and whether it is new. @throws 400 if it is not an email address or profile URL */
export const suppress = (address: string): Promise<{ suppressed: string; added: boolean }> =>
  inContext(modules, (context) => context.get(SuppressionsService).add(address));

/** @returns the normalized address. @throws 400, or 404 when it is not suppressed */
export const unsuppress = (address: string): Promise<string> =>
  inContext(modules, (context) => context.get(SuppressionsService).remove(address));

/** All suppressed addresses, the newest first. */
export const listSuppressed = (): ReturnType<SuppressionsService['list']> =>
  inContext(modules, (context) => context.get(SuppressionsService).list());
