import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = /\.(?:e2e-)?spec\.tsx?$/;
/** These specs define events and jobs of their own, for which every other boot would demand a handler. */
const ALONE = /^src\/platform\/(?:events|queues)\//;
const GROUPS = 3;

/**
 * Runs a share of the spec files in one module registry: to load the service costs 4 CPU seconds, which Jest would spend
 * for each file. Runs of named files use no groups. Sizes stand in for durations when the files are dealt out.
 */
export function runGroup(group: number): void {
  const files = ['src', 'test', 'training']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => SPEC.test(name) && !ALONE.test(name))
    .map((name) => ({ name, bytes: statSync(join(ROOT, name)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  for (const { name } of files.filter((_, index) => index % GROUPS === group)) {
    describe(name, () => {
      jest.requireActual(join(ROOT, name));
    });
  }
}
