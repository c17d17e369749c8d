import { Injectable } from '@nestjs/common';
import { DetectionQueries } from './detection.queries.js';
import { ProductGazetteer } from './product.gazetteer.js';

/** Imports add products. Detection may miss a new product for this long. */
const FRESH_MS = 60_000;

/** Keeps the names of all products in memory, and reloads them after a minute. */
@Injectable()
export class ProductGazetteers {
  private current: Promise<ProductGazetteer> | undefined;
  private loadedAt = 0;

  constructor(private readonly queries: DetectionQueries) {}

  get(): Promise<ProductGazetteer> {
    if (!this.current || Date.now() - this.loadedAt > FRESH_MS) {
      this.loadedAt = Date.now();
      const loading = this.queries.listProducts().then((products) => new ProductGazetteer(products));
      this.current = loading;
      loading.catch(() => {
        if (this.current === loading) this.current = undefined;
      });
    }
    return this.current;
  }
}
