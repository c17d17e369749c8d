import { spawnSync } from 'node:child_process';
import { root } from './install.mjs';

/**
 * The files that differ from where this branch left main, committed or not, as paths below the root. Removed files are
 * left out unless `removed` is true. @throws an Error outside a repository
 */
export function changedFiles({ removed = false } = {}) {
  if (git('rev-parse', '--git-dir').length === 0) throw new Error('--changed needs a git repository.');
  const base = ['main', 'origin/main'].map((branch) => git('merge-base', 'HEAD', branch)[0]).find(Boolean) ?? 'HEAD';
  const changed = git('diff', '--name-only', '--no-renames', `--diff-filter=${removed ? 'ACDM' : 'ACM'}`, base);
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed, ...added])].sort();
}

/** The lines that git prints; no lines if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}
