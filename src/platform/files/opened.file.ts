import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipe } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { demandNoWorkbook } from './foreign.formats.js';
import { FileUnreadable } from './record.types.js';
import { readZip } from './zip.archive.js';

/** The bytes of a file, or of one file inside a zip archive, unpacked. */
export interface OpenedPart {
  name: string | null;
  bytes: AsyncIterable<Buffer>;
}

/** A file that is being read. `bytesTotal` is 0 if the size is not known, as for standard input. */
export interface OpenedFile {
  name: string;
  bytesTotal: number;
  bytesRead: () => number;
  parts: AsyncIterable<OpenedPart>;
}

const STANDARD_INPUT = '-';
const CHUNK_BYTES = 262_144;
const GZIP = Buffer.from([0x1f, 0x8b]);
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** A file may unpack to this size in any case, and to this many times its own size beyond that. */
const UNPACKED_BYTES = 67_108_864;
const UNPACKED_RATIO = 200;

/**
 * Opens a file, or standard input for `-`. Gzip and zip are recognized by the first bytes, not by the name.
 * @throws FileUnreadable while the parts are read, if the file unpacks to more than 64 MB and 200 times its own size
 */
export async function openFile(path: string): Promise<OpenedFile> {
  const isInput = path === STANDARD_INPUT;
  const name = isInput ? 'standard input' : path;
  const bytesTotal = isInput ? 0 : await sizeOf(path);
  let bytesRead = 0;
  const count = (bytes: number): void => void (bytesRead += bytes);
  const raw = isInput ? process.stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
  return {
    name,
    bytesTotal,
    bytesRead: () => Math.round(bytesRead),
    parts: partsOf({ path, isInput, name, raw, count, bytesRead: () => bytesRead }),
  };
}

interface RawFile {
  path: string;
  isInput: boolean;
  name: string;
  raw: Readable;
  count: (bytes: number) => void;
  bytesRead: () => number;
}

async function* partsOf(file: RawFile): AsyncGenerator<OpenedPart> {
  const { head, bytes } = await peek(counted(file.raw, file.count), ZIP.length);
  try {
    if (head.subarray(0, ZIP.length).equals(ZIP)) yield* zipParts(file, bytes);
    else yield { name: null, bytes: unpacked(head, bytes, file) };
  } finally {
    file.raw.destroy();
  }
}

/** A zip archive is read from its end, so standard input is copied to a temporary file first. */
async function* zipParts(file: RawFile, bytes: AsyncIterable<Buffer>): AsyncGenerator<OpenedPart> {
  const folder = file.isInput ? await mkdtemp(join(tmpdir(), 'import-')) : null;
  try {
    const path = folder === null ? file.path : join(folder, 'input.zip');
    if (folder !== null) await pipe(bytes, createWriteStream(path, { mode: 0o600 }));
    const size = await sizeOf(path);
    for await (const { name, bytes: entry } of readZip(path, file.count)) {
      demandNoWorkbook(name);
      const start = await peek(
        limited(entry, () => size),
        ZIP.length,
      );
      if (start.head.equals(ZIP)) throw new FileUnreadable(`${file.name} holds another archive, ${name}`);
      yield { name, bytes: unpacked(start.head, start.bytes, { ...file, bytesRead: () => size }) };
    }
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

function unpacked(head: Buffer, bytes: AsyncIterable<Buffer>, { bytesRead }: RawFile): AsyncIterable<Buffer> {
  if (!head.subarray(0, GZIP.length).equals(GZIP)) return bytes;
  // The reader of the returned stream gets every error, so the callback has nothing to do.
  const stream = pipeline(Readable.from(bytes), createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined);
  return limited(stream as AsyncIterable<Buffer>, bytesRead);
}

async function* limited(bytes: AsyncIterable<Buffer>, packedBytes: () => number): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > UNPACKED_BYTES && total > UNPACKED_RATIO * packedBytes())
      throw new FileUnreadable(`The file unpacks to more than ${UNPACKED_RATIO} times its own size`);
    yield chunk;
  }
}

async function* counted(raw: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    count(chunk.length);
    yield chunk;
  }
}

/** The first `size` bytes, and all bytes including them. */
export async function peek(
  source: AsyncIterable<Buffer>,
  size: number,
): Promise<{ head: Buffer; bytes: AsyncIterable<Buffer> }> {
  const rest = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  while (head.length < size) {
    const next = await rest.next();
    if (next.done) break;
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
  }
  return { head: head.subarray(0, size), bytes: withHead(head, rest) };
}

async function* withHead(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`;
    throw new FileUnreadable(reason, { cause: error });
  }
}
