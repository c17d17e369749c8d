import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The addresses of the services of a data directory, for other processes of the same user. */
export interface ServicesFile {
  database_url: string;
  redis_url: string;
  supervisor_pid: number;
  started_at: string;
}

const path = (dataDir: string) => join(dataDir, 'services.json');

/** Writes `services.json` atomically, with mode 0600. */
export async function writeServicesFile(dataDir: string, services: ServicesFile): Promise<void> {
  const draft = `${path(dataDir)}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(services, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path(dataDir));
}

/** The content of `services.json`, which may be out of date, or null when there is no such file. */
export async function readServicesFile(dataDir: string): Promise<ServicesFile | null> {
  try {
    return JSON.parse(await readFile(path(dataDir), 'utf8')) as ServicesFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether `services.json` exists. It exists from the moment both services are up until they begin to stop. */
export function hasServicesFile(dataDir: string): boolean {
  return existsSync(path(dataDir));
}

export async function removeServicesFile(dataDir: string): Promise<void> {
  await rm(path(dataDir), { force: true });
}
