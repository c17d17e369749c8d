import { isUtf8 } from 'node:buffer';
import { createReadStream, type ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** One line with a JSON object. Lines are numbered from 1, including blank lines. */
export interface JsonLine {
  line: number;
  value: Record<string, unknown>;
}

/** A line that cannot be used, with the reason. */
export interface Reject {
  line: number;
  reason: string;
}

/** The next lines of a file, with the number of bytes read so far (compressed bytes if the file is gzipped). */
export interface JsonlBatch {
  lines: JsonLine[];
  rejects: Reject[];
  bytesRead: number;
}

/** The file cannot be read: it is missing, damaged or a folder. The message is for the operator. */
export class FileUnreadable extends Error {}

const MAX_LINE_BYTES = 1_048_576;
const BATCH_LINES = 1_000;
const BATCH_BYTES = 4_194_304;
const CHUNK_BYTES = 262_144;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Reads newline-delimited JSON in batches of at most 1,000 lines or 4 MB, so that memory use does not depend on the
 * size of the file. Gzip is detected by the first bytes, not by the name. An invalid line becomes a reject, and reading
 * continues.
 * @throws FileUnreadable
 */
export async function* readJsonl(path: string): AsyncGenerator<JsonlBatch> {
  let raw: ReadStream | undefined;
  let number = 0;
  try {
    const zipped = await isGzip(path);
    raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    const input = zipped ? gunzip(raw) : raw;
    let batch: JsonlBatch = { lines: [], rejects: [], bytesRead: 0 };
    let bytes = 0;
    for await (const line of splitLines(input)) {
      number++;
      sortInto(batch, line, number);
      bytes += line?.length ?? MAX_LINE_BYTES;
      if (batch.lines.length + batch.rejects.length < BATCH_LINES && bytes < BATCH_BYTES) continue;
      yield { ...batch, bytesRead: raw.bytesRead };
      batch = { lines: [], rejects: [], bytesRead: 0 };
      bytes = 0;
    }
    yield { ...batch, bytesRead: raw.bytesRead };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new FileUnreadable(`${path} cannot be read after line ${number}: ${message}`, { cause: error });
  } finally {
    raw?.destroy();
  }
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return buffer.subarray(0, bytesRead).equals(GZIP);
  } finally {
    await file.close();
  }
}

function gunzip(raw: Readable): Readable {
  // The reader of the returned stream gets every error, so the callback has nothing to do.
  return pipeline(raw, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
}

/** The lines of a stream without line ends; null for a line that is too long. */
async function* splitLines(input: Readable): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const line = (): Buffer | null => {
    const whole = length > MAX_LINE_BYTES ? null : parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    // A copy, so that a short remainder does not keep the whole chunk in memory.
    if (from < chunk.length) take(Buffer.from(chunk.subarray(from)));
  }
  if (length > 0) yield line();
}

function sortInto(batch: JsonlBatch, line: Buffer | null, number: number): void {
  if (line === null) return void batch.rejects.push({ line: number, reason: 'the line is longer than 1 MB' });
  const bytes = withoutMarks(line, number);
  if (!isUtf8(bytes)) return void batch.rejects.push({ line: number, reason: 'the line is not valid UTF-8' });
  const text = bytes.toString('utf8');
  if (text.trim() === '') return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return void batch.rejects.push({ line: number, reason: 'the line is not valid JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return void batch.rejects.push({ line: number, reason: 'the line is not a JSON object' });
  }
  batch.lines.push({ line: number, value: value as Record<string, unknown> });
}

/** Removes the carriage return of a Windows line end and the byte order mark of the first line. */
function withoutMarks(line: Buffer, number: number): Buffer {
  const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
  const begin = number === 1 && line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  return line.subarray(begin, end);
}
