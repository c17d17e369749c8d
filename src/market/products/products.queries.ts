import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { currentTestTeam } from '#platform/caller/test-mode.js';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Product } from './product.entity.js';
import { FREQUENT, MAX_REVIEWED, SEARCH, SEARCH_FREQUENT, SIMILAR, WITH_IDS } from './product-search.statement.js';

/** The counters of a product's reviews and their changes. */
export type ReviewCounters = Pick<RowOf<Product>, 'review_count' | 'review_changes' | 'report_review_changes'>;

/** A product, as in lists. */
export type ListedProduct = Pick<
  RowOf<Product>,
  'id' | 'name' | 'maker' | 'logo_url' | 'description' | 'categories' | 'report_status' | 'report_generated_at'
> &
  ReviewCounters;

/** A product in a comparison with its competitors. */
export type ComparedRow = Pick<
  RowOf<Product>,
  'id' | 'name' | 'categories' | 'logo_url' | 'report_id' | 'pain_headline'
> &
  ReviewCounters;

/** A page of the products with a text in their name. */
interface Search {
  text: string;
  limit: number;
  offset: number;
}

/** A product of one of several searches. */
type FoundProduct = ListedProduct & { place: number; matches: number };

const MAX_COMPETITORS = 20;
/** A slow search delays those of the same statement. */
const MAX_SEARCHES = 8;
/** The most reviewed products, whose categories are offered. Reading them takes a few milliseconds. */
const CATEGORIZED = 1_000;

/**
 * The competitors of a product. The most reviewed products of each category include the most reviewed of all, so no
 * category is read in full.
 */
const COMPETITORS = `
  WITH best AS (
    SELECT DISTINCT peer.product_id AS id, peer.review_count
    FROM products product, unnest(product.categories) AS own (category)
    CROSS JOIN LATERAL (
      SELECT product_id, review_count FROM product_categories
      WHERE category = own.category AND product_id <> product.id
      ORDER BY review_count DESC, product_id LIMIT ${MAX_COMPETITORS}
    ) peer
    WHERE product.id = $1
    ORDER BY peer.review_count DESC, peer.product_id LIMIT ${MAX_COMPETITORS}
  )
  SELECT id, name, categories, logo_url, report_id, pain_headline, review_count, review_changes, report_review_changes
  FROM (SELECT $1::uuid AS id, NULL AS volume UNION ALL SELECT id, review_count FROM best) AS listed
  JOIN products USING (id)
  ORDER BY listed.volume DESC NULLS FIRST, id`;

/** SQL of products. */
@Injectable()
export class ProductsQueries {
  // Searches of one turn of the event loop share one statement.
  private readonly searches = new DataLoader<Search, ListedProduct[]>((all) => this.findAll(all), {
    cache: false,
    batchScheduleFn: setImmediate,
    maxBatchSize: MAX_SEARCHES,
  });

  constructor(private readonly database: Database) {}

  /** The most reviewed products. */
  mostReviewed(limit: number, offset: number): Promise<ListedProduct[]> {
    return this.database.replicated.prepared.query<ListedProduct>(MAX_REVIEWED, [limit, offset]);
  }

  /** Products with exactly this name, or else with this former name, regardless of case. */
  findByExactName(name: string, limit: number): Promise<Pick<Product, 'id'>[]> {
    return this.database.query<Pick<Product, 'id'>>(
      `WITH named AS (SELECT id FROM products WHERE name_key = fold_text($1) LIMIT $2)
       SELECT id FROM named
       UNION ALL
       SELECT DISTINCT product_id FROM product_aliases WHERE name_key = fold_text($1) AND NOT EXISTS (SELECT FROM named)
       LIMIT $2`,
      [name, limit],
    );
  }

  /** For each of these names, the most reviewed product that has it or, if there is none, that had it, regardless of case. */
  async findNamed(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ name: string; id: string }>(
      `SELECT wanted.name, found.id FROM unnest($1::text[]) AS wanted (name)
       CROSS JOIN LATERAL (
         SELECT id FROM (
           SELECT false AS is_former, id, review_count FROM products WHERE name_key = fold_text(wanted.name)
           UNION ALL
           SELECT true, product.id, review_count FROM product_aliases alias JOIN products product ON product.id = alias.product_id
           WHERE alias.name_key = fold_text(wanted.name)
         ) named ORDER BY is_former, review_count DESC, id LIMIT 1
       ) found`,
      [names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** Products with `text` in their name: exact names, then names that begin with it, then the most reviewed. */
  async findByName(text: string, limit: number, offset: number): Promise<ListedProduct[]> {
    const search = { text, limit, offset };
    // At a larger offset, only a frequent text has rows.
    if (offset > FREQUENT) return this.findFrequent(search);
    // Searches of test mode share no statement, because each team has products of its own there.
    if (currentTestTeam() === undefined) return this.searches.load(search);
    const [found = []] = await this.findAll([search]);
    return found;
  }

  private async findAll(all: readonly Search[]): Promise<ListedProduct[][]> {
    const values = [all.map(({ text }) => text), all.map(({ limit }) => limit), all.map(({ offset }) => offset)];
    const rows = await this.database.replicated.prepared.query<FoundProduct>(SEARCH, values);
    const found = all.map((): FoundProduct[] => []);
    for (const row of rows) found[row.place - 1]?.push(row);
    return Promise.all(
      found.map((list, index) =>
        (list[0]?.matches ?? 0) <= FREQUENT ? Promise.resolve(list) : this.findFrequent(all[index] as Search),
      ),
    );
  }

  private findFrequent({ text, limit, offset }: Search): Promise<ListedProduct[]> {
    return this.database.replicated.prepared.query<ListedProduct>(SEARCH_FREQUENT, [text, limit, offset]);
  }

  /** Popular products with names similar to a text, the most similar first. */
  findSimilar(text: string, limit: number): Promise<Pick<Product, 'id'>[]> {
    return this.database.replicated.prepared.query<Pick<Product, 'id'>>(SIMILAR, [text, limit]);
  }

  /** The products with the given ids, in the order of `ids`, without unknown ids. */
  findByIds(ids: readonly string[]): Promise<ListedProduct[]> {
    return this.database.prepared.query<ListedProduct>(WITH_IDS, [ids]);
  }

  /** The id of the product that another one was merged into. Reads all products, because few ask for one that is gone. */
  async findMergedInto(id: string): Promise<string | null> {
    const sql = 'SELECT id FROM products WHERE merged_ids @> ARRAY[$1::uuid]';
    return (await this.database.maybeOne<Pick<Product, 'id'>>(sql, [id]))?.id ?? null;
  }

  /** Products with a finished report, the most reviewed first: of one category, or of all. */
  withReports(
    limit: number,
    offset = 0,
    category: string | null = null,
  ): Promise<Pick<ListedProduct, 'id' | 'report_generated_at'>[]> {
    return this.database.replicated.query<Pick<ListedProduct, 'id' | 'report_generated_at'>>(
      `SELECT id, report_generated_at FROM products
       WHERE report_id IS NOT NULL AND ($3::text IS NULL OR categories @> ARRAY[$3])
       ORDER BY review_count DESC, id LIMIT $1 OFFSET $2`,
      [limit, offset, category],
    );
  }

  /** Products of a category, the most reviewed first. */
  inCategory(category: string, limit: number, offset: number): Promise<Pick<Product, 'id'>[]> {
    return this.database.replicated.query<Pick<Product, 'id'>>(
      `SELECT product_id AS id FROM product_categories WHERE category = $1
       ORDER BY review_count DESC, product_id LIMIT $2 OFFSET $3`,
      [category, limit, offset],
    );
  }

  /** The most frequent categories of the most reviewed products. */
  async frequentCategories(limit: number): Promise<string[]> {
    const rows = await this.database.replicated.query<{ category: string }>(
      `SELECT category FROM (SELECT categories FROM products ORDER BY review_count DESC, id LIMIT ${CATEGORIZED}) popular,
         unnest(categories) AS category
       GROUP BY category ORDER BY count(*) DESC, category LIMIT $1`,
      [limit],
    );
    return rows.map(({ category }) => category);
  }

  /** Locks products in the order of their ids until the transaction ends. @returns the number of those that exist */
  async lock(ids: readonly string[]): Promise<number> {
    const locked = 'SELECT FROM products WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE';
    return (await this.database.query(locked, [ids])).length;
  }

  /** The version of all products. It differs after each commit that changed one. */
  async version(): Promise<string> {
    const { version } = await this.database.prepared.one<{ version: string }>(
      `SELECT md5(coalesce(string_agg(concat(id, changed_by), ' ' ORDER BY id), '')) AS version FROM product_versions`,
    );
    return version;
  }

  /** True if there are more than `count` products. */
  async hasMoreThan(count: number): Promise<boolean> {
    return (await this.database.replicated.maybeOne('SELECT 1 FROM products LIMIT 1 OFFSET $1', [count])) !== null;
  }

  /** The product and its competitors, the most reviewed first; null for an unknown product. */
  async competitorsOf(productId: string): Promise<{ product: ComparedRow; competitors: ComparedRow[] } | null> {
    // A replica may lack a product that was just imported.
    const places = this.database.hasReplicas ? [this.database.replicated, this.database] : [this.database];
    for (const { prepared } of places) {
      const [product, ...competitors] = await prepared.query<ComparedRow>(COMPETITORS, [productId]);
      if (product) return { product, competitors };
    }
    return null;
  }
}
