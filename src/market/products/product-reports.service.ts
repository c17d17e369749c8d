import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { UUID_PATTERN } from '#platform/operations/fields.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';

/** What a finished report leaves on its product. */
export interface FinishedReport {
  reportId: string;
  generatedAt: Date;
  headline: string;
}

/** Writes down on a product how its report stands, so that search, lists and competitors need not look further. */
@Injectable()
export class ProductReportsService {
  constructor(private readonly database: Database) {}

  async exists(productId: string): Promise<boolean> {
    return (await this.database.maybeOne('SELECT 1 FROM products WHERE id = $1', [productId])) !== null;
  }

  /** The id of the product that an operator names, by id or by its whole name. @throws 404; 400 when several bear the name. */
  async identify(idOrName: string): Promise<string> {
    const condition = UUID_PATTERN.test(idOrName) ? 'id = $1' : 'name_key = fold_text($1)';
    const [product, another] = await this.database.query<{ id: string }>(
      `SELECT id FROM products WHERE ${condition} LIMIT 2`,
      [idOrName],
    );
    if (!product) throw notFound('Product not found');
    if (another) throw invalidRequest('Several products bear this name; give the id of one');
    return product.id;
  }

  async noteStarted(productId: string): Promise<void> {
    await this.database.execute(`UPDATE products SET report_status = 'generating' WHERE id = $1`, [productId]);
  }

  async noteFinished(productId: string, { reportId, generatedAt, headline }: FinishedReport): Promise<void> {
    await this.database.execute(
      `UPDATE products SET report_status = 'completed', report_id = $2, report_generated_at = $3, pain_headline = $4 WHERE id = $1`,
      [productId, reportId, generatedAt, headline],
    );
  }

  /** The last finished report stays where it is. */
  async noteFailed(productId: string): Promise<void> {
    await this.database.execute(`UPDATE products SET report_status = 'failed' WHERE id = $1`, [productId]);
  }

  /** Products with reviews, in order of id: the batch that follows `afterId`. */
  async reviewedAfter(afterId: string | null, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM products WHERE review_count > 0 AND id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
       ORDER BY id LIMIT $2`,
      [afterId, limit],
    );
    return rows.map(({ id }) => id);
  }
}
