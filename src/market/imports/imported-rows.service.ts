import { Injectable } from '@nestjs/common';
import { type ImportedTable, ImportedRowsQueries } from './imported-rows.queries.js';

export type { ImportedTable };

/** The rows that imports inserted, for the undo of an import. */
@Injectable()
export class ImportedRows {
  constructor(private readonly queries: ImportedRowsQueries) {}

  /** The next ids of the rows that an import inserted, in order. Empty after the last. */
  idsAfter(table: ImportedTable, importId: number, afterId: string | null, limit: number): Promise<string[]> {
    return this.queries.idsAfter(table, importId, afterId, limit);
  }

  /** Locks rows in the order of their ids until the transaction ends. Imports and detection wait. */
  lock(table: ImportedTable, ids: readonly string[]): Promise<void> {
    return this.queries.lock(table, ids);
  }

  /** Deletes rows that nothing refers to. A trigger counts the reviews of their products. @returns the number of rows */
  delete(table: ImportedTable, ids: readonly string[]): Promise<number> {
    return this.queries.delete(table, ids);
  }
}
