/** All rows of a list, to be read through a cursor. */
export interface Listing {
  /** Null selects nothing. */
  statement: { text: string; values: unknown[] } | null;
  /** The items of the API for some of the rows, in their order. An item may be made when it is asked for. */
  present: (rows: object[]) => Iterable<object> | Promise<Iterable<object>>;
}

/** A listing whose statement returns rows of this type. */
export const listingOf = <Row extends object>(
  statement: Listing['statement'],
  present: (rows: Row[]) => Iterable<object> | Promise<Iterable<object>>,
): Listing => ({ statement, present: (rows) => present(rows as Row[]) });
