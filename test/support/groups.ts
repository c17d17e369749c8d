import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SPEC = /\.(?:e2e-)?spec\.tsx?$/;
/** These specs define separate events, jobs and paid actions, which every other boot would find. */
const ALONE = /^src\/platform\/(?:events|queues)\/|\/(?:battle-card|paid-actions)\./;
const GROUPS = 3;
/** The specs that take longest, in seconds, when each group runs alone. The others take about as long as others of their size. */
const SECONDS: Record<string, number> = {
  'web-app': 78,
  'web-reports': 48,
  reference: 29,
  sources: 20,
  start: 16,
  webhooks: 15,
  tracing: 13,
  'new-operation': 14,
  'app-review': 11,
  'operator-commands': 10,
  'pitch.quotes': 9,
  'hand-overs': 8,
  embedded: 7,
  'source-erasure': 7,
  'test-mode': 7,
  walk: 7,
  backup: 6,
  clients: 6,
  operators: 6,
  'redis-tls': 6,
  'report-in-the-making': 6,
  'change.finder': 5,
  'command-line': 5,
  'recipe.trainer': 5,
  'reference-pages': 5,
  'wrong-environment': 5,
  purchase: 4,
  replicas: 4,
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
  const ours = files.filter(({ seconds }) => {
    const shortest = sums.indexOf(Math.min(...sums));
    sums[shortest]! += seconds;
    return shortest === group;
  });
  // Patterns are slower late in a long process: the quotes of pitches took 9.4 CPU seconds in the middle of a group, now 3.5.
  for (const { name } of [...ours.filter(isOfUnit), ...ours.filter((file) => !isOfUnit(file))]) {
    describe(name, () => {
      jest.requireActual(join(ROOT, name));
    });
  }
}

const isOfUnit = ({ name }: { name: string }): boolean => !name.startsWith('test');

const secondsOf = (name: string): number =>
  SECONDS[basename(name).replace(SPEC, '')] ?? statSync(join(ROOT, name)).size / BYTES_PER_SECOND;
