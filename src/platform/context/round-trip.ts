/**
 * Lets the batches of a DataLoader take turns. An idle process sends a batch at once. In a busy one, all keys that arrive during a round
 * trip share the next one, so it sends fewer and larger batches.
 */
export class RoundTrip {
  private last: Promise<unknown> = Promise.resolve();

  /** The `batchScheduleFn` of the DataLoader. */
  readonly schedule = (send: () => void): void => void this.last.then(() => setImmediate(send));

  /** Makes later batches wait for this one, whatever its outcome. */
  track<T>(batch: Promise<T>): Promise<T> {
    this.last = batch.catch(() => undefined);
    return batch;
  }
}
