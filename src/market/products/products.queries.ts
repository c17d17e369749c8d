import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { window } from '#platform/operations/pagination.dto.js';

/** A product row as lists read it. */
export interface ProductRow {
  id: string;
  name: string;
  maker: string | null;
  logo_url: string | null;
  description: string | null;
  categories: string[];
  report_status: string;
  report_generated_at: Date | null;
}

type Row<T> = T & Record<string, unknown>;

const COLUMNS = 'id, name, maker, logo_url, description, categories, report_status, report_generated_at';
const MOST_COMPETITORS = 20;

/** One rank of a search: the best of it by reviews, as many as the page could need. */
const ranked = (rank: number, condition: string): string =>
  `(SELECT ${rank} AS rank, review_count, ${COLUMNS} FROM products
    WHERE ${condition} ORDER BY review_count DESC, id LIMIT $3::bigint + $4::bigint)`;

/** Exact names, then prefixes, then whatever else contains the query; $1 is the query, $2 the same with LIKE's signs made literal. */
const searchBy = (contains: string): string => `
  SELECT ${COLUMNS} FROM (
    ${ranked(0, 'lower(name) = lower($1::text)')}
    UNION ALL
    ${ranked(1, `lower(name) LIKE lower($2::text) || '%' AND lower(name) <> lower($1::text)`)}
    UNION ALL
    ${ranked(2, `${contains} AND lower(name) NOT LIKE lower($2::text) || '%'`)}
  ) found ORDER BY rank, review_count DESC, id LIMIT $3 OFFSET $4`;

const SEARCH = searchBy(`lower(name) LIKE '%' || lower($2::text) || '%'`);
const SEARCH_SHORT = searchBy('short_grams(name) @> ARRAY[lower($1::text)]');
const MOST_REVIEWED = `SELECT ${COLUMNS} FROM products ORDER BY review_count DESC, id LIMIT $1 OFFSET $2`;

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

  /** The most reviewed products, one row more than the page holds. */
  mostReviewed(page: PageQuery): Promise<ProductRow[]> {
    const { limit, offset } = window(page);
    return this.database.named<Row<ProductRow>>('most_reviewed_products', MOST_REVIEWED, [limit, offset]);
  }

  /** Products whose name contains `query`, one row more than the page holds. */
  named(query: string, page: PageQuery): Promise<ProductRow[]> {
    const { limit, offset } = window(page);
    const literal = query.replace(/[\\%_]/g, (sign) => `\\${sign}`);
    const isShort = [...query.toLowerCase()].length <= 2;
    return this.database.named<Row<ProductRow>>(
      isShort ? 'search_products_short' : 'search_products',
      isShort ? SEARCH_SHORT : SEARCH,
      [query, literal, limit, offset],
    );
  }

  /** The products with these ids, in the order of `ids`. */
  withIds(ids: readonly string[]): Promise<ProductRow[]> {
    return this.database.named<Row<ProductRow>>(
      'products_with_ids',
      `SELECT ${COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place)
       JOIN products USING (id) ORDER BY wanted.place`,
      [ids],
    );
  }

  /** Product and competitors as JSON text, in the shape of the answer; null for an unknown product. */
  async competitorsOf(productId: string): Promise<string | null> {
    const [row] = await this.database.named<{ body: string }>('competitors', COMPETITORS, [productId]);
    return row?.body ?? null;
  }
}
