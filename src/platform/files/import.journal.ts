/** What is known about an import before its first line is stored. `format` is the recognized export, or null. */
export interface ImportStart {
  kind: string;
  fileName: string;
  format: string | null;
  options: object;
}

/** The changes of one stored batch. */
export interface Stored {
  inserted: number;
  updated: number;
  /** Lines that were erased before, and stay away. */
  erased?: number;
}

/** The counts of a batch, which together are the number of its lines. */
export interface Counted extends Stored {
  unchanged: number;
  rejected: number;
}

/** Where imports are recorded. */
export interface ImportJournal {
  /** Records a new import. @returns its number */
  begin(start: ImportStart): Promise<number>;
  /**
   * Stores a batch together with its counts, in one transaction.
   * @throws FileUnreadable if the import was undone meanwhile; then nothing of the batch is stored
   */
  write(id: number, size: { lines: number; rejected: number }, store: () => Promise<Stored>): Promise<Counted>;
  /** Records the end of an import, early if `failure` says why. */
  finish(id: number, failure: string | null): Promise<void>;
}
