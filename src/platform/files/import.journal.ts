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

/** The right of one attempt to write an import. Only the latest attempt may. `counted` is what the attempts before have stored. */
export interface ImportAttempt {
  importId: number;
  attempt: number;
  counted: Counted;
}

/** Where imports are recorded. */
export interface ImportJournal {
  /** Records a new import. */
  begin(start: ImportStart): Promise<ImportAttempt>;
  /** Continues an import whose process died. @throws FileUnreadable if it was undone meanwhile */
  resume(importId: number): Promise<ImportAttempt>;
  /**
   * Stores a batch together with its counts, in one transaction.
   * @throws FileUnreadable if the import was undone, ended or continued by another attempt meanwhile; then nothing of the batch is stored
   */
  write(
    attempt: ImportAttempt,
    size: { lines: number; rejected: number },
    store: () => Promise<Stored>,
  ): Promise<Counted>;
  /** Records the end of an import, early if `failure` says why. */
  finish(attempt: ImportAttempt, failure: string | null): Promise<void>;
}
