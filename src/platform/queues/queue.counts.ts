import type { Queue } from 'bullmq';

/** The jobs of a queue by state, and its workers. */
export interface QueueCounts {
  workers: number;
  /** Those with a priority, too. */
  waiting: number;
  prioritized: number;
  active: number;
  delayed: number;
  failed: number;
}

/** Counts the jobs and the workers of a queue. */
export async function countsOf(queue: Queue): Promise<QueueCounts> {
  const [workers, counts] = await Promise.all([
    queue.getWorkersCount(),
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
  ]);
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { workers, waiting, prioritized, active, delayed, failed };
}
