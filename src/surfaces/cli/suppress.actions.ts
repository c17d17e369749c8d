import { EnrichmentModule } from '#workspace/enrichment/enrichment.module.js';
import { SuppressionsService } from '#workspace/enrichment/suppressions.service.js';
import { PlatformModule } from '#platform/platform.module.js';
import { inContext } from './command.context.js';

/** @returns the normalized address, and whether it is new. @throws 400 if it is not an email address or profile URL */
export const suppress = (address: string): Promise<{ suppressed: string; added: boolean }> =>
  inContext(
    (env) => [PlatformModule.forRoot(env), EnrichmentModule],
    (context) => context.get(SuppressionsService).add(address),
  );
