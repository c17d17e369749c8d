/** All rows of a list, to be read through a cursor. */
export interface Listing {
  /** Null selects nothing. */
  statement: { text: string; values: unknown[] } | null;
  /** The number of rows in one read, larger for small rows. */
  rowsAtOnce: number;
  /** The items of the API for some of the rows, in their order. An item may be created lazily. */
  present: (rows: object[]) => Iterable<object> | Promise<Iterable<object>>;
}

const ROWS_AT_ONCE = 100;

/** A listing whose statement returns rows of this type. */
export const listingOf = <Row extends object>(
  statement: Listing['statement'],
  present: (rows: Row[]) => Iterable<object> | Promise<Iterable<object>>,
  rowsAtOnce = ROWS_AT_ONCE,
): Listing => ({ statement, rowsAtOnce, present: (rows) => present(rows as Row[]) });
