import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Installs the dependencies in the lock file unless they are installed. Uses only Node and npm. */
export function ensureInstalled() {
  if (isInstalled()) return;
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a link to a folder that does not match package-lock.json: run npm ci there.');
  }
  console.error('Installing the dependencies (npm ci) ...');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  run([...npm, ...args], { stdio: ['inherit', 2, 2], shell: npm.length === 1 && process.platform === 'win32' });
}

/** Runs a command in the project's folder. If the command fails, this process exits with the same code. */
export function run([command, ...args], options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function isInstalled() {
  const required = packagesIn('package-lock.json');
  const installed = packagesIn('node_modules/.package-lock.json');
  if (!installed) return false;
  return Object.entries(required).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  );
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(join(root, lockFile), 'utf8')).packages;
  } catch {
    return null;
  }
}
