import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = /\.(?:e2e-)?spec\.tsx?$/;
/** These specs define separate events, jobs and paid actions, which every other boot would find. */
const ALONE = /^src\/platform\/(?:events|queues)\/|\/(?:battle-card|paid-actions)\./;
const GROUPS = 3;
/** The specs that take longest, in seconds, when each group runs alone. The others take about as long as others of their size. */
const SECONDS: Record<string, number> = {
  'web-app': 62,
  'web-reports': 30,
  reference: 28,
  webhooks: 24,
  start: 19,
  'unlock-contact': 13,
  exports: 12,
  embedded: 11,
  hostile: 10,
  'operator-commands': 10,
  'reference-pages': 10,
  'test-mode': 10,
  alerts: 9,
  backup: 9,
  'report-generation': 9,
  'command-line': 8,
};
const BYTES_PER_SECOND = 6_000;

/**
 * Runs a share of the spec files in one module registry: to load the service costs 4 CPU seconds, which Jest would spend
 * for each file. Runs of named files use no groups.
 */
export function runGroup(group: number): void {
  const files = ['src', 'test', 'training']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => SPEC.test(name) && !ALONE.test(name))
    .map((name) => ({ name, seconds: secondsOf(name) }))
    .sort((a, b) => b.seconds - a.seconds);
  const sums = Array.from({ length: GROUPS }, () => 0);
  for (const { name, seconds } of files) {
    const shortest = sums.indexOf(Math.min(...sums));
    sums[shortest]! += seconds;
    if (shortest !== group) continue;
    describe(name, () => {
      jest.requireActual(join(ROOT, name));
    });
  }
}

const secondsOf = (name: string): number =>
  SECONDS[basename(name, '.e2e-spec.ts')] ?? statSync(join(ROOT, name)).size / BYTES_PER_SECOND;
