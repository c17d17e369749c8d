import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { buildInfo, builtAt, listSources, output, removeOrphans, source } from './build.mjs';
import { swc } from './swc.mjs';

/**
 * Brings dist up to date for development and tests: writes the output of each source that is newer than its output, in
 * milliseconds and without checking types. The next build compiles everything again.
 * @returns the paths of these sources below src, and the message of each source that cannot be compiled
 */
export async function transpile() {
  const built = builtAt();
  const changed = listSources().filter((path) => isStale(path, built));
  const failures = [];
  if (changed.length > 0) {
    const { transformFileSync } = await import('@swc/core');
    // The compiler would keep the output of a source that has not changed since the last build.
    rmSync(buildInfo, { force: true });
    for (const path of changed) {
      try {
        write(path, transformFileSync);
      } catch (error) {
        failures.push(`${path}: ${error.message}`);
      }
    }
  }
  removeOrphans();
  return { changed, failures };
}

const outputOf = (path) => join(output, path.replace(/\.tsx?$/, '.js'));

function isStale(path, built) {
  const from = statSync(join(source, path), { throwIfNoEntry: false });
  if (!from?.isFile()) return false;
  const to = statSync(outputOf(path), { throwIfNoEntry: false });
  return !to || from.mtimeMs > Math.max(built, to.mtimeMs);
}

function write(path, transformFileSync) {
  const [from, to] = [join(source, path), outputOf(path)];
  mkdirSync(dirname(to), { recursive: true });
  if (!/\.tsx?$/.test(path)) return cpSync(from, to);
  const { code, map } = transformFileSync(from, {
    ...swc,
    swcrc: false,
    module: { type: 'es6' },
    sourceMaps: true,
    sourceFileName: relative(dirname(to), from),
  });
  writeFileSync(`${to}.map`, map);
  writeFileSync(to, `${code}//# sourceMappingURL=${basename(to)}.map\n`);
}
