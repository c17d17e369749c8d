import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, accountCanUse, postgresAccount } from './postgres.account.js';
import { copiedBinaries, packagedBinaries, type PostgresBinaries } from './postgres.binaries.js';

export const SUPERUSER = 'app';

/** A PostgreSQL cluster on disk, ready to start. */
export interface PostgresCluster {
  binaries: PostgresBinaries;
  account: Account;
  /** The folder of the cluster and its password: the data directory, or a folder below /var/lib. */
  home: string;
  directory: string;
  password: string;
}

/** Opens the cluster of a data directory, or creates it. `durable: false` skips waiting for the disk. */
export async function openCluster(
  dataDir: string,
  durable: boolean,
  log: (line: string) => void,
): Promise<PostgresCluster> {
  const account = postgresAccount(join(dataDir, 'pg'));
  const { home, binaries } = await chooseHome(dataDir, account, log);
  const directory = join(home, 'pg');
  const passwordFile = join(home, 'postgres.password');
  if (!existsSync(directory)) {
    await writePassword(passwordFile, account);
    // The folder gets its final name only when the cluster is complete, so that a crash leaves no partial cluster.
    const draft = join(home, 'pg.new');
    await rm(draft, { recursive: true, force: true });
    await ownedFolder(draft, account);
    await initialize(binaries, account, draft, passwordFile, durable);
    await rename(draft, directory);
  }
  return { binaries, account, home, directory, password: (await readFile(passwordFile, 'utf8')).trim() };
}

/** The folder of the cluster: the data directory, or a folder below /var/lib if the account cannot access that. */
async function chooseHome(
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
  log(`The account of PostgreSQL cannot access ${dataDir}. The files of PostgreSQL are in ${home}.`);
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

async function initialize(
  binaries: PostgresBinaries,
  account: Account,
  directory: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const options = ['-D', directory, '-U', SUPERUSER, '-E', 'UTF8', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions');
  if (!durable) options.push('--no-sync');
  const output: string[] = [];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, { ...account, cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => output.push(data.toString()));
    child.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed: ${output.join('').trim().split('\n').slice(-3).join(' ')}`);
}
