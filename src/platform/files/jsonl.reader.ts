import { isUtf8 } from 'node:buffer';
import { AnswerReader } from './answer.reader.js';
import { unwrapRecords } from './json.wrappers.js';
import { MAX_RECORD_BYTES, NOT_AN_OBJECT, NOT_UTF8, type ReadRecord, TOO_LONG } from './record.types.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads newline-delimited JSON. An invalid line becomes a reject, and reading continues. */
export async function* readJsonl(
  input: AsyncIterable<Buffer>,
  answers = new AnswerReader(),
): AsyncGenerator<ReadRecord[]> {
  let number = 0;
  for await (const lines of splitLines(input)) {
    const read: ReadRecord[] = [];
    for (const line of lines) parseLine(line, ++number, read, answers);
    if (read.length > 0) yield read;
  }
}

/** The lines of a stream without line ends, those of one chunk together; null for a line that is too long. */
async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<(Buffer | null)[]> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length <= MAX_RECORD_BYTES) parts.push(part);
    else parts = [];
  };
  const line = (): Buffer | null => {
    const whole = length > MAX_RECORD_BYTES ? null : parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of input) {
    const lines: (Buffer | null)[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      lines.push(line());
      from = end + 1;
    }
    // A copy, so that a short remainder does not keep the whole chunk in memory.
    if (from < chunk.length) take(Buffer.from(chunk.subarray(from)));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [line()];
}

function parseLine(line: Buffer | null, number: number, read: ReadRecord[], answers: AnswerReader): void {
  const reject = (reason: string): void =>
    void read.push({ line: number, bytes: line?.length ?? MAX_RECORD_BYTES, reason });
  if (line === null) return reject(TOO_LONG);
  const bytes = line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
  if (!isUtf8(bytes)) return reject(NOT_UTF8);
  const text = bytes.toString('utf8');
  if (text.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reject('the line is not valid JSON');
  }
  const records = unwrapRecords(value, answers);
  if (records === null) return reject(NOT_AN_OBJECT);
  for (const record of records) read.push({ line: number, bytes: line.length / records.length, value: record });
}
