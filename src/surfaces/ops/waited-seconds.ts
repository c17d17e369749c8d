import type { Job, Queue } from 'bullmq';

/**
 * How long a job has waited for a worker at a time in milliseconds. Its planned delay does not count: the jobs of daily work wait for
 * a day by intention. BullMQ forgets `delay` itself when the job is due.
 */
export const waitedSeconds = ({ timestamp, opts }: Job, at: number): number =>
  Math.max(0, at - timestamp - (opts.delay ?? 0)) / 1_000;

/** How long the oldest waiting job of a queue has waited; 0 without one. */
export async function oldestSecondsOf(queue: Queue): Promise<number> {
  const [oldest] = await queue.getJobs(['waiting', 'prioritized'], 0, 0, true);
  return oldest ? waitedSeconds(oldest, Date.now()) : 0;
}
