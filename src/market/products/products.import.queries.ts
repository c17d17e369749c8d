import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import type { Stored } from '#platform/files/file.importer.js';
import type { ProductLine, WantedProduct } from './products.importer.js';

/** A name without a maker means the product without one, else the most reviewed of that name. */
const FIND = `
  SELECT wanted.place, product.id
  FROM jsonb_to_recordset($1) AS wanted (place int, name text, maker text)
  LEFT JOIN LATERAL (
    SELECT id FROM products
    WHERE lower(products.name) = lower(wanted.name)
      AND (wanted.maker IS NULL OR lower(coalesce(products.maker, '')) = lower(wanted.maker))
    ORDER BY (products.maker IS NULL) DESC, review_count DESC, id LIMIT 1
  ) product ON true
  ORDER BY wanted.place`;

/** SQL of product imports. */
@Injectable()
export class ProductsImportQueries {
  constructor(private readonly database: Database) {}

  /** Inserts or updates products; a field a line leaves out keeps its value. The last line of a product wins. */
  async upsert(lines: readonly ProductLine[]): Promise<Stored> {
    const rows = await this.database.query<{ inserted: boolean }>(
      `INSERT INTO products AS known (id, name, maker, description, categories, logo_url, website)
       SELECT DISTINCT ON (lower(name), lower(coalesce(maker, '')))
              id, name, maker, description, categories, logo_url, website
       FROM jsonb_to_recordset($1) AS line
         (place int, id uuid, name text, maker text, description text, categories text[], logo_url text, website text)
       ORDER BY lower(name), lower(coalesce(maker, '')), place DESC
       ON CONFLICT (lower(name), lower(coalesce(maker, ''))) DO UPDATE SET
         description = coalesce(excluded.description, known.description),
         categories = CASE WHEN excluded.categories = '{}' THEN known.categories ELSE excluded.categories END,
         logo_url = coalesce(excluded.logo_url, known.logo_url),
         website = coalesce(excluded.website, known.website),
         updated_at = now()
       WHERE known.description IS DISTINCT FROM coalesce(excluded.description, known.description)
          OR (excluded.categories <> '{}' AND known.categories <> excluded.categories)
          OR known.logo_url IS DISTINCT FROM coalesce(excluded.logo_url, known.logo_url)
          OR known.website IS DISTINCT FROM coalesce(excluded.website, known.website)
       RETURNING xmax = 0 AS inserted`,
      [JSON.stringify(lines.map((line, place) => ({ ...line, place, id: uuidv7() })))],
    );
    const inserted = rows.filter((row) => row.inserted).length;
    return { inserted, updated: rows.length - inserted };
  }

  /** One id for each wanted product, in order; those that are not known yet are made. */
  async idsOf(wanted: readonly WantedProduct[]): Promise<string[]> {
    const asked = JSON.stringify(wanted.map(({ name, maker }, place) => ({ place, name, maker })));
    const found = await this.database.query<{ place: number; id: string | null }>(FIND, [asked]);
    const missing = wanted.filter((_, place) => found[place]?.id === null);
    if (missing.length === 0) return found.map(({ id }) => id as string);
    await this.database.execute(
      `INSERT INTO products (id, name, maker, categories)
       SELECT id, name, maker, CASE WHEN category IS NULL THEN '{}' ELSE ARRAY[category] END
       FROM jsonb_to_recordset($1) AS line (id uuid, name text, maker text, category text)
       ORDER BY lower(name), lower(coalesce(maker, ''))
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(missing.map((line) => ({ ...line, id: uuidv7() })))],
    );
    return (await this.database.query<{ id: string }>(FIND, [asked])).map(({ id }) => id);
  }
}
