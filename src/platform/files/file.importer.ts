import { stat } from 'node:fs/promises';
import type { z } from 'zod';
import { FileUnreadable, readJsonl, type Reject } from './jsonl.reader.js';
import { reasonOf } from './line.fields.js';

/** The outcome of an import. Unchanged lines count as neither inserted nor updated; the first 100 rejects are kept. */
export interface ImportResult {
  read: number;
  inserted: number;
  updated: number;
  rejected: number;
  rejects: Reject[];
}

/** Receives the progress of an import: bytes and lines read so far. `bytesTotal` is 0 if the file has no size. */
export type ImportProgress = (bytesRead: number, bytesTotal: number, lines: number) => void;

/** The changes that storing one batch made. */
export interface Stored {
  inserted: number;
  updated: number;
}

const KEPT_REJECTS = 100;

/**
 * Imports files of one kind in batches. A subclass defines the schema of a line and stores each batch in one
 * transaction. Importing the same file again changes nothing.
 */
export abstract class FileImporter<Line> {
  protected abstract readonly schema: z.ZodType<Line>;

  /** Stores a batch in the order of the file. A batch is never empty. */
  protected abstract store(lines: Line[]): Promise<Stored>;

  /** @throws FileUnreadable */
  async importFile(path: string, onProgress: ImportProgress = () => undefined): Promise<ImportResult> {
    const bytesTotal = await sizeOf(path);
    const result: ImportResult = { read: 0, inserted: 0, updated: 0, rejected: 0, rejects: [] };
    for await (const { lines, rejects, bytesRead } of readJsonl(path)) {
      const sound: Line[] = [];
      for (const { line, value } of lines) {
        const parsed = this.schema.safeParse(value);
        if (parsed.success) sound.push(parsed.data);
        else rejects.push({ line, reason: reasonOf(parsed.error) });
      }
      if (sound.length > 0) {
        const stored = await this.store(sound);
        result.inserted += stored.inserted;
        result.updated += stored.updated;
      }
      result.read += sound.length + rejects.length;
      note(rejects, result);
      onProgress(bytesRead, bytesTotal, result.read);
    }
    return result;
  }
}

function note(rejects: Reject[], result: ImportResult): void {
  result.rejected += rejects.length;
  const room = KEPT_REJECTS - result.rejects.length;
  if (room > 0) result.rejects.push(...rejects.sort((a, b) => a.line - b.line).slice(0, room));
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw new FileUnreadable(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
