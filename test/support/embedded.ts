import { join } from 'node:path';
import type * as EmbeddedServicesModule from '#embedded/services/embedded-services.js';

/** The supervisor is a separate process, which Node can run only from the build. */
const BUILT = join(import.meta.dirname, '../../dist/embedded/services/embedded-services.js');

/** `startEmbeddedServices` from the build. */
export async function startEmbeddedServices(
  ...options: Parameters<typeof EmbeddedServicesModule.startEmbeddedServices>
): Promise<EmbeddedServicesModule.EmbeddedServices> {
  const built = (await import(BUILT)) as typeof EmbeddedServicesModule;
  return built.startEmbeddedServices(...options);
}
