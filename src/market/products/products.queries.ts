import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { window } from '#platform/operations/pagination.dto.js';
import { MOST_REVIEWED, SEARCH, viewsOf } from './product-search.statement.js';

type Item = { item: string };

const MOST_COMPETITORS = 20;

const WITH_IDS = viewsOf(
  'unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) JOIN products product USING (id)',
  'wanted.place',
);

/** The best of each category by reviews are enough to know the best of all, so no category is ever read whole. */
const COMPETITORS = `
  WITH product AS (SELECT id, name, categories, logo_url FROM products WHERE id = $1),
  ranked AS (
    SELECT DISTINCT best.review_count, best.product_id
    FROM product, unnest(product.categories) AS own (category)
    CROSS JOIN LATERAL (
      SELECT peer.product_id, peer.review_count FROM product_categories peer
      WHERE peer.category = own.category AND peer.product_id <> product.id
      ORDER BY peer.review_count DESC, peer.product_id LIMIT ${MOST_COMPETITORS}
    ) best
    ORDER BY best.review_count DESC, best.product_id LIMIT ${MOST_COMPETITORS}
  )
  SELECT jsonb_build_object(
    'product', (SELECT to_jsonb(product) FROM product),
    'competitors', coalesce((
      SELECT jsonb_agg(
        jsonb_build_object(
          'id', rival.id, 'name', rival.name, 'categories', rival.categories, 'logo_url', rival.logo_url,
          'shared_categories', ARRAY(SELECT own FROM product, unnest(product.categories) own WHERE own = ANY (rival.categories)),
          'has_pain_points_report', rival.report_id IS NOT NULL
        ) || CASE WHEN rival.report_id IS NULL OR rival.pain_headline IS NULL THEN '{}'
             ELSE jsonb_build_object('pain_headline', rival.pain_headline) END
        ORDER BY ranked.review_count DESC, rival.id)
      FROM ranked JOIN products rival ON rival.id = ranked.product_id), '[]')
  )::text AS body
  WHERE EXISTS (SELECT 1 FROM product)`;

/** SQL of products. */
@Injectable()
export class ProductsQueries {
  constructor(private readonly database: Database) {}

  /** The most reviewed products as JSON texts, one more than the page holds. */
  async mostReviewed(page: PageQuery): Promise<string[]> {
    const { limit, offset } = window(page);
    return itemsOf(await this.database.named<Item>('most_reviewed_products', MOST_REVIEWED, [limit, offset]));
  }

  /** Products whose name contains `query` as JSON texts, one more than the page holds. */
  async named(query: string, page: PageQuery): Promise<string[]> {
    const { limit, offset } = window(page);
    return itemsOf(await this.database.named<Item>('search_products', SEARCH, [query, limit, offset]));
  }

  /** The products with these ids as JSON texts, in the order of `ids`. */
  async withIds(ids: readonly string[]): Promise<string[]> {
    return itemsOf(await this.database.named<Item>('products_with_ids', WITH_IDS, [ids]));
  }

  /** True when there are more than `count` products. */
  async isMoreThan(count: number): Promise<boolean> {
    return (await this.database.maybeOne('SELECT 1 FROM products LIMIT 1 OFFSET $1', [count])) !== null;
  }

  /** Product and competitors as JSON text, in the shape of the answer; null for an unknown product. */
  async competitorsOf(productId: string): Promise<string | null> {
    const [row] = await this.database.named<{ body: string }>('competitors', COMPETITORS, [productId]);
    return row?.body ?? null;
  }
}

const itemsOf = (rows: Item[]): string[] => rows.map(({ item }) => item);
