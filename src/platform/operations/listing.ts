/** All rows of a list, to be read through a cursor. */
export interface Listing {
  /** Null selects nothing. */
  statement: { text: string; values: unknown[] } | null;
  /** How many rows are read at once. Small rows are read many at once. */
  rowsAtOnce: number;
  /** The items of the API for some of the rows, in their order. An item may be made when it is asked for. */
  present: (rows: object[]) => Iterable<object> | Promise<Iterable<object>>;
}

const ROWS_AT_ONCE = 100;

/** A listing whose statement returns rows of this type. */
export const listingOf = <Row extends object>(
  statement: Listing['statement'],
  present: (rows: Row[]) => Iterable<object> | Promise<Iterable<object>>,
  rowsAtOnce = ROWS_AT_ONCE,
): Listing => ({ statement, rowsAtOnce, present: (rows) => present(rows as Row[]) });
