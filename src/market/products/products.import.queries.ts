import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import type { Stored } from '#platform/files/import.journal.js';
import type { ProductLine, ProductReference } from './products.line.js';
import { ProductsQueries } from './products.queries.js';

/**
 * A name without a maker matches the product without a maker, or else the most reviewed product with that name. A product that has
 * the name comes before one that had it.
 */
const FIND = `
  SELECT wanted.place, product.id
  FROM jsonb_to_recordset($1) AS wanted (place int, name text, maker text)
  LEFT JOIN LATERAL (
    SELECT id FROM (
      SELECT 0 AS former, id, maker, review_count FROM products
      WHERE name_key = fold_text(wanted.name) AND (wanted.maker IS NULL OR maker_key = fold_text(wanted.maker))
      UNION ALL
      SELECT 1, product.id, alias.maker, review_count FROM product_aliases alias JOIN products product ON product.id = alias.product_id
      WHERE alias.name_key = fold_text(wanted.name) AND (wanted.maker IS NULL OR alias.maker_key = fold_text(wanted.maker))
    ) named
    ORDER BY former, (named.maker IS NULL) DESC, review_count DESC, id LIMIT 1
  ) product ON true
  ORDER BY wanted.place`;

/** The products of lines. One that names a former name of a product is this product. */
const NAMED = `
  SELECT place, name, maker,
         row_number() OVER (PARTITION BY fold_text(name), fold_text(coalesce(maker, '')) ORDER BY place)::integer - 1 AS earlier
  FROM (
    SELECT line.place, coalesce(known.name, line.name) AS name,
           CASE WHEN known.id IS NULL THEN line.maker ELSE known.maker END AS maker
    FROM jsonb_to_recordset($1) AS line (place int, name text, maker text)
    LEFT JOIN product_aliases alias ON alias.name_key = fold_text(line.name) AND alias.maker_key = fold_text(coalesce(line.maker, ''))
      AND NOT EXISTS (SELECT FROM products WHERE (name_key, maker_key) = (alias.name_key, alias.maker_key))
    LEFT JOIN products known ON known.id = alias.product_id
  ) named`;

interface NamedLine {
  place: number;
  name: string;
  maker: string | null;
  /** How many earlier lines name the same product. */
  earlier: number;
}

/** SQL of product imports. */
@Injectable()
export class ProductsImportQueries {
  constructor(
    private readonly database: Database,
    private readonly products: ProductsQueries,
  ) {}

  /** Inserts or updates products. A missing field keeps its value, also that of an earlier line of the product. */
  async upsert(lines: readonly ProductLine[], importId: number | null): Promise<Stored> {
    const stored = { inserted: 0, updated: 0 };
    for (const round of await this.roundsOf(lines)) {
      const { inserted, updated } = await this.upsertOnce(round, importId);
      stored.inserted += inserted;
      stored.updated += updated;
    }
    return stored;
  }

  /** The lines in rounds that name each product once: the first line of each product, the second ones, and so on. */
  private async roundsOf(lines: readonly ProductLine[]): Promise<ProductLine[][]> {
    const names = lines.map(({ name, maker }, place) => ({ place, name, maker }));
    const rounds: ProductLine[][] = [];
    for (const { place, earlier, ...named } of await this.database.query<NamedLine>(NAMED, [JSON.stringify(names)])) {
      (rounds[earlier] ??= []).push({ ...(lines[place] as ProductLine), ...named });
    }
    return rounds;
  }

  private async upsertOnce(lines: readonly ProductLine[], importId: number | null): Promise<Stored> {
    const rows = lines.map((line) => ({ ...line, id: uuidv7() }));
    const stored = await this.database.query<{ id: string }>(
      `INSERT INTO products AS known (id, name, maker, description, categories, logo_url, website, inserted_by, changed_by)
       SELECT id, name, maker, description, categories, logo_url, website, $2::integer, $2::integer
       FROM jsonb_to_recordset($1) AS line
         (id uuid, name text, maker text, description text, categories text[], logo_url text, website text)
       ORDER BY fold_text(name), fold_text(coalesce(maker, ''))
       ON CONFLICT (name_key, maker_key) DO UPDATE SET
         description = coalesce(excluded.description, known.description),
         categories = CASE WHEN excluded.categories = '{}' THEN known.categories ELSE excluded.categories END,
         logo_url = coalesce(excluded.logo_url, known.logo_url),
         website = coalesce(excluded.website, known.website),
         changed_by = excluded.changed_by,
         updated_at = now()
       WHERE known.description IS DISTINCT FROM coalesce(excluded.description, known.description)
          OR (excluded.categories <> '{}' AND known.categories <> excluded.categories)
          OR known.logo_url IS DISTINCT FROM coalesce(excluded.logo_url, known.logo_url)
          OR known.website IS DISTINCT FROM coalesce(excluded.website, known.website)
       RETURNING id`,
      [JSON.stringify(rows), importId],
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
  async findOrCreateIds(references: readonly ProductReference[], importId: number | null): Promise<string[]> {
    const distinct = new Map(references.map((product) => [keyOf(product), product]));
    const wanted = [...distinct.values()];
    for (;;) {
      const found = await this.find(wanted);
      const missing = wanted.filter((_, place) => found[place] === null);
      if (missing.length > 0) await this.create(missing, importId);
      const ids = (missing.length > 0 ? await this.find(wanted) : found).flatMap((id) => id ?? []);
      // A product may be removed before it is locked.
      if (ids.length < wanted.length || (await this.products.lock(ids)) < new Set(ids).size) continue;
      const idOf = new Map([...distinct.keys()].map((key, place) => [key, ids[place] as string]));
      return references.map((product) => idOf.get(keyOf(product)) as string);
    }
  }

  private async find(products: readonly ProductReference[]): Promise<(string | null)[]> {
    const wanted = products.map(({ name, maker }, place) => ({ place, name, maker }));
    const found = await this.database.query<{ id: string | null }>(FIND, [JSON.stringify(wanted)]);
    return found.map(({ id }) => id);
  }

  private async create(products: readonly ProductReference[], importId: number | null): Promise<void> {
    await this.database.execute(
      `INSERT INTO products (id, name, maker, categories, inserted_by, changed_by)
       SELECT id, name, maker, CASE WHEN category IS NULL THEN '{}' ELSE ARRAY[category] END, $2::integer, $2::integer
       FROM jsonb_to_recordset($1) AS line (id uuid, name text, maker text, category text)
       ORDER BY fold_text(name), fold_text(coalesce(maker, ''))
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(products.map((product) => ({ ...product, id: uuidv7() }))), importId],
    );
  }
}

const keyOf = ({ name, maker }: ProductReference): string => JSON.stringify([name, maker]);
