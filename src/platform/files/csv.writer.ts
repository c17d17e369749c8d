type Cell = string | number | null;

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Rows as CSV (RFC 4180) with a header, for spreadsheets: a text that would be a formula gets a leading apostrophe, and
 * a byte order mark says that the text is UTF-8.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + [header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
