import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The port and the public origin of the API that was last started on a data directory. */
interface Addresses {
  PORT: string;
  PUBLIC_URL: string;
}

const path = (dataDir: string) => join(dataDir, 'addresses.json');

/** Writes `addresses.json` atomically. */
export async function writeAddresses(dataDir: string, addresses: Addresses): Promise<void> {
  const draft = `${path(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(addresses, null, 2)}\n`);
  await rename(draft, path(dataDir));
}

/**
 * Sets PORT and PUBLIC_URL as the API on DATA_DIR has them, for commands that look for it or write its links. Variables
 * of the environment take precedence.
 */
export function useAddresses(environment: NodeJS.ProcessEnv): void {
  if (environment.PORT || environment.PUBLIC_URL) return;
  try {
    const { PORT, PUBLIC_URL } = JSON.parse(readFileSync(path(environment.DATA_DIR || '.data'), 'utf8')) as Addresses;
    Object.assign(environment, { PORT, PUBLIC_URL });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
