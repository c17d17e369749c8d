/**
 * Prepares each batch while the caller works on the one before, so that the database works at the same time. Waits for
 * the batch in preparation before it ends, whatever ends it.
 */
export async function* readAhead<Row, Item>(
  batches: AsyncGenerator<Row[]>,
  prepare: (rows: Row[]) => Item[] | Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const prepareNext = async (): Promise<Item[] | null> => {
    const next = await batches.next();
    return next.done ? null : prepare(next.value);
  };
  let ahead = prepareNext();
  try {
    for (let items = await ahead; items; items = await ahead) {
      ahead = prepareNext();
      // A failure is reported when the caller asks for this batch.
      ahead.catch(() => undefined);
      yield items;
    }
  } finally {
    await ahead.catch(() => undefined);
  }
}
