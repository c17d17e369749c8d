import { FieldMapper } from './field.mapper.js';
import { reasonOf } from './line.fields.js';
import { openFile } from './opened.file.js';
import type { MappingOptions, RecordLayout } from './record.layout.js';
import { readRecords } from './record.reader.js';
import { FileUnreadable, type FilePart, type RecordBatch, type Reject } from './record.types.js';

/** The outcome of an import: `read` is the sum of the other four numbers. The first 100 rejects are kept. */
export interface ImportResult {
  read: number;
  inserted: number;
  updated: number;
  /** Lines that are stored already, or that a later line of the file repeats. */
  unchanged: number;
  rejected: number;
  rejects: Reject[];
}

/** The result of a dry run: its counts, and the first lines as they would be stored. */
export interface ImportPreview {
  read: number;
  rejected: number;
  rejects: Reject[];
  lines: unknown[];
}

/** Receives the progress of an import: bytes and lines read so far. `bytesTotal` is 0 if the file has no size. */
export type ImportProgress = (bytesRead: number, bytesTotal: number, lines: number) => void;

/** `onReject` receives every reject, `onNote` a sentence about the recognized format. */
export interface ImportOptions extends MappingOptions {
  encoding?: string;
  maxRejects?: number;
  onProgress?: ImportProgress;
  onReject?: (reject: Reject) => void;
  onNote?: (note: string) => void;
}

/** The changes of one stored batch. */
export interface Stored {
  inserted: number;
  updated: number;
}

const isKnown = (line: unknown, field: string): boolean => (line as Record<string, unknown>)[field] != null;

const KEPT_REJECTS = 100;
const PREVIEWED_LINES = 10;

/**
 * Imports files of one kind in batches. A subclass defines the layout of a line and stores each batch in one
 * transaction. Importing the same file again changes nothing.
 */
export abstract class FileImporter<Line> {
  protected abstract readonly layout: RecordLayout<Line>;

  /** Stores a batch in the order of the file. A batch is never empty. */
  protected abstract store(lines: Line[]): Promise<Stored>;

  /** @throws FileUnreadable. Batches before the fault stay imported. */
  async importFile(path: string, options: ImportOptions = {}): Promise<ImportResult> {
    const stored = { inserted: 0, updated: 0 };
    const { read, rejected, rejects } = await this.readAll(path, options, async (lines) => {
      const { inserted, updated } = await this.store(lines);
      stored.inserted += inserted;
      stored.updated += updated;
    });
    const unchanged = read - rejected - stored.inserted - stored.updated;
    return { read, ...stored, unchanged, rejected, rejects };
  }

  /** Checks a file without storing. @throws FileUnreadable */
  async previewFile(path: string, options: ImportOptions = {}): Promise<ImportPreview> {
    const first: Line[] = [];
    const counts = await this.readAll(path, options, (lines) => {
      first.push(...lines.slice(0, PREVIEWED_LINES - first.length));
      return Promise.resolve();
    });
    return { ...counts, lines: first };
  }

  private async readAll(
    path: string,
    options: ImportOptions,
    take: (lines: Line[]) => Promise<void>,
  ): Promise<Omit<ImportPreview, 'lines'>> {
    const file = await openFile(path);
    const counts = { read: 0, rejected: 0, rejects: [] as Reject[] };
    const never = new Set([...(this.layout.times ?? []), ...(this.layout.ratings ?? [])]);
    let part: FilePart | undefined;
    let mapper: FieldMapper | undefined;
    for await (const batch of readRecords(file, options)) {
      if (!mapper || part !== batch.part) mapper = this.mapperOf(batch, options);
      part = batch.part;
      const lines = this.check(batch, mapper);
      for (const field of never) if (lines.some((line) => isKnown(line, field))) never.delete(field);
      counts.read += lines.length + batch.rejects.length;
      count(batch.rejects, counts, options);
      if (lines.length > 0) await take(lines);
      options.onProgress?.(batch.bytesRead, file.bytesTotal, counts.read);
    }
    if (counts.read > counts.rejected && never.size > 0) {
      options.onNote?.(
        `No line has a ${[...never].join(' or ')}. If the file has one, name its column: --map ${[...never][0]}=COLUMN. ` +
          'The same file imported again updates its lines.',
      );
    }
    return counts;
  }

  private mapperOf(batch: RecordBatch, options: ImportOptions): FieldMapper {
    const mapper = new FieldMapper(this.layout, batch.part, batch.lines, options);
    const prefix = batch.part.name === null ? '' : `${batch.part.name}: `;
    for (const note of mapper.notes) options.onNote?.(`${prefix}${note}`);
    return mapper;
  }

  /** The lines of a batch that can be stored. The others join its rejects. */
  private check({ part, lines, rejects }: RecordBatch, mapper: FieldMapper): Line[] {
    const sound: Line[] = [];
    for (const { line, value } of lines) {
      const parsed = this.layout.schema.safeParse(mapper.map(value));
      if (parsed.success) sound.push(parsed.data);
      else
        rejects.push({
          ...{ line, reason: reasonOf(parsed.error), record: value },
          ...(part.name === null ? {} : { file: part.name }),
        });
    }
    rejects.sort((a, b) => a.line - b.line);
    return sound;
  }
}

function count(
  rejects: readonly Reject[],
  counts: { rejected: number; rejects: Reject[] },
  options: ImportOptions,
): void {
  counts.rejected += rejects.length;
  const room = KEPT_REJECTS - counts.rejects.length;
  if (room > 0) counts.rejects.push(...rejects.slice(0, room).map(({ record: _, ...reject }) => reject));
  for (const reject of rejects) options.onReject?.(reject);
  if (options.maxRejects !== undefined && counts.rejected > options.maxRejects)
    throw new FileUnreadable(
      `Stopped after ${counts.rejected} rejected lines, more than --max-rejects ${options.maxRejects}. ` +
        `The first: line ${counts.rejects[0]?.line}: ${counts.rejects[0]?.reason}`,
    );
}
