import { basename } from 'node:path';
import type { z } from 'zod';
import { FieldMapper } from './field.mapper.js';
import type { Counted, ImportAttempt, ImportJournal, Stored } from './import.journal.js';
import { reasonOf } from './line.fields.js';
import { openFile } from './opened.file.js';
import type { MappingOptions, RecordLayout } from './record.layout.js';
import { readRecords } from './record.reader.js';
import { FileUnreadable, type FilePart, type RecordBatch, type Reject } from './record.types.js';

/** What reading a file has shown. The first 100 rejects are kept. */
interface FileCounts {
  read: number;
  rejected: number;
  rejects: Reject[];
  /** How many lines have lost an unreadable value of a field. Empty unless the import is lenient. */
  dropped: Record<string, number>;
}

/** The outcome of an import: `read` is the sum of `inserted`, `updated`, `unchanged` and `rejected`. */
export interface ImportResult extends FileCounts {
  /** The number of the import. Null for a file without lines. */
  import_id: number | null;
  inserted: number;
  updated: number;
  /** Lines that are stored already, or that a later line of the file repeats. */
  unchanged: number;
}

/** The result of a dry run: its counts, and the first lines as they would be stored. */
export interface ImportPreview extends FileCounts {
  lines: unknown[];
}

/** How the first lines of a file would be read, and what a person can choose. */
export interface FilePeek {
  columns: readonly string[];
  fields: readonly string[];
  /** The column that each field is read from. Fields that the recognized format composes are not in it. */
  mapping: Readonly<Record<string, string>>;
  notes: readonly string[];
  /** The first lines as they would be stored. */
  lines: unknown[];
  rejects: Reject[];
  /** Why the file cannot be imported with these options. Null if it can. */
  fault: string | null;
}

/** Receives the progress of an import: bytes and lines read so far. `bytesTotal` is 0 if the file has no size. */
export type ImportProgress = (bytesRead: number, bytesTotal: number, lines: number) => void;

/** `onReject` receives every reject, `onNote` a sentence about the recognized format. */
export interface ImportOptions extends MappingOptions {
  encoding?: string;
  /** Where the file came from, if it is an answer of a source. */
  address?: string;
  /** Leaves out an unreadable value of an optional field, in place of its line. */
  lenient?: boolean;
  /** The name of the file in the list of imports, if its path does not end with it. */
  fileName?: string;
  /** The number of an import of the same file whose process died. It goes on under this number, after the lines that it has counted. */
  continues?: number;
  maxRejects?: number;
  onProgress?: ImportProgress;
  /** Gets the number of the import when its first lines are about to be stored. */
  onBegin?: (importId: number) => Promise<void>;
  onReject?: (reject: Reject) => void;
  /** Decides whether a recognized export is imported whose first lines lack a date or a rating. By default it is. */
  confirmWithout?: (fields: readonly string[]) => Promise<boolean>;
  onNote?: (note: string) => void;
}

const isKnown = (line: unknown, field: string): boolean => (line as Record<string, unknown>)[field] != null;

const COUNTS = ['inserted', 'updated', 'unchanged'] as const;
const linesIn = ({ inserted, updated, unchanged, rejected }: Counted): number =>
  inserted + updated + unchanged + rejected;

const KEPT_REJECTS = 100;
const PREVIEWED_LINES = 10;
const PEEKED_LINES = 20;

/**
 * Imports files of one kind in batches. A subclass defines the layout of a line and stores each batch in one
 * transaction. Importing the same file again changes nothing.
 */
export abstract class FileImporter<Line> {
  /** The kind of the records, as the list of imports names it. */
  protected abstract readonly kind: string;
  protected abstract readonly layout: RecordLayout<Line>;
  protected abstract readonly imports: ImportJournal;

  /**
   * Stores a batch of an import in the order of the file, in the open transaction. A batch is never empty. Lines that no file holds
   * have no import.
   */
  protected abstract store(lines: Line[], importId: number | null): Promise<Stored>;

  /** The line of a record with the fields of an import, or why it cannot be used. */
  lineOf(record: Record<string, unknown>): { line: Line } | { reason: string } {
    const part = { name: null, format: 'JSON', columns: null, answer: null } as const;
    const parsed = this.layout.schema.safeParse(new FieldMapper(this.layout, part, []).map({ ...record }));
    return parsed.success ? { line: parsed.data } : { reason: reasonOf(parsed.error) };
  }

  /** Stores lines that no file holds, in the open transaction. No undo of an import removes them. */
  storeLines(lines: Line[]): Promise<Stored> {
    return lines.length === 0 ? Promise.resolve({ inserted: 0, updated: 0 }) : this.store(lines, null);
  }

  /** @throws FileUnreadable. Batches before the fault stay imported. */
  async importFile(path: string, options: ImportOptions = {}): Promise<ImportResult> {
    const stored = { inserted: 0, updated: 0, unchanged: 0 };
    const add = (counts: Counted): void => {
      for (const count of COUNTS) stored[count] += counts[count];
    };
    let attempt = null as ImportAttempt | null;
    // Lines that an earlier attempt has counted are read, but not stored again.
    let counted = 0;
    try {
      const counts = await this.readAll(path, options, async (lines, rejected, mapper) => {
        if (!attempt) {
          attempt = await this.begin(path, options, mapper);
          counted = linesIn(attempt.counted);
          add(attempt.counted);
        }
        const { importId } = attempt;
        const size = { lines: lines.length, rejected };
        counted -= lines.length + rejected;
        if (counted < 0) add(await this.imports.write(attempt, size, () => this.store(lines, importId)));
      });
      if (attempt) await this.imports.finish(attempt, null);
      return { import_id: attempt?.importId ?? null, ...counts, ...stored };
    } catch (error) {
      if (attempt) await this.imports.finish(attempt, error instanceof Error ? error.message : String(error));
      throw error;
    }
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

  /** Reads the first lines of a file, at most a thousand, without storing. The fault of an unreadable file is in the result. */
  async peekFile(path: string, options: ImportOptions = {}): Promise<FilePeek> {
    try {
      return await this.peek(path, options);
    } catch (error) {
      if (!(error instanceof FileUnreadable)) throw error;
      return this.faulty(error.message);
    }
  }

  private async peek(path: string, options: ImportOptions): Promise<FilePeek> {
    const { fields } = this.layout;
    const file = await openFile(path);
    for await (const batch of readRecords(file, { ...options, answers: this.layout.answers ?? [] })) {
      if (batch.lines.length + batch.rejects.length === 0) continue;
      const columns = batch.part.columns ?? [...new Set(batch.lines.flatMap(({ value }) => Object.keys(value)))];
      try {
        const mapper = new FieldMapper(this.layout, batch.part, batch.lines, options);
        const lines = this.check(batch, mapper, options.lenient ? {} : null).slice(0, PEEKED_LINES);
        const rejects = batch.rejects.slice(0, PEEKED_LINES);
        return { columns, fields, mapping: mapper.mapping, notes: mapper.notes, lines, rejects, fault: null };
      } catch (error) {
        if (!(error instanceof FileUnreadable)) throw error;
        return { ...this.faulty(error.message), columns };
      }
    }
    return this.faulty('The file has no lines');
  }

  private faulty(fault: string): FilePeek {
    return { columns: [], fields: this.layout.fields, mapping: {}, notes: [], lines: [], rejects: [], fault };
  }

  private async begin(path: string, options: ImportOptions, mapper: FieldMapper): Promise<ImportAttempt> {
    if (options.continues !== undefined) return this.imports.resume(options.continues);
    const attempt = await this.imports.begin(this.startOf(path, options, mapper));
    await options.onBegin?.(attempt.importId);
    return attempt;
  }

  private startOf(path: string, options: ImportOptions, mapper: FieldMapper) {
    const {
      map,
      set,
      encoding,
      address,
      lenient,
      fileName = path === '-' ? 'standard input' : basename(path),
    } = options;
    const given = Object.entries({ map, set, dates: mapper.dates, encoding, address, lenient }).filter(
      ([, value]) => value !== undefined,
    );
    return { kind: this.kind, fileName, format: mapper.recognized, options: Object.fromEntries(given) };
  }

  private async readAll(
    path: string,
    options: ImportOptions,
    take: (lines: Line[], rejected: number, mapper: FieldMapper) => Promise<void>,
  ): Promise<FileCounts> {
    const file = await openFile(path);
    const counts: FileCounts = { read: 0, rejected: 0, rejects: [], dropped: {} };
    const never = new Set([...(this.layout.times ?? []), ...(this.layout.ratings ?? [])]);
    let part: FilePart | undefined;
    let mapper: FieldMapper | undefined;
    // A batch is stored while the next one is read and checked.
    let storing = Promise.resolve();
    try {
      for await (const batch of readRecords(file, { ...options, answers: this.layout.answers ?? [] })) {
        if (!mapper || part !== batch.part) mapper = this.mapperOf(batch, options);
        part = batch.part;
        const lines = this.check(batch, mapper, options.lenient ? counts.dropped : null);
        for (const field of never) if (lines.some((line) => isKnown(line, field))) never.delete(field);
        const size = lines.length + batch.rejects.length;
        if (counts.read === 0 && lines.length > 0) await this.demandConfirmed(mapper, batch.part, [...never], options);
        counts.read += size;
        count(batch.rejects, counts, options);
        await storing;
        if (size > 0) storing = take(lines, batch.rejects.length, mapper);
        // The next batch awaits it, but may fail before.
        storing.catch(() => undefined);
        options.onProgress?.(batch.bytesRead, file.bytesTotal, counts.read);
      }
    } finally {
      await storing;
    }
    // An answer of a source has no columns to map.
    if (counts.read > counts.rejected && never.size > 0 && !part?.answer) {
      options.onNote?.(
        `No line has a ${[...never].join(' or ')}. If the file has one, name its column: --map ${[...never][0]}=COLUMN. ` +
          'The same file imported again updates its lines.',
      );
    }
    return counts;
  }

  /** @throws FileUnreadable if a person says no */
  private async demandConfirmed(
    { recognized }: FieldMapper,
    { answer }: FilePart,
    missing: readonly string[],
    { confirmWithout }: ImportOptions,
  ): Promise<void> {
    if (recognized === null || answer !== null || missing.length === 0 || !confirmWithout) return;
    if (await confirmWithout(missing)) return;
    const [field] = missing;
    throw new FileUnreadable(
      `Nothing was imported. If the file has a ${field}, name its column: --map ${field}=COLUMN`,
    );
  }

  private mapperOf(batch: RecordBatch, options: ImportOptions): FieldMapper {
    const mapper = new FieldMapper(this.layout, batch.part, batch.lines, options);
    const prefix = batch.part.name === null ? '' : `${batch.part.name}: `;
    for (const note of mapper.notes) options.onNote?.(`${prefix}${note}`);
    return mapper;
  }

  /**
   * The lines of a batch that can be stored. The others join its rejects.
   * @param dropped counts the values that a lenient import leaves out; null for other imports
   */
  private check(
    { part, lines, rejects }: RecordBatch,
    mapper: FieldMapper,
    dropped: FileCounts['dropped'] | null,
  ): Line[] {
    const sound: Line[] = [];
    for (const { line, value } of lines) {
      const mapped = mapper.map(value);
      const strict = this.layout.schema.safeParse(mapped);
      const parsed = strict.success || !dropped ? strict : this.parseWithout(strict, mapped, dropped);
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

  /** Reads a line again without its unreadable values. The first outcome stands if a required value is among them. */
  private parseWithout(
    strict: z.ZodSafeParseError<Line>,
    mapped: Record<string, unknown>,
    dropped: FileCounts['dropped'],
  ): z.ZodSafeParseResult<Line> {
    const fields = [...new Set(strict.error.issues.map(({ path }) => String(path[0])))];
    const kept = Object.entries(mapped).filter(([field]) => !fields.includes(field));
    const lenient = this.layout.schema.safeParse(Object.fromEntries(kept));
    if (!lenient.success) return strict;
    for (const field of fields) dropped[field] = (dropped[field] ?? 0) + 1;
    return lenient;
  }
}

function count(
  rejects: readonly Reject[],
  counts: Pick<FileCounts, 'rejected' | 'rejects'>,
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
