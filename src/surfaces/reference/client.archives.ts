import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the clients, which the build packs. */
export const CLIENT_FILES = { typescript: 'qualm-typescript.tgz', python: 'qualm-python.tar.gz' } as const;

const FOLDER = join(import.meta.dirname, '../../../dist/sdk');

/** The package of a client, or null if no client has this file. */
export const clientArchive = (name: string): Buffer | null =>
  (Object.values(CLIENT_FILES) as string[]).includes(name) ? readFileSync(join(FOLDER, name)) : null;
