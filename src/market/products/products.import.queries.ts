import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import type { Stored } from '#platform/files/file.importer.js';
import type { ProductLine, ProductReference } from './products.line.js';

/** A name without a maker matches the product without a maker, or else the most reviewed product with that name. */
const FIND = `
  SELECT wanted.place, product.id
  FROM jsonb_to_recordset($1) AS wanted (place int, name text, maker text)
  LEFT JOIN LATERAL (
    SELECT id FROM products
    WHERE name_key = fold_text(wanted.name) AND (wanted.maker IS NULL OR maker_key = fold_text(wanted.maker))
    ORDER BY (products.maker IS NULL) DESC, review_count DESC, id LIMIT 1
  ) product ON true
  ORDER BY wanted.place`;

/** SQL of product imports. */
@Injectable()
export class ProductsImportQueries {
  constructor(private readonly database: Database) {}

  /** Inserts or updates products. A missing field keeps its value. The last line of a product takes precedence. */
  async upsert(lines: readonly ProductLine[]): Promise<Stored> {
    const rows = lines.map((line, place) => ({ ...line, place, id: uuidv7() }));
    const stored = await this.database.query<{ id: string }>(
      `INSERT INTO products AS known (id, name, maker, description, categories, logo_url, website)
       SELECT DISTINCT ON (fold_text(name), fold_text(coalesce(maker, '')))
              id, name, maker, description, categories, logo_url, website
       FROM jsonb_to_recordset($1) AS line
         (place int, id uuid, name text, maker text, description text, categories text[], logo_url text, website text)
       ORDER BY fold_text(name), fold_text(coalesce(maker, '')), place DESC
       ON CONFLICT (name_key, maker_key) DO UPDATE SET
         description = coalesce(excluded.description, known.description),
         categories = CASE WHEN excluded.categories = '{}' THEN known.categories ELSE excluded.categories END,
         logo_url = coalesce(excluded.logo_url, known.logo_url),
         website = coalesce(excluded.website, known.website),
         updated_at = now()
       WHERE known.description IS DISTINCT FROM coalesce(excluded.description, known.description)
          OR (excluded.categories <> '{}' AND known.categories <> excluded.categories)
          OR known.logo_url IS DISTINCT FROM coalesce(excluded.logo_url, known.logo_url)
          OR known.website IS DISTINCT FROM coalesce(excluded.website, known.website)
       RETURNING id`,
      [JSON.stringify(rows)],
    );
    // An existing product keeps its id.
    const newIds = new Set(rows.map(({ id }) => id));
    const inserted = stored.filter(({ id }) => newIds.has(id)).length;
    return { inserted, updated: stored.length - inserted };
  }

  /**
   * Returns one id for each referenced product, in order, and creates missing products. Locks all of them in the order
   * of their ids, so that concurrent imports of the same products cannot deadlock.
   */
  async findOrCreateIds(references: readonly ProductReference[]): Promise<string[]> {
    const distinct = new Map(references.map((product) => [keyOf(product), product]));
    const lookup = JSON.stringify([...distinct.values()].map(({ name, maker }, place) => ({ place, name, maker })));
    let found = await this.database.query<{ place: number; id: string | null }>(FIND, [lookup]);
    const missing = [...distinct.values()].filter((_, place) => found[place]?.id === null);
    if (missing.length > 0) {
      await this.create(missing);
      found = await this.database.query(FIND, [lookup]);
    }
    const ids = found.map(({ id }) => id as string);
    await this.database.query('SELECT FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
    const idOf = new Map([...distinct.keys()].map((key, place) => [key, ids[place] as string]));
    return references.map((product) => idOf.get(keyOf(product)) as string);
  }

  private async create(products: readonly ProductReference[]): Promise<void> {
    await this.database.execute(
      `INSERT INTO products (id, name, maker, categories)
       SELECT id, name, maker, CASE WHEN category IS NULL THEN '{}' ELSE ARRAY[category] END
       FROM jsonb_to_recordset($1) AS line (id uuid, name text, maker text, category text)
       ORDER BY fold_text(name), fold_text(coalesce(maker, ''))
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(products.map((product) => ({ ...product, id: uuidv7() })))],
    );
  }
}

const keyOf = ({ name, maker }: ProductReference): string => JSON.stringify([name, maker]);
