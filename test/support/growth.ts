/** Work that takes less CPU time than this is not measured again. Quadratic work on 100,000 characters takes several seconds; a collection of garbage beside linear work takes a few hundred milliseconds. */
const UNDOUBTEDLY_FAST_MS = 1_000;
const ROUNDS = 3;
const TIMES = 4;
/** Linear work takes 4 times as long for 4 times the text, quadratic work 16 times. */
const MAX_GROWTH = 9;

/**
 * Returns whether `work` takes much more than four times as long for a text of `length` characters as for a quarter of it. It compares the fastest of a few rounds, so that neither the machine nor its other load matters.
 */
export function growsFasterThanText(work: (length: number) => unknown, length: number): boolean {
  if (cpuMsOf(() => work(length)) < UNDOUBTEDLY_FAST_MS) return false;
  return fastest(() => work(length)) > MAX_GROWTH * fastest(() => work(length / TIMES));
}

function fastest(work: () => unknown): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => cpuMsOf(work)));
}

function cpuMsOf(work: () => unknown): number {
  const startedAt = process.cpuUsage();
  work();
  return process.cpuUsage(startedAt).user / 1_000;
}
