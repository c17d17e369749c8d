/** Some items of a round failed, each of which was reported. The round counts as failed. */
export class ItemsFailed extends Error {
  constructor(failed: number, all: number, cause: unknown) {
    super(`${failed} of ${all} failed`, { cause });
  }
}

/**
 * Does the work of each item. A failure is passed to `onFailure` and does not stop the items after it: the next run tries it again.
 * @returns the number of items whose work did not return false
 * @throws ItemsFailed after the last item, if the work of one failed
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onFailure: (error: unknown, item: Item) => void,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      if ((await work(item)) !== false) done++;
    } catch (error) {
      failures.push(error);
      onFailure(error, item);
    }
  }
  if (failures.length > 0) throw new ItemsFailed(failures.length, items.length, failures[0]);
  return done;
}
