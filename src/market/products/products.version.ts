import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { OLDEST_READ_MS } from '#platform/database/replicas.js';
import { DataVersion } from '#platform/operations/data-version.js';
import { ProductsQueries } from './products.queries.js';

/** The version of all products and their categories (decision 0023). */
@Injectable()
export class ProductsVersion extends DataVersion {
  constructor(
    private readonly queries: ProductsQueries,
    @Inject(ENV) env: Env,
  ) {
    super(env.DATABASE_REPLICA_URLS.length > 0 ? OLDEST_READ_MS : 0);
  }

  protected override read(): Promise<string> {
    return this.queries.version();
  }
}
