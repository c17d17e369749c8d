/**
 * One kind of background work. Its payload is the id of a row: the row is the truth, and the worker that claims it does
 * the work.
 */
export interface JobDefinition {
  /** The feature's queue. */
  queue: string;
  /** Imperative, such as `generate-report`. */
  name: string;
  attempts: number;
  /** First pause before a retry; doubles each time. */
  backoffMs: number;
  /** Jobs without one go first; then the lowest number. */
  priority?: number;
}

/** What every job carries. */
export interface JobPayload {
  id: string;
}
