/**
 * Prepares each batch while the caller works on the one before, so that the database works at the same time. Waits for
 * the batch in preparation before it ends, whatever ends it.
 */
export async function* readAhead<Row, Prepared>(
  batches: AsyncGenerator<Row[]>,
  prepare: (rows: Row[]) => Prepared | Promise<Prepared>,
): AsyncGenerator<Prepared> {
  const prepareNext = async (): Promise<Prepared | null> => {
    const next = await batches.next();
    return next.done ? null : prepare(next.value);
  };
  let ahead = prepareNext();
  try {
    for (let prepared = await ahead; prepared; prepared = await ahead) {
      ahead = prepareNext();
      // A failure is reported when the caller asks for this batch.
      ahead.catch(() => undefined);
      yield prepared;
    }
  } finally {
    await ahead.catch(() => undefined);
  }
}

/** Splits batches of rows into parts of at most `size` rows. */
export async function* partsOf<Row>(batches: AsyncIterable<Row[]>, size: number): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
  }
}
