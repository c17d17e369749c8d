import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { FileImporter, type Stored } from '#platform/files/file.importer.js';
import { ProductsImportQueries } from './products.import.queries.js';
import { type ProductLine, productLine, type WantedProduct } from './products.line.js';

/** Imports products: the same name and maker, whatever their case, is the same product and is updated. */
@Injectable()
export class ProductsImporter extends FileImporter<ProductLine> {
  protected readonly schema = productLine;

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
   * Finds the products these names and makers stand for, and makes those that are not known yet.
   * @returns an id for each wanted product, in order; they stay locked until the open transaction ends.
   */
  idsOf(wanted: readonly WantedProduct[]): Promise<string[]> {
    return this.queries.idsOf(wanted);
  }
}
