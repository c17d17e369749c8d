import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './install.mjs';
import { packClients } from './sdk.archives.mjs';

/** The Nest project file names the sources and assets. This script replaces `nest build`: see docs/decisions/0014. */
const { sourceRoot, compilerOptions } = JSON.parse(readFileSync(join(root, 'nest-cli.json'), 'utf8'));
export const source = join(root, sourceRoot);
export const output = join(root, 'dist');
/** The compiler's state of the last build. */
export const buildInfo = join(output, '.tsbuildinfo');
const stamp = join(output, '.built');

/**
 * Builds dist from src and returns whether the compiler succeeded. Without `checksTypes`, it only translates, in half the time.
 * It prints nothing to standard output, which belongs to the command that needs the build.
 */
export function build({ checksTypes = true } = {}) {
  const startedAt = new Date();
  mkdirSync(output, { recursive: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = ['-p', compilerOptions.tsConfigPath, ...(checksTypes ? [] : ['--noCheck'])];
  const { status } = spawnSync(process.execPath, [compiler, ...args], { cwd: root, stdio: [0, 2, 2] });
  removeOrphans();
  copyAssets();
  if (status !== 0 || !packClients()) return false;
  chmodSync(join(output, 'cli.js'), 0o755);
  writeFileSync(stamp, '');
  // A source that changes while the compiler runs must count as newer than the build.
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

/** Builds when a source, except a spec, is newer than the last successful build. */
export function buildIfStale() {
  const built = builtAt();
  const settings = ['tsconfig.json', compilerOptions.tsConfigPath, 'package-lock.json', 'nest-cli.json'];
  const inputs = [source, ...listSources().map((path) => join(source, path))];
  inputs.push(...settings.map((path) => join(root, path)));
  if (inputs.every((path) => statSync(path).mtimeMs <= built)) return true;
  console.error('Building ...');
  return build();
}

/** The time of the last successful build in milliseconds, or 0. */
export function builtAt() {
  return statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The files and folders of src except specs, as paths below src. */
export function listSources() {
  return readdirSync(source, { recursive: true }).filter((path) => !/\.spec\.tsx?$/.test(path));
}

/** Removes output without a source, so that a renamed migration does not also run under its old name. */
export function removeOrphans() {
  if (!existsSync(output)) return;
  for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
    const match = entry.isFile() && /^(.+)\.js(\.map)?$/.exec(entry.name);
    if (!match) continue;
    const folder = join(source, relative(output, entry.parentPath));
    if (['.ts', '.tsx', '.js'].some((suffix) => existsSync(join(folder, match[1] + suffix)))) continue;
    rmSync(join(entry.parentPath, entry.name));
  }
}

function copyAssets() {
  for (const { include } of compilerOptions.assets) {
    const folder = include.replace(/\/\*\*.*$/, '');
    if (!existsSync(join(source, folder))) continue;
    rmSync(join(output, folder), { recursive: true, force: true });
    mkdirSync(dirname(join(output, folder)), { recursive: true });
    cpSync(join(source, folder), join(output, folder), { recursive: true });
  }
}

if (process.argv[1] === import.meta.filename) process.exit(build() ? 0 : 1);
