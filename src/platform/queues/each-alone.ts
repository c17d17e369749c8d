/**
 * Does the work of each item. A failure is passed to `onFailure` and does not stop the items after it: the next run tries it again.
 * @returns the number of items whose work neither failed nor returned false
 */
export async function eachAlone<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  onFailure: (error: unknown, item: Item) => void,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    try {
      if ((await work(item)) !== false) done++;
    } catch (error) {
      onFailure(error, item);
    }
  }
  return done;
}
