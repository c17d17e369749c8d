import { Injectable } from '@nestjs/common';
import { ImportLog } from '#market/imports/import.log.js';
import { FileImporter } from '#platform/files/file.importer.js';
import type { Stored } from '#platform/files/import.journal.js';
import { ProductsImportQueries } from './products.import.queries.js';
import { productLayout, type ProductLine, type ProductReference } from './products.line.js';

/** Imports products. Name and maker identify a product, regardless of case; an existing product is updated. */
@Injectable()
export class ProductsImporter extends FileImporter<ProductLine> {
  protected readonly kind = 'products';
  protected readonly layout = productLayout;

  constructor(
    protected readonly imports: ImportLog,
    private readonly queries: ProductsImportQueries,
  ) {
    super();
  }

  protected store(lines: ProductLine[], importId: number | null): Promise<Stored> {
    return this.queries.upsert(lines, importId);
  }

  /**
   * Finds products by name and maker, and creates missing ones.
   * @returns one id for each reference, in order. The products are locked until the transaction ends.
   */
  findOrCreateIds(references: readonly ProductReference[], importId: number | null): Promise<string[]> {
    return this.queries.findOrCreateIds(references, importId);
  }
}
