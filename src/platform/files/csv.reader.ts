import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { FileUnreadable, MAX_RECORD_BYTES, NOT_UTF8, type ReadRecord } from './record.types.js';
import { Utf8Watch } from './text.encoding.js';

const MAX_COLUMNS = 1_000;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^sep=(.)\r?\n/;
const BATCH = 100;

/** The separator of the records of a delimited text, and whether Excel's `sep=` line comes first. */
export interface Dialect {
  delimiter: string;
  hasSeparatorLine: boolean;
}

/** The dialect of a text by its first line: the delimiter that occurs most often outside quotes. */
export function dialectOf(head: string): Dialect {
  const separator = SEPARATOR_LINE.exec(head)?.[1];
  if (separator !== undefined) return { delimiter: separator, hasSeparatorLine: true };
  const line = (head.replace(/"[^"]*"/g, '').split(/\r?\n/, 1)[0] ?? '').slice(0, 100_000);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  return { delimiter: best.delimiter, hasSeparatorLine: false };
}

interface CsvRow {
  info: Info;
  record: string[];
}

/**
 * Reads delimited text with a header line, which `onHeader` receives. A record with more cells than the header becomes a reject.
 * @throws FileUnreadable if a quote is never closed, or the header has more than 1,000 columns
 */
export async function* readCsv(
  input: AsyncIterable<Buffer>,
  { delimiter, hasSeparatorLine }: Dialect,
  onHeader: (columns: string[]) => void,
): AsyncGenerator<ReadRecord[]> {
  const watch = new Utf8Watch();
  let parsedLine = 0;
  const rows = parser(delimiter, hasSeparatorLine, (line) => (parsedLine = line));
  const source = Readable.from(watch.watch(input));
  source.once('error', (error) => rows.destroy(error));
  source.pipe(rows);
  let columns: string[] | null = null;
  let lastLine = 0;
  let read: ReadRecord[] = [];
  try {
    for await (const { info, record } of rows as AsyncIterable<CsvRow>) {
      const line = lastLine + 1;
      lastLine = info.lines;
      if (columns === null) onHeader((columns = headerOf(record)));
      else read.push(recordOf(record, columns, line, watch.isBroken));
      if (read.length < BATCH) continue;
      yield read;
      read = [];
    }
    if (read.length > 0) yield read;
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error, parsedLine) : error;
  } finally {
    source.destroy();
  }
}

const parser = (delimiter: string, hasSeparatorLine: boolean, onLine: (line: number) => void) =>
  parse({
    delimiter,
    from_line: hasSeparatorLine ? 2 : 1,
    info: true,
    on_record: (record: string[], { lines }) => {
      onLine(lines);
      return record;
    },
    max_record_size: MAX_RECORD_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });

function headerOf(cells: string[]): string[] {
  if (cells.length > MAX_COLUMNS)
    throw new FileUnreadable(`The header has ${cells.length} columns; at most ${MAX_COLUMNS} are read`);
  const seen = new Set<string>();
  return cells.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const column = seen.has(name) ? `${name} (${index + 1})` : name;
    seen.add(column);
    return column;
  });
}

function recordOf(cells: string[], columns: string[], line: number, mayBeBroken: boolean): ReadRecord {
  const bytes = cells.reduce((sum, cell) => sum + cell.length, 0);
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    return { line, bytes, reason: `the line has ${cells.length} cells, but the header has ${columns.length}` };
  if (mayBeBroken && cells.some((cell) => cell.includes('\ufffd'))) return { line, bytes, reason: NOT_UTF8 };
  const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  columns.forEach((column, index) => {
    const cell = cells[index];
    if (cell !== undefined && cell !== '') value[column] = cell;
  });
  return { line, bytes, value };
}

function unreadable(error: CsvError, lastLine: number): FileUnreadable {
  const isOpenQuote = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
  const message = isOpenQuote ? 'is longer than 1 MB, or has an unclosed quote' : `cannot be read: ${error.message}`;
  return new FileUnreadable(`The record that begins on line ${lastLine + 1} ${message}`, { cause: error });
}
