import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The system account that PostgreSQL runs under. Null is the account of this process. */
export type Account = { uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root. In a root process it runs as the owner of the cluster. A new cluster
 * belongs to `postgres`, or to `nobody` if there is no `postgres` account.
 */
export function postgresAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const found = idOf(name);
    if (found) return found;
  }
  throw new Error('PostgreSQL cannot run as root, and there is no "postgres" or "nobody" account');
}

/** Whether the account can run `program` and write to `directory`. */
export function accountCanUse(account: Account, program: string, directory: string): boolean {
  if (!account) return true;
  const test = ['-c', 'test -x "$1" && test -w "$2"', 'sh', program, directory];
  return spawnSync('/bin/sh', test, { ...account, cwd: '/' }).status === 0;
}

function idOf(name: string): Account {
  try {
    const ask = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}
