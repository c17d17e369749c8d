import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { Immutable } from '#platform/operations/operation.result.js';
import { ProductsQueries } from './products.queries.js';

const MOST_KEPT = 500;

/** Keeps answers about products in memory until any product changes (decision 0023). */
@Injectable()
export class ProductAnswers {
  private readonly kept = new LRUCache<string, Immutable<object>>({ max: MOST_KEPT });
  // Requests of one turn of the event loop share one query, which runs after all of them.
  private readonly versions = new DataLoader<'products', string>((keys) => this.load(keys.length), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  constructor(private readonly queries: ProductsQueries) {}

  /**
   * The answer to a question, which `find` reads from the database. It must depend on nothing but products, their categories and
   * the configuration. In test mode no answer is kept, because each team sees its own products.
   */
  async get<T extends object>(question: string, find: () => Promise<T>): Promise<Immutable<T>> {
    if (currentTestTeam() !== undefined) return new Immutable(uuidv7(), await find());
    // The version is read before the products. An answer may be newer than its version, which does no harm, but never older.
    const key = `products ${await this.versions.load('products')} ${question}`;
    const known = this.kept.get(question);
    if (known?.key === key) return known as Immutable<T>;
    const answer = new Immutable(key, await find());
    this.kept.set(question, answer);
    return answer;
  }

  private async load(count: number): Promise<string[]> {
    return Array<string>(count).fill(await this.queries.version());
  }
}
