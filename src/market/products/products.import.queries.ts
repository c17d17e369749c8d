import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import type { Stored } from '#platform/files/file.importer.js';
import type { ProductLine, WantedProduct } from './products.line.js';

/** A name without a maker means the product without one, else the most reviewed of that name. */
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

  /** Inserts or updates products; a field a line leaves out keeps its value. The last line of a product wins. */
  async upsert(lines: readonly ProductLine[]): Promise<Stored> {
    const rows = await this.database.query<{ inserted: boolean }>(
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
       RETURNING xmax = 0 AS inserted`,
      [JSON.stringify(lines.map((line, place) => ({ ...line, place, id: uuidv7() })))],
    );
    const inserted = rows.filter((row) => row.inserted).length;
    return { inserted, updated: rows.length - inserted };
  }

  /**
   * One id for each wanted product, in order; those that are not known yet are made. All are locked in the order of
   * their ids, so that imports of the same products wait for each other and never for ever.
   */
  async idsOf(wanted: readonly WantedProduct[]): Promise<string[]> {
    const distinct = new Map(wanted.map((product) => [keyOf(product), product]));
    const asked = JSON.stringify([...distinct.values()].map(({ name, maker }, place) => ({ place, name, maker })));
    let found = await this.database.query<{ place: number; id: string | null }>(FIND, [asked]);
    const missing = [...distinct.values()].filter((_, place) => found[place]?.id === null);
    if (missing.length > 0) {
      await this.make(missing);
      found = await this.database.query(FIND, [asked]);
    }
    const ids = found.map(({ id }) => id as string);
    await this.database.query('SELECT FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [ids]);
    const idOf = new Map([...distinct.keys()].map((key, place) => [key, ids[place] as string]));
    return wanted.map((product) => idOf.get(keyOf(product)) as string);
  }

  private async make(products: readonly WantedProduct[]): Promise<void> {
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

const keyOf = ({ name, maker }: WantedProduct): string => JSON.stringify([name, maker]);
