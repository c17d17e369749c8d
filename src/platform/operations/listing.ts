/** All rows of a list, to be read through a cursor. */
export interface Listing {
  /** Null selects nothing. */
  statement: { text: string; values: unknown[] } | null;
  /** The items of the API for some of the rows, in their order. */
  present: (rows: object[]) => object[] | Promise<object[]>;
}

/** A listing whose statement returns rows of this type. */
export const listingOf = <Row extends object>(
  statement: Listing['statement'],
  present: (rows: Row[]) => object[] | Promise<object[]>,
): Listing => ({ statement, present: (rows) => present(rows as Row[]) });
