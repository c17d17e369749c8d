import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Product } from './product.entity.js';
import { FREQUENT, MOST_REVIEWED, SEARCH, SEARCH_FREQUENT, WITH_IDS } from './product-search.statement.js';

/** A product as lists show it. */
export type ListedProduct = Pick<
  RowOf<Product>,
  'id' | 'name' | 'maker' | 'logo_url' | 'description' | 'categories' | 'report_status' | 'report_generated_at'
>;

/** A product beside others of its categories. */
export type ComparedRow = Pick<
  RowOf<Product>,
  'id' | 'name' | 'categories' | 'logo_url' | 'report_id' | 'pain_headline'
>;

const MOST_COMPETITORS = 20;
const REMEMBERED_TEXTS = 1_000;

/** The best of each category by reviews are enough to know the best of all, so no category is ever read whole. */
const COMPETITORS = `
  WITH best AS (
    SELECT DISTINCT peer.product_id AS id, peer.review_count
    FROM products product, unnest(product.categories) AS own (category)
    CROSS JOIN LATERAL (
      SELECT product_id, review_count FROM product_categories
      WHERE category = own.category AND product_id <> product.id
      ORDER BY review_count DESC, product_id LIMIT ${MOST_COMPETITORS}
    ) peer
    WHERE product.id = $1
    ORDER BY peer.review_count DESC, peer.product_id LIMIT ${MOST_COMPETITORS}
  )
  SELECT id, name, categories, logo_url, report_id, pain_headline
  FROM (SELECT $1::uuid AS id, NULL AS review_count UNION ALL SELECT id, review_count FROM best) AS listed
  JOIN products USING (id)
  ORDER BY listed.review_count DESC NULLS FIRST, id`;

/** SQL of products. */
@Injectable()
export class ProductsQueries {
  /** Texts that were frequent when they were last asked for. A text that no longer is gets the same rows, only later. */
  private readonly frequentTexts = new LRUCache<string, true>({ max: REMEMBERED_TEXTS });

  constructor(private readonly database: Database) {}

  /** The most reviewed products. */
  mostReviewed(limit: number, offset: number): Promise<ListedProduct[]> {
    return this.database.named<ListedProduct>('most_reviewed_products', MOST_REVIEWED, [limit, offset]);
  }

  /** Products that bear exactly this name, in any case of its letters. */
  findNamesakes(name: string, limit: number): Promise<Pick<Product, 'id'>[]> {
    return this.database.query<Pick<Product, 'id'>>('SELECT id FROM products WHERE name_key = fold_text($1) LIMIT $2', [
      name,
      limit,
    ]);
  }

  /** Products whose name contains `text`: exact names, then names that begin with it, then the most reviewed. */
  async findByName(text: string, limit: number, offset: number): Promise<ListedProduct[]> {
    // So far down a list only a frequent text has rows.
    if (offset <= FREQUENT && !this.frequentTexts.has(text)) {
      const rows = await this.database.named<ListedProduct & { matches: number }>('search_products', SEARCH, [
        text,
        limit,
        offset,
      ]);
      if ((rows[0]?.matches ?? 0) <= FREQUENT) return rows;
      this.frequentTexts.set(text, true);
    }
    return this.database.named<ListedProduct>('search_products_frequent', SEARCH_FREQUENT, [text, limit, offset]);
  }

  /** The products with these ids, in the order of `ids`; unknown ids are left out. */
  findByIds(ids: readonly string[]): Promise<ListedProduct[]> {
    return this.database.named<ListedProduct>('products_with_ids', WITH_IDS, [ids]);
  }

  /** True when there are more than `count` products. */
  async isMoreThan(count: number): Promise<boolean> {
    return (await this.database.maybeOne('SELECT 1 FROM products LIMIT 1 OFFSET $1', [count])) !== null;
  }

  /** The product and its competitors, the most reviewed first; null for an unknown product. */
  async competitorsOf(productId: string): Promise<{ product: ComparedRow; rivals: ComparedRow[] } | null> {
    const [product, ...rivals] = await this.database.named<ComparedRow>('competitors', COMPETITORS, [productId]);
    return product ? { product, rivals } : null;
  }
}
