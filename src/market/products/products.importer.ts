import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import { ProductsImportQueries } from './products.import.queries.js';
import { productLayout, type ProductLine, type ProductReference } from './products.line.js';

/** Imports products. Name and maker identify a product, regardless of case; an existing product is updated. */
@Injectable()
export class ProductsImporter extends FileImporter<ProductLine> {
  protected readonly layout = productLayout;

  constructor(
    private readonly database: Database,
    private readonly queries: ProductsImportQueries,
  ) {
    super();
  }

  protected store(lines: ProductLine[]): Promise<Stored> {
    return this.database.transaction(() => this.queries.upsert(lines));
  }

  /**
   * Finds products by name and maker, and creates missing ones.
   * @returns one id for each reference, in order. The products are locked until the transaction ends.
   */
  findOrCreateIds(references: readonly ProductReference[]): Promise<string[]> {
    return this.queries.findOrCreateIds(references);
  }
}
