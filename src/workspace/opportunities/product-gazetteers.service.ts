import { Injectable } from '@nestjs/common';
import { DetectionQueries } from './detection.queries.js';
import { ProductGazetteer } from './product.gazetteer.js';

/** Products come with every import, but the engine need not know of one in the very second it appears. */
const FRESH_MS = 60_000;

/** The names of all products, kept in memory and read again when they are a minute old. */
@Injectable()
export class ProductGazetteers {
  private current: Promise<ProductGazetteer> | undefined;
  private loadedAt = 0;

  constructor(private readonly queries: DetectionQueries) {}

  get(): Promise<ProductGazetteer> {
    if (!this.current || Date.now() - this.loadedAt > FRESH_MS) {
      this.loadedAt = Date.now();
      const loading = this.queries.products().then((products) => new ProductGazetteer(products));
      this.current = loading;
      loading.catch(() => {
        if (this.current === loading) this.current = undefined;
      });
    }
    return this.current;
  }
}
