export type Cell = string | number | null;

/** The first characters of a text that a spreadsheet would run as a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\n\0＝＋－＠]/;
/** Most texts are written as they are. */
const NEEDS_CHANGE = new RegExp(`${FORMULA.source}|[",;\\t\\r\\n\\0]`);
/** Spreadsheets of some countries split a file at semicolons or tabs, quoted or not, and run what stands there. */
const FORMULA_AFTER_SPLIT = /(?<=[;\t])(?=[=+\-@＝＋－＠])/g;
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Batches of rows as chunks of CSV (RFC 4180) with a header, for spreadsheets: a text that would be a formula gets a leading
 * apostrophe, and a byte order mark declares the text as UTF-8.
 */
export async function* csvChunksOf(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLinesOf([header]);
  for await (const rows of batches) yield csvLinesOf(rows);
}

/** Rows as lines of CSV, without a header or a byte order mark. */
export const csvLinesOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  if (!NEEDS_CHANGE.test(value)) return value;
  const text = value.replaceAll('\0', '').replaceAll(FORMULA_AFTER_SPLIT, "'");
  const inert = FORMULA.test(value) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
