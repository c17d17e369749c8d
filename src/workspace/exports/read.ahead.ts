/**
 * Prepares each batch, and reads the rows of the next one, while the caller works on the previous batch, so that the
 * database works at the same time. Always waits for the started reads before it ends.
 */
export async function* readAhead<Row, Prepared>(
  batches: AsyncGenerator<Row[]>,
  prepare: (rows: Row[]) => Prepared | Promise<Prepared>,
): AsyncGenerator<Prepared> {
  let rows = batches.next();
  const prepareNext = async (): Promise<Prepared | null> => {
    const next = await rows;
    if (next.done) return null;
    const prepared = prepare(next.value);
    rows = batches.next();
    // A failure is reported when the caller asks for this batch.
    rows.catch(() => undefined);
    return prepared;
  };
  let ahead = prepareNext();
  try {
    for (let prepared = await ahead; prepared; prepared = await ahead) {
      ahead = prepareNext();
      ahead.catch(() => undefined);
      yield prepared;
    }
  } finally {
    await Promise.allSettled([ahead, rows]);
  }
}

/** Splits batches of rows into parts of at most `size` rows. */
export async function* partsOf<Row>(batches: AsyncIterable<Row[]>, size: number): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
  }
}
