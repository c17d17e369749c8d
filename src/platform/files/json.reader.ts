import { isUtf8 } from 'node:buffer';
import type { AnswerReader } from './answer.reader.js';
import { unwrapDocument, unwrapRecords } from './json.wrappers.js';
import { FileUnreadable, MAX_RECORD_BYTES, NOT_AN_OBJECT, NOT_UTF8, type ReadRecord } from './record.types.js';

const MAX_DOCUMENT_BYTES = 67_108_864;
const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * Reads the items of a JSON array one by one, so that memory use does not depend on its size.
 * @throws FileUnreadable if the array ends too early
 */
export async function* readJsonArray(
  input: AsyncIterable<Buffer>,
  answers: AnswerReader,
): AsyncGenerator<ReadRecord[]> {
  const splitter = new ItemSplitter(answers);
  for await (const chunk of input) {
    const items = splitter.split(chunk);
    if (items.length > 0) yield items;
  }
  if (!splitter.isClosed) throw new FileUnreadable('The JSON array is not closed: the file is cut off');
}

/**
 * Reads a JSON document of at most 64 MB that is one object with a list of records in it.
 * @throws FileUnreadable if it is longer or not valid
 */
export async function* readJsonDocument(
  input: AsyncIterable<Buffer>,
  answers: AnswerReader,
): AsyncGenerator<ReadRecord[]> {
  const bytes = await wholeOf(input);
  if (!isUtf8(bytes)) throw new FileUnreadable('The file is not valid UTF-8');
  const text = bytes.toString('utf8');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new FileUnreadable(`The file is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  const records = unwrapDocument(document, answers);
  for (const [index, value] of records.entries())
    yield [{ line: index + 1, bytes: text.length / records.length, value }];
}

/** @throws FileUnreadable if the file has more than 64 MB */
export async function wholeOf(input: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    length += chunk.length;
    if (length > MAX_DOCUMENT_BYTES) throw new FileUnreadable('The file is one document of more than 64 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Finds the items of an array in its bytes: depth and strings are enough to tell where an item ends. */
class ItemSplitter {
  isClosed = false;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private item: Buffer[] = [];
  private length = 0;
  private position = 0;

  constructor(private readonly answers: AnswerReader) {}

  split(chunk: Buffer): ReadRecord[] {
    const items: ReadRecord[] = [];
    let from = this.depth > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length && !this.isClosed; at++) {
      const byte = chunk[at];
      if (this.inString) this.readString(byte);
      else if (byte === QUOTE) this.inString = true;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        if (++this.depth === 1) from = at + 1;
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.depth--;
      const ends = !this.inString && ((byte === COMMA && this.depth === 1) || this.depth === 0);
      if (!ends || from < 0) continue;
      this.take(chunk.subarray(from, at));
      this.finish(items);
      this.isClosed = this.depth === 0;
      from = at + 1;
    }
    if (from >= 0 && !this.isClosed) this.take(Buffer.from(chunk.subarray(from)));
    return items;
  }

  private readString(byte: number | undefined): void {
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  private take(part: Buffer): void {
    this.length += part.length;
    if (this.length <= MAX_RECORD_BYTES) this.item.push(part);
    else this.item = [];
  }

  private finish(items: ReadRecord[]): void {
    const { length } = this;
    const bytes = Buffer.concat(this.item);
    this.item = [];
    this.length = 0;
    const line = ++this.position;
    if (length > MAX_RECORD_BYTES)
      return void items.push({ line, bytes: length, reason: 'the item is longer than 1 MB' });
    if (!isUtf8(bytes)) return void items.push({ line, bytes: length, reason: NOT_UTF8.replace('line', 'item') });
    const text = bytes.toString('utf8').trim();
    if (text === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return void items.push({ line, bytes: length, reason: 'the item is not valid JSON' });
    }
    const records = unwrapRecords(value, this.answers);
    if (records === null)
      return void items.push({ line, bytes: length, reason: NOT_AN_OBJECT.replace('line', 'item') });
    for (const record of records) items.push({ line, bytes: length / records.length, value: record });
  }
}
