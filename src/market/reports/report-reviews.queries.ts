import { Injectable } from '@nestjs/common';
import type { ReviewText } from '#analysis/analysis.types.js';
import { Database } from '#platform/database/database.js';
import type { QuoteSource } from './quote.source.js';

/** Reviews in one batch. Two batches are in memory at the same time. */
const BATCH = 500;

/** SQL of the reviews of a report. */
@Injectable()
export class ReportReviewsQueries {
  constructor(private readonly database: Database) {}

  /** The counts are those before the first review is read. `report_id`: the last report, if any. */
  findProduct(
    productId: string,
  ): Promise<{ name: string; review_changes: number; text_erasures: number; report_id: string | null }> {
    return this.database.one('SELECT name, review_changes, text_erasures, report_id FROM products WHERE id = $1', [
      productId,
    ]);
  }

  async count(productId: string): Promise<number> {
    const { count } = await this.database.one<{ count: number }>(
      'SELECT count(*) AS count FROM reviews WHERE product_id = $1',
      [productId],
    );
    return count;
  }

  /** The batch of reviews after `afterId`, in order of id. Null returns the first batch; the last batch is empty. */
  async findAfter(productId: string, afterId: string | null): Promise<ReviewText[]> {
    const rows = await this.database.query<Omit<ReviewText, 'publishedAt'> & { published_at: Date | null }>(
      `SELECT id, platform, text, title, rating, published_at, likes, dislikes FROM reviews
       WHERE product_id = $1 AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')
       ORDER BY id LIMIT ${BATCH}`,
      [productId, afterId],
    );
    return rows.map(({ published_at, ...review }) => ({
      ...review,
      publishedAt: published_at?.toISOString() ?? null,
    }));
  }

  /** The reviews of quotes and mentions. */
  findSources(productId: string, reviewIds: readonly string[]): Promise<QuoteSource[]> {
    return this.database.query<QuoteSource>(
      `SELECT id, text, likes, dislikes, rating, platform, review_url, published_at, reviewer_profile_url
       FROM reviews WHERE product_id = $1 AND id = ANY($2::uuid[])`,
      [productId, reviewIds],
    );
  }

  /** The ids of products by the given names. Of products with the same name, the one with the most reviews. */
  async findProductIds(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ name: string; id: string }>(
      `SELECT DISTINCT ON (said.name) said.name, product.id
       FROM unnest($1::text[]) AS said (name) JOIN products product ON product.name_key = fold_text(said.name)
       ORDER BY said.name, product.review_count DESC, product.id`,
      [names],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }
}
