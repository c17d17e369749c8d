import type { AnswerContext, AnswerFormat } from './answer.format.js';
import { AnswerReader } from './answer.reader.js';
import { dialectOf, readCsv } from './csv.reader.js';
import { readFeed } from './feed.reader.js';
import { demandReadable, FOREIGN_HEAD_BYTES } from './foreign.formats.js';
import { readJsonArray, readJsonDocument } from './json.reader.js';
import { readJsonl } from './jsonl.reader.js';
import { type OpenedFile, type OpenedPart, openFile, peek } from './opened.file.js';
import {
  BatchCollector,
  type FileFormat,
  type FilePart,
  FileUnreadable,
  type ReadRecord,
  type RecordBatch,
} from './record.types.js';
import { detectEncoding, toUtf8 } from './text.encoding.js';

const FORMAT_HEAD_BYTES = 65_536;
/** A listing of one object, such as `{"kind": "Listing", ...` or `{"data": [`, or an object over several lines. */
const DOCUMENT = /^\{(?:\s*\r?\n|\s*"kind"\s*:\s*"Listing"|\s*"[a-z_]{1,40}"\s*:\s*\[\s*\{)/;

/** `encoding` overrides the detected encoding, such as `windows-1252`. `answers` are the answers of sources that are read. */
export interface ReadOptions extends AnswerContext {
  encoding?: string;
  answers?: readonly AnswerFormat[];
}

/**
 * Reads the records of a file, or of standard input for `-`, in batches of at most 1,000 records or 4 MB, so that memory
 * use does not depend on its size. JSON Lines, a JSON array or listing, CSV, TSV, RSS and Atom are recognized by the
 * content, as are gzip, zip and UTF-16. An invalid record becomes a reject, and reading continues.
 * @throws FileUnreadable
 */
export async function* readRecords(file: OpenedFile | string, options: ReadOptions = {}): AsyncGenerator<RecordBatch> {
  const opened = typeof file === 'string' ? await openFile(file) : file;
  let line = 0;
  try {
    for await (const part of opened.parts) {
      line = 0;
      for await (const batch of readPart(part, opened, options)) {
        line = Math.max(line, batch.lines.at(-1)?.line ?? 0, batch.rejects.at(-1)?.line ?? 0);
        yield batch;
      }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof FileUnreadable) throw new FileUnreadable(`${opened.name}: ${message}`, { cause: error });
    if (code === undefined) throw error;
    throw new FileUnreadable(`${opened.name} cannot be read after line ${line}: ${message}`, { cause: error });
  }
}

async function* readPart(part: OpenedPart, file: OpenedFile, options: ReadOptions): AsyncGenerator<RecordBatch> {
  const raw = await peek(part.bytes, FOREIGN_HEAD_BYTES);
  demandReadable(raw.head);
  const text = toUtf8(raw.bytes, options.encoding ?? detectEncoding(raw.head));
  const { head, bytes } = await peek(text, FORMAT_HEAD_BYTES);
  const start = head.toString('utf8');
  const answers = new AnswerReader(options.answers, options);
  const format = answers.begins(start) ? 'JSON' : formatOf(start);
  const described: FilePart = { name: part.name, format, columns: null, answer: null };
  const collector = new BatchCollector(described, file.bytesRead);
  for await (const records of recordsOf(bytes, start, described, answers)) {
    described.answer = answers.recognized;
    for (const record of records) {
      collector.add(record);
      if (collector.isFull) yield collector.take();
    }
  }
  yield collector.take();
}

function recordsOf(
  bytes: AsyncIterable<Buffer>,
  start: string,
  part: FilePart,
  answers: AnswerReader,
): AsyncIterable<ReadRecord[]> {
  switch (part.format) {
    case 'JSON Lines':
      return readJsonl(bytes, answers);
    case 'JSON':
      return start.trimStart().startsWith('[') ? readJsonArray(bytes, answers) : readJsonDocument(bytes, answers);
    case 'RSS or Atom':
      return readFeed(bytes);
    default:
      return readCsv(bytes, dialectOf(start), (columns) => (part.columns = columns));
  }
}

function formatOf(start: string): FileFormat {
  const text = start.trimStart();
  if (text === '') return 'JSON Lines';
  if (text.startsWith('[') && !/^\[[^\n]*\][^\S\n]*\n\s*[{[]/.test(text)) return 'JSON';
  if (text.startsWith('<')) return 'RSS or Atom';
  if (text.startsWith('{')) return DOCUMENT.test(text) ? 'JSON' : 'JSON Lines';
  // A file of JSON lines can begin with a damaged line.
  if (/^[^\n]*\n\s*\{\s*"/.test(text)) return 'JSON Lines';
  return dialectOf(text).delimiter === '\t' ? 'TSV' : 'CSV';
}
