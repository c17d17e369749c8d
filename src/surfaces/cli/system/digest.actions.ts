import type { Env } from '#config/env.js';
import { PlatformModule } from '#platform/platform.module.js';
import { DigestsService } from '#workspace/saved-searches/digests.service.js';
import { SavedSearchesModule } from '#workspace/saved-searches/saved-searches.module.js';
import { inContext } from '../command.context.js';

const modules = (env: Env) => [PlatformModule.forRoot(env), SavedSearchesModule];

/** Mails the digests that are due at a time. @returns their number. @throws 403 without an encryption key */
export const sendDigests = (asOf: Date): Promise<number> =>
  inContext(modules, (context) => context.get(DigestsService).send(asOf));
