import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';

/** A product that an operator changes. */
export interface ChangedProduct {
  id: string;
  name: string;
  maker: string | null;
  report_status: string;
}

/** What a deletion removes with the product. `purchases` are unlocks and pitches, which teams have paid for. */
export type ProductLosses = Record<'reviews' | 'reports' | 'opportunities' | 'purchases' | 'followers', number>;

/**
 * Where each reference to a product goes when it is merged into another one (`$1` into `$2`). A foreign key that is missing here
 * fails a test.
 */
export const MOVES: Readonly<Record<string, readonly string[]>> = {
  'reviews.product_id': ['UPDATE reviews SET product_id = $2 WHERE product_id = $1'],
  // The key of reposts contains the product of a review.
  'opportunities.product_id': [
    `UPDATE opportunities SET product_id = $2,
       repost_key = CASE WHEN review_id IS NULL THEN repost_key ELSE (
         SELECT repost_key_of(text, 12, concat($2::uuid, ' ', fold_text(reviewer_name))) FROM reviews WHERE id = review_id) END
     WHERE product_id = $1`,
  ],
  'opportunity_removals.product_id': ['UPDATE opportunity_removals SET product_id = $2 WHERE product_id = $1'],
  'reports.product_id': ['UPDATE reports SET product_id = $2 WHERE product_id = $1'],
  'follows.product_id': [
    'INSERT INTO follows (team_id, product_id, created_at) SELECT team_id, $2, created_at FROM follows WHERE product_id = $1 ON CONFLICT DO NOTHING',
  ],
  'product_aliases.product_id': ['UPDATE product_aliases SET product_id = $2 WHERE product_id = $1'],
  // Triggers keep the categories of the product that stays.
  'product_categories.product_id': [],
};

/** References to a product that are no foreign keys. */
const LOOSE_MOVES = [
  `UPDATE saved_searches SET filters = replace(filters::text, $1::text, $2::text)::jsonb, version = version + 1, updated_at = now()
   WHERE filters::text LIKE '%' || $1 || '%'`,
  `UPDATE inbox_items SET path = replace(path, $1::text, $2::text) WHERE path LIKE '%/products/' || $1 || '%'`,
  `UPDATE reports SET switching = (
     SELECT coalesce(jsonb_agg(CASE WHEN edge ->> 'product_id' = $1::text THEN jsonb_set(edge, '{product_id}', to_jsonb($2::text)) ELSE edge END), '[]')
     FROM jsonb_array_elements(switching) AS edge
     WHERE NOT (edge ->> 'product_id' IN ($1::text, $2::text) AND product_id = $2::uuid))
   WHERE switching @> jsonb_build_array(jsonb_build_object('product_id', $1::text))
      OR (product_id = $2::uuid AND switching @> jsonb_build_array(jsonb_build_object('product_id', $2::text)))`,
];

/** The opportunities of the reviews of a product. */
const OWN = 'SELECT id FROM opportunities WHERE review_id IN (SELECT id FROM reviews WHERE product_id = $1)';

/** SQL of changes of products that concern many features (decision 0032). Methods expect an open transaction. */
@Injectable()
export class ProductChangesQueries {
  constructor(private readonly database: Database) {}

  /** Locks products in the order of their ids, against imports, reports and each other. */
  lock(ids: readonly string[]): Promise<ChangedProduct[]> {
    return this.database.query<ChangedProduct>(
      'SELECT id, name, maker, report_status FROM products WHERE id = ANY($1) ORDER BY id FOR UPDATE',
      [ids],
    );
  }

  /**
   * Moves everything from one product to another one, and removes the first. The report that the second shows stays, or is
   * that of the first if it shows none.
   */
  async merge(from: string, into: string): Promise<void> {
    await this.database.execute(
      `UPDATE products kept SET review_count = kept.review_count + merged.review_count,
         review_changes = kept.review_changes + merged.review_changes,
         merged_ids = kept.merged_ids || merged.merged_ids || merged.id,
         maker = coalesce(kept.maker, merged.maker), description = coalesce(kept.description, merged.description),
         website = coalesce(kept.website, merged.website), logo_url = coalesce(kept.logo_url, merged.logo_url),
         categories = CASE WHEN kept.categories = '{}' THEN merged.categories ELSE kept.categories END,
         (report_id, report_generated_at, report_status, report_review_changes, pain_headline) = (
           SELECT shown.report_id, shown.report_generated_at, shown.report_status, shown.report_review_changes, shown.pain_headline
           FROM products shown WHERE shown.id IN ($1, $2) ORDER BY (shown.report_id IS NULL), shown.id = $1 LIMIT 1),
         updated_at = now()
       FROM products merged WHERE kept.id = $2 AND merged.id = $1`,
      [from, into],
    );
    await this.database.execute('UPDATE products SET report_id = NULL, report_generated_at = NULL WHERE id = $1', [
      from,
    ]);
    for (const statement of [...Object.values(MOVES).flat(), ...LOOSE_MOVES]) {
      await this.database.execute(statement, [from, into]);
    }
    await this.database.execute('DELETE FROM products WHERE id = $1', [from]);
  }

  /** Whether another product has this name and maker. */
  async isTaken(name: string, maker: string | null, exceptId: string): Promise<boolean> {
    const found = await this.database.maybeOne(
      `SELECT 1 FROM products WHERE name_key = fold_text($1) AND maker_key = fold_text(coalesce($2, '')) AND id <> $3`,
      [name, maker, exceptId],
    );
    return found !== null;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.database.execute('UPDATE products SET name = $2, updated_at = now() WHERE id = $1', [id, name]);
  }

  /** Stores a former name of a product. The product that had it last keeps it. */
  async addAlias(productId: string, { name, maker }: Pick<ChangedProduct, 'name' | 'maker'>): Promise<void> {
    await this.database.execute(
      `INSERT INTO product_aliases (id, product_id, name, maker) VALUES ($1, $2, $3, $4)
       ON CONFLICT (name_key, maker_key) DO UPDATE SET product_id = excluded.product_id, name = excluded.name`,
      [uuidv7(), productId, name, maker],
    );
  }

  /** Deletes the former names of a product that are its name now. */
  async removeOwnAlias(productId: string): Promise<void> {
    await this.database.execute(
      `DELETE FROM product_aliases alias USING products product
       WHERE product.id = $1 AND alias.product_id = product.id
         AND (alias.name_key, alias.maker_key) = (product.name_key, product.maker_key)`,
      [productId],
    );
  }

  /** The reviews of a product that have opportunities. */
  async reviewIdsWithOpportunities(productId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      'SELECT review_id AS id FROM opportunities WHERE product_id = $1 AND review_id IS NOT NULL ORDER BY review_id',
      [productId],
    );
    return rows.map(({ id }) => id);
  }

  /** The opportunities that go with a product: those of its reviews. */
  async opportunityIdsOf(productId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(`${OWN} ORDER BY id`, [productId]);
    return rows.map(({ id }) => id);
  }

  lossesOf(productId: string): Promise<ProductLosses> {
    return this.database.one<ProductLosses>(
      `SELECT (SELECT count(*) FROM reviews WHERE product_id = $1) AS reviews,
              (SELECT count(*) FROM reports WHERE product_id = $1) AS reports,
              (SELECT count(*) FROM (${OWN}) own) AS opportunities,
              (SELECT count(*) FROM unlocks WHERE opportunity_id IN (${OWN}))
                + (SELECT count(*) FROM pitches WHERE opportunity_id IN (${OWN})) AS purchases,
              (SELECT count(*) FROM follows WHERE product_id = $1) AS followers`,
      [productId],
    );
  }

  /** Deletes a product with everything that is about it alone. Posts stay, and are about no known product. */
  async delete(productId: string): Promise<void> {
    for (const statement of [
      'UPDATE products SET report_id = NULL, report_generated_at = NULL WHERE id = $1',
      'DELETE FROM opportunities WHERE review_id IN (SELECT id FROM reviews WHERE product_id = $1)',
      'UPDATE opportunities SET product_id = NULL WHERE product_id = $1',
      'DELETE FROM reviews WHERE product_id = $1',
      'DELETE FROM reports WHERE product_id = $1',
      `DELETE FROM inbox_items WHERE path LIKE '%/products/' || $1::text || '%'`,
      'DELETE FROM products WHERE id = $1',
    ]) {
      await this.database.execute(statement, [productId]);
    }
  }
}
