import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './install.mjs';

const PYTHON = 'sdk/python';
const TYPESCRIPT = 'sdk/typescript';
const archives = join(root, 'dist/sdk');
/** As in archives of npm: a fixed time, so that the same files make the same archive. */
const AT = new Date('1985-10-26T08:15:00.000Z');

/** Packs the clients that every installation serves, if their files are newer. @returns whether they could be compiled */
export function packClients() {
  mkdirSync(archives, { recursive: true });
  const python = join(archives, 'qualm-python.tar.gz');
  if (isStale(python, PYTHON)) {
    pack(python, PYTHON, 'qualm-client', ['pyproject.toml', 'README.md', ...filesIn(PYTHON, 'qualm', /\.(py|typed)$/)]);
  }
  const typescript = join(archives, 'qualm-typescript.tgz');
  if (!isStale(typescript, TYPESCRIPT)) return true;
  rmSync(join(root, TYPESCRIPT, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', TYPESCRIPT], { cwd: root, stdio: [0, 2, 2] });
  if (status !== 0) return false;
  chmodSync(join(root, TYPESCRIPT, 'dist/listen.js'), 0o755);
  pack(typescript, TYPESCRIPT, 'package', [
    'package.json',
    'README.md',
    ...filesIn(TYPESCRIPT, 'dist', /\.(js|d\.ts)$/),
  ]);
  return true;
}

function pack(file, folder, prefix, files) {
  // A fresh clone loads this file before the packages are installed.
  const { create } = createRequire(import.meta.url)('tar');
  create({ file, cwd: join(root, folder), prefix, gzip: true, portable: true, mtime: AT, sync: true }, files.sort());
}

const filesIn = (folder, part, pattern) =>
  readdirSync(join(root, folder, part), { recursive: true })
    .filter((path) => pattern.test(path))
    .map((path) => join(part, path));

function isStale(archive, folder) {
  if (!existsSync(archive)) return true;
  const { mtimeMs } = statSync(archive);
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/dist|__pycache__/.test(entry.parentPath.slice(root.length)))
    .some(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs > mtimeMs);
}
