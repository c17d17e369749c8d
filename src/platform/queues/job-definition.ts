/**
 * One kind of background work. Its payload names a row: the row is authoritative, and the worker that claims the row does
 * the work.
 */
export interface JobDefinition {
  /** The feature's queue. */
  queue: string;
  /** Imperative, such as `generate-report`. */
  name: string;
  attempts: number;
  /** The pause before the first retry. It doubles with each retry. */
  backoffMs: number;
  /** Seconds before the job may run. */
  delaySeconds?: number;
  /** Jobs without a priority run first, then the lowest number. */
  priority?: number;
  /** Fields of the row that the payload repeats for the board. No code reads them. */
  about?: Readonly<Record<string, string | null>>;
}

/** The payload of every job. */
export interface JobPayload {
  id: string;
  /** The request that started the work, for the log. */
  request_id?: string;
}
