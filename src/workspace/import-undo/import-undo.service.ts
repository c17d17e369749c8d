import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { type ImportRow, ImportsService } from '#market/imports/imports.service.js';
import { ImportedRows, type ImportedTable } from '#market/imports/imported-rows.service.js';
import { ProductReportsService } from '#market/products/product-reports.service.js';
import { ReportErasure } from '#market/reports/report-erasure.service.js';
import { Database } from '#platform/database/database.js';
import { invalidRequest } from '#platform/errors/application-error.js';
import { OpportunitiesRemoval } from '#workspace/opportunities/removal/opportunities-removal.service.js';
import { ImportUndoQueries, type StayReason } from './import-undo.queries.js';

/** The numbers of records that stay, for each reason. */
export type Kept = Partial<Record<StayReason, number>>;

/** What an undo would do now, if nothing else changes. */
export interface UndoPreview {
  found: ImportRow;
  removed: number;
  kept: Kept;
}

/** What an undo has removed and what stays. `products` are products that the import created and that nothing uses. */
export interface UndoCounts {
  removed: number;
  products: number;
  kept: Kept;
}

/** Records in one transaction. Imports of the same products wait for it. */
const BATCH = 500;

/**
 * Undoes an import: removes what it inserted and nothing has changed since. What it updated keeps its new content. An undo works in
 * batches, so it can be killed, repeated, and run beside imports.
 */
@Injectable()
export class ImportUndo {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsService,
    private readonly rows: ImportedRows,
    private readonly queries: ImportUndoQueries,
    private readonly products: ProductReportsService,
    private readonly reports: ReportErasure,
    private readonly opportunities: OpportunitiesRemoval,
    private readonly facts: Facts,
  ) {}

  /** What an undo would do now. @throws 404; 400 for an import of contacts */
  async preview(id: number): Promise<UndoPreview> {
    const found = await this.imports.get(id);
    const table = tableOf(found);
    const standings = await this.queries.countStandings(table, id);
    const removed = standings.find(({ reason }) => reason === null)?.count ?? 0;
    const kept = Object.fromEntries(standings.flatMap(({ reason, count }) => (reason ? [[reason, count]] : [])));
    return { found, removed, kept };
  }

  /**
   * Undoes an import, and stops it if it runs. `onProgress` gets the number of records seen so far.
   * @throws 404; 400 for an import of contacts
   */
  async undo(id: number, onProgress?: (seen: number) => void): Promise<UndoCounts> {
    const found = await this.imports.get(id);
    const table = tableOf(found);
    await this.imports.beginUndo(id);
    const { removed, kept } = await this.removeAll(found, table, onProgress);
    const products = table === 'reviews' ? (await this.removeAll(found, 'products')).removed : 0;
    await this.database.transaction(async () => {
      await this.imports.endUndo(id, kept);
      await this.facts.record('import.undone', { teamId: null, id: String(id), name: found.file_name });
    });
    return { removed, products, kept };
  }

  private async removeAll(found: ImportRow, table: ImportedTable, onProgress?: (seen: number) => void) {
    const kept: Kept = {};
    let [after, removed, seen]: [string | null, number, number] = [null, 0, 0];
    for (;;) {
      const ids = await this.rows.idsAfter(table, found.id, after, BATCH);
      const last = ids.at(-1);
      if (last === undefined) return { removed, kept };
      const batch = await this.removeBatch(found, table, ids);
      removed += batch.removed;
      for (const reason of batch.reasons) kept[reason] = (kept[reason] ?? 0) + 1;
      onProgress?.((seen += ids.length));
      after = last;
    }
  }

  /** Takes the locks in the order in which an import and detection take them. */
  private removeBatch({ id, kind }: ImportRow, table: ImportedTable, ids: readonly string[]) {
    return this.database.transaction(async () => {
      if (table === 'reviews') await this.products.lock(await this.queries.productIdsOf(ids));
      await this.rows.lock(table, ids);
      if (table !== 'products') await this.opportunities.lock(table, ids);
      const standings = await this.queries.standingsOf(table, id, ids);
      const gone = standings.filter(({ reason }) => reason === null).map((standing) => standing.id);
      if (table === 'reviews') await this.reports.removeQuotes(gone);
      if (table !== 'products') await this.opportunities.remove(table, gone);
      const removed = await this.rows.delete(table, gone);
      if (table === kind) await this.imports.countRemoved(id, removed);
      return { removed, reasons: standings.flatMap(({ reason }) => reason ?? []) };
    });
  }
}

/** @throws 400 */
function tableOf({ kind }: ImportRow): ImportedTable {
  if (kind !== 'contacts') return kind;
  throw invalidRequest(
    'An import of contacts cannot be undone: its lines are merged into people. Erase people with person erase',
  );
}
