import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import { Immutable } from '#platform/operations/operation.result.js';
import { ProductsQueries } from './products.queries.js';

const MOST_KEPT = 500;

interface KeptAnswer {
  version: string;
  answer: Immutable<object>;
}

/** Keeps answers about products in memory until any product changes (decision 0023). */
@Injectable()
export class ProductAnswers {
  private readonly kept = new LRUCache<string, KeptAnswer>({ max: MOST_KEPT });
  // Requests of one turn of the event loop share one query, which runs after all of them.
  private readonly versions = new DataLoader<'products', string>((keys) => this.load(keys.length), {
    cache: false,
    batchScheduleFn: setImmediate,
  });

  constructor(private readonly queries: ProductsQueries) {}

  /**
   * The answer to a question about products and nothing else, which `find` reads from the database. In test mode none is kept,
   * because each team sees products of its own.
   */
  async get<T extends object>(question: string, find: () => Promise<T>): Promise<Immutable<T>> {
    if (currentTestTeam() !== undefined) return new Immutable(uuidv7(), await find());
    // Read before the products: an answer may be newer than its version, and is then asked for again, but never older.
    const version = await this.versions.load('products');
    const known = this.kept.get(question);
    if (known?.version === version) return known.answer as Immutable<T>;
    const answer = new Immutable(`products ${version} ${question}`, await find());
    this.kept.set(question, { version, answer });
    return answer;
  }

  private async load(count: number): Promise<string[]> {
    return Array<string>(count).fill(await this.queries.version());
  }
}
