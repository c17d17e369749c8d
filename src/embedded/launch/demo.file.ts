import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env } from '#config/env.js';

/** The credentials of the demo team. Only `demo.json` contains them in plain text. */
export interface DemoCredentials {
  user: { email: string; password: string };
  /** A demo team that was created before there were test keys has no `test`. */
  api_keys: { spending: string; reading: string; test?: string };
}

const path = ({ DATA_DIR }: Env) => join(DATA_DIR, 'demo.json');

/** The credentials from an earlier start, or null. */
export async function readDemoFile(env: Env): Promise<DemoCredentials | null> {
  try {
    const { user, api_keys } = JSON.parse(await readFile(path(env), 'utf8')) as DemoCredentials;
    return { user, api_keys };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes the credentials and the addresses of this start atomically, with mode 0600. */
export async function writeDemoFile(env: Env, credentials: DemoCredentials): Promise<void> {
  const { PUBLIC_URL } = env;
  const addresses = { base_url: `${PUBLIC_URL}/api/v1`, mcp_url: `${PUBLIC_URL}/mcp`, app_url: `${PUBLIC_URL}/` };
  const draft = `${path(env)}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify({ ...addresses, ...credentials }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path(env));
}
