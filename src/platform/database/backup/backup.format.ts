import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

const MAGIC = Buffer.from('qualm-backup-1\n');
/** The maximum length of a frame. A reader rejects longer ones, so that a damaged length does not fill the memory. */
const MAX_FRAME_LENGTH = 16 * 1024 * 1024;
const LENGTH_BYTES = 4;
const DIGEST_BYTES = 32;
const NEWLINE = 10;

const headerSchema = z.object({
  created_at: z.iso.datetime(),
  release: z.string(),
  /** The names of the migrations that the database had run, oldest first. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) })),
});

/** The contents of a backup. The rows of the tables follow in this order. */
export type BackupHeader = z.infer<typeof headerSchema>;

/** The file is not a backup, or is damaged. The message is for the operator. */
export class BackupUnreadable extends Error {}

export const damaged = () => new BackupUnreadable('The backup is damaged or incomplete');
const foreign = () => new BackupUnreadable('The file is not a backup that this release can read');

/**
 * Writes the content of a backup, before compression: a first line with the version of the format, then frames of a
 * length (4 bytes) and as many bytes. The first frame is the header, then come the rows of each table in PostgreSQL's
 * text format, each table ended by an empty frame. The last 32 bytes are the SHA-256 checksum of all frames.
 */
export async function* encodeBackup(
  header: BackupHeader,
  rowsOf: (table: BackupHeader['tables'][number]) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const frame = (content: Buffer): Buffer => {
    const bytes = Buffer.allocUnsafe(LENGTH_BYTES + content.length);
    bytes.writeUInt32BE(content.length);
    content.copy(bytes, LENGTH_BYTES);
    hash.update(bytes);
    return bytes;
  };
  yield MAGIC;
  yield frame(Buffer.from(JSON.stringify(header)));
  for (const table of header.tables) {
    for await (const chunk of rowsOf(table)) {
      for (let at = 0; at < chunk.length; at += MAX_FRAME_LENGTH)
        yield frame(chunk.subarray(at, at + MAX_FRAME_LENGTH));
    }
    yield frame(Buffer.alloc(0));
  }
  yield hash.digest();
}

/** Reads a backup sequentially, in constant memory. Every method throws BackupUnreadable for a damaged file. */
export class BackupReader {
  private readonly chunks: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private held: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    const unzipped = createGunzip({ chunkSize: 256 * 1024 });
    // An error of the source reaches the reader of the unzipped stream.
    pipeline(source, unzipped, () => undefined);
    this.chunks = unzipped[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** @throws BackupUnreadable for a file that is not a backup, or has a later version of the format */
  async readHeader(): Promise<BackupHeader> {
    const start = await this.next();
    if (!start?.subarray(0, MAGIC.length).equals(MAGIC)) throw foreign();
    this.held = start.subarray(MAGIC.length);
    const parsed = headerSchema.safeParse(parseJson(await this.readFrame()));
    if (!parsed.success) throw foreign();
    return parsed.data;
  }

  /** The rows of the next table. */
  async *readTable(): AsyncGenerator<Buffer> {
    for (let frame = await this.readFrame(); frame.length > 0; frame = await this.readFrame()) yield frame;
  }

  /** Compares the checksum after the last table. */
  async finish(): Promise<void> {
    const expected = this.hash.digest();
    const digest = await this.take(DIGEST_BYTES);
    if (!digest.equals(expected) || this.held.length > 0 || (await this.next()) !== null) throw damaged();
  }

  private async readFrame(): Promise<Buffer> {
    const prefix = await this.take(LENGTH_BYTES);
    const length = prefix.readUInt32BE();
    if (length > MAX_FRAME_LENGTH) throw damaged();
    const content = await this.take(length);
    this.hash.update(prefix).update(content);
    return content;
  }

  private async take(length: number): Promise<Buffer> {
    const parts = [this.held];
    for (let size = this.held.length; size < length; size += parts.at(-1)!.length) {
      const chunk = await this.next();
      if (chunk === null) throw damaged();
      parts.push(chunk);
    }
    const bytes = parts.length === 1 ? this.held : Buffer.concat(parts);
    this.held = bytes.subarray(length);
    return bytes.subarray(0, length);
  }

  private async next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.chunks.next();
      return done ? null : value;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (message === 'incorrect header check') throw foreign();
      throw code?.startsWith('Z_') ? damaged() : error;
    }
  }
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return null;
  }
}

/** The number of rows in text that PostgreSQL wrote with COPY. A line break inside a value is escaped there. */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) rows++;
  return rows;
}
