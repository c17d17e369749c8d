/** One record of a file. Records are numbered by line, in JSON arrays and feeds by position; both count from 1. */
export interface SourceRecord {
  line: number;
  value: Record<string, unknown>;
}

/** A record that cannot be used, with the reason. `file` names the file inside a zip archive. */
export interface Reject {
  line: number;
  reason: string;
  file?: string;
  /** The record as it was read, if it could be. A file of rejects can be mended and imported. */
  record?: Record<string, unknown>;
}

export type FileFormat = 'JSON Lines' | 'JSON' | 'CSV' | 'TSV' | 'RSS or Atom';

/**
 * One file, or one file inside a zip archive. `columns` are the names of a header line, or null in other formats. `answer` is the name
 * of the answers of a source that it holds, or null.
 */
export interface FilePart {
  name: string | null;
  format: FileFormat;
  columns: readonly string[] | null;
  answer: string | null;
}

/** The next records of a file, with the number of bytes read so far (compressed bytes if the file is compressed). */
export interface RecordBatch {
  part: FilePart;
  lines: SourceRecord[];
  rejects: Reject[];
  bytesRead: number;
}

/** The file cannot be read: it is missing, damaged, a folder, or too large when unpacked. The message is for the operator. */
export class FileUnreadable extends Error {}

/** The dates of a file, such as 08/01/2026, can be read in two ways, and nobody has said which. */
export class AmbiguousDates extends FileUnreadable {}

/** A mapping names a field that records of this kind do not have. */
export class UnknownField extends FileUnreadable {}

/** The longest line, CSV record or JSON item. */
export const MAX_RECORD_BYTES = 1_048_576;
export const TOO_LONG = 'the line is longer than 1 MB';
export const NOT_UTF8 = 'the line is not valid UTF-8';
export const NOT_AN_OBJECT = 'the line is not a JSON object';

const BATCH_RECORDS = 1_000;
const BATCH_BYTES = 4_194_304;

/** The output of the reader of one format: a record or a reject, and its size in memory, in bytes. */
export type ReadRecord = { line: number; bytes: number } & (
  { value: Record<string, unknown>; reason?: undefined } | { reason: string; value?: undefined }
);

/** Collects records into batches of at most 1,000 records or 4 MB. */
export class BatchCollector {
  private batch = emptyBatch();
  private bytes = 0;

  constructor(
    private readonly part: FilePart,
    private readonly bytesRead: () => number,
  ) {}

  get isFull(): boolean {
    return this.batch.lines.length + this.batch.rejects.length >= BATCH_RECORDS || this.bytes >= BATCH_BYTES;
  }

  add(record: ReadRecord): void {
    this.bytes += record.bytes;
    if (record.reason === undefined) this.batch.lines.push({ line: record.line, value: record.value });
    else this.reject(record.line, record.reason);
  }

  /** The collected batch; the next one starts empty. */
  take(): RecordBatch {
    const batch = { ...this.batch, part: this.part, bytesRead: this.bytesRead() };
    this.batch = emptyBatch();
    this.bytes = 0;
    return batch;
  }

  private reject(line: number, reason: string): void {
    this.batch.rejects.push({ line, reason, ...(this.part.name === null ? {} : { file: this.part.name }) });
  }
}

const emptyBatch = (): Pick<RecordBatch, 'lines' | 'rejects'> => ({ lines: [], rejects: [] });
