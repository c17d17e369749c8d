import type { ThemeVariant } from '#market/reports/theme.dto.js';
import { BYTE_ORDER_MARK, type Cell, csvLinesOf } from '#platform/files/csv.writer.js';
import { EXPORT_COLUMNS, type ExportKind } from './export.columns.js';
import type { ExportFormat } from './exports.operations.js';

/** The format of the items of an export. */
export interface ExportLines {
  contentType: string;
  head: string;
  /** The lines of one item. */
  linesOf: (item: object) => string;
}

/** @param bom whether a CSV file begins with a byte order mark */
export function exportLines(kind: ExportKind, format: ExportFormat, bom: boolean): ExportLines {
  if (format === 'jsonl') {
    return { contentType: 'application/jsonl', head: '', linesOf: (item) => `${JSON.stringify(item)}\n` };
  }
  const columns = EXPORT_COLUMNS[kind];
  const paths = columns.map((column) => column.split('.'));
  const rowsOf = kind === 'reports' ? themesOf : (item: object) => [item];
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: (bom ? BYTE_ORDER_MARK : '') + csvLinesOf([columns]),
    linesOf: (item) => csvLinesOf(rowsOf(item).map((row) => paths.map((path) => cellOf(valueAt(row, path))))),
  };
}

/** One item for each theme of a report, with only that theme. Its variants are one text. */
const themesOf = (report: object & { themes?: ExportedTheme[] }): object[] =>
  (report.themes ?? []).map((theme) => ({
    ...report,
    themes: {
      ...theme,
      variants: (theme.variants ?? []).map(({ name, total_mentions: count }) => `${name} (${count})`).join('; '),
    },
  }));

type ExportedTheme = object & { variants?: Pick<ThemeVariant, 'name' | 'total_mentions'>[] };

function valueAt(item: object, path: readonly string[]): unknown {
  let at: unknown = item;
  for (const name of path) at = (at as Record<string, unknown> | null | undefined)?.[name];
  return at;
}

/** Lists and objects are written as JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
