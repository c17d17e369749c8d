import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = /\.(?:e2e-)?spec\.tsx?$/;
/** These specs define events and jobs of their own, for which every other boot would demand a handler. */
const ALONE = /^src\/platform\/(?:events|queues)\//;
const GROUPS = 3;
/** These start processes or a browser again and again, and take about four times as long as others of their size. */
const SLOW = /(?:web-app|reference|operator-commands|start|backup|command-line|embedded|alerts)\.e2e-spec/;
const TIMES_AS_LONG = 4;

/**
 * Runs a share of the spec files in one module registry: to load the service costs 4 CPU seconds, which Jest would spend
 * for each file. Runs of named files use no groups. Sizes stand in for durations when the files are dealt out.
 */
export function runGroup(group: number): void {
  const files = ['src', 'test', 'training']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => SPEC.test(name) && !ALONE.test(name))
    .map((name) => ({ name, weight: statSync(join(ROOT, name)).size * (SLOW.test(name) ? TIMES_AS_LONG : 1) }))
    .sort((a, b) => b.weight - a.weight);
  const weights = Array.from({ length: GROUPS }, () => 0);
  for (const { name, weight } of files) {
    const lightest = weights.indexOf(Math.min(...weights));
    weights[lightest]! += weight;
    if (lightest !== group) continue;
    describe(name, () => {
      jest.requireActual(join(ROOT, name));
    });
  }
}
