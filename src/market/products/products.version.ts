import { Injectable } from '@nestjs/common';
import { DataVersion } from '#platform/operations/data-version.js';
import { ProductsQueries } from './products.queries.js';

/** The version of all products and their categories (decision 0023). */
@Injectable()
export class ProductsVersion extends DataVersion {
  constructor(private readonly queries: ProductsQueries) {
    super();
  }

  protected override read(): Promise<string> {
    return this.queries.version();
  }
}
