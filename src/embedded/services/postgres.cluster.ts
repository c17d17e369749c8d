import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountCanUse, postgresAccount } from './postgres.account.js';
import { copiedBinaries, packagedBinaries, type PostgresBinaries } from './postgres.binaries.js';

export const SUPERUSER = 'app';

/** A PostgreSQL cluster on disk, ready to be started. */
export interface PostgresCluster {
  binaries: PostgresBinaries;
  account: Account;
  /** Holds the cluster and its password; the data directory itself wherever that is possible. */
  home: string;
  directory: string;
  password: string;
}

/** Finds the cluster of a data directory, or makes it. `durable: false` skips waiting for the disk. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<PostgresCluster> {
  const account = postgresAccount(join(dataDir, 'pg'));
  const { home, binaries } = await habitat(dataDir, account, log);
  const directory = join(home, 'pg');
  const passwordFile = join(home, 'postgres.password');
  if (!existsSync(directory)) {
    await writePassword(passwordFile, account);
    // A folder that carries its final name is a finished cluster, whenever the machine may stop.
    const draft = join(home, 'pg.new');
    await rm(draft, { recursive: true, force: true });
    await ownedFolder(draft, account);
    await initialise(binaries, account, draft, passwordFile, durable);
    await rename(draft, directory);
  }
  return { binaries, account, home, directory, password: (await readFile(passwordFile, 'utf8')).trim() };
}

/** Where the cluster lives: inside the data directory, or below /var/lib where its account cannot reach that. */
async function habitat(
  dataDir: string,
  account: Account,
  log: (line: string) => void,
): Promise<{ home: string; binaries: PostgresBinaries }> {
  const packaged = await packagedBinaries();
  const probe = join(dataDir, 'pg');
  const home = `/var/lib/embedded-services-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (!account) return { home: dataDir, binaries: packaged };
  if (!existsSync(join(home, 'pg'))) {
    const trial = existsSync(probe) ? probe : await ownedFolder(join(dataDir, 'pg.new'), account);
    if (accountCanUse(account, packaged.postgres, trial)) return { home: dataDir, binaries: packaged };
    await rm(join(dataDir, 'pg.new'), { recursive: true, force: true });
  }
  await mkdir(home, { recursive: true, mode: 0o755 });
  log(`The account PostgreSQL runs under cannot read ${dataDir}: its files are in ${home}.`);
  return { home, binaries: await copiedBinaries(packaged, home) };
}

async function ownedFolder(path: string, account: Account): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
  return path;
}

async function writePassword(file: string, account: Account): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  if (account) await chown(file, account.uid, account.gid);
  await chmod(file, 0o600);
}

async function initialise(
  binaries: PostgresBinaries,
  account: Account,
  directory: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const options = ['-D', directory, '-U', SUPERUSER, '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions');
  if (!durable) options.push('--no-sync');
  const said: string[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, { ...account, cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data.toString()));
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed: ${said.join('').trim().split('\n').slice(-3).join(' ')}`);
}
