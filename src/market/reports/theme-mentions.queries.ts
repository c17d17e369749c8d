import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { MentionRow } from './mention.composer.js';

/** Rows in one statement. */
const BATCH = 5_000;

/** SQL of the mentions of themes. */
@Injectable()
export class ThemeMentionsQueries {
  constructor(private readonly database: Database) {}

  async insert(reportId: string, mentions: readonly MentionRow[]): Promise<void> {
    for (let start = 0; start < mentions.length; start += BATCH) {
      const batch = mentions.slice(start, start + BATCH);
      const column = <Name extends keyof MentionRow>(name: Name): MentionRow[Name][] => batch.map((row) => row[name]);
      await this.database.execute(
        `INSERT INTO theme_mentions (report_id, theme_id, position, review_id, quote_text, strength, answer, rating,
           platform, source_url, review_date, variants)
         SELECT $1, theme_id, position, review_id, quote_text, strength, answer, rating, platform, source_url, review_date,
           ARRAY(SELECT jsonb_array_elements_text(variants))
         FROM unnest($2::uuid[], $3::int[], $4::uuid[], $5::text[], $6::numeric[], $7::text[], $8::numeric[], $9::text[],
           $10::text[], $11::timestamptz[], $12::jsonb[]) AS mention (theme_id, position, review_id, quote_text, strength,
           answer, rating, platform, source_url, review_date, variants)`,
        [
          reportId,
          ...(['theme_id', 'position', 'review_id', 'quote_text', 'strength', 'answer', 'rating'] as const).map(column),
          ...(['platform', 'source_url', 'review_date'] as const).map(column),
          column('variants').map((names) => JSON.stringify(names)),
        ],
      );
    }
  }

  /** Deletes the mentions of all reports of a product but a new one and the one that it replaces. */
  async deleteReplaced(productId: string, newReportId: string): Promise<void> {
    await this.database.execute(
      `DELETE FROM theme_mentions USING products product, reports report
       WHERE product.id = $1 AND report.product_id = product.id AND theme_mentions.report_id = report.id
         AND report.id NOT IN ($2, coalesce(product.report_id, $2))`,
      [productId, newReportId],
    );
  }

  /** The reviews that name each theme of a report. */
  async reviewsByTheme(reportId: string): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ theme_id: string; review_ids: string[] }>(
      'SELECT theme_id, array_agg(review_id) AS review_ids FROM theme_mentions WHERE report_id = $1 GROUP BY theme_id',
      [reportId],
    );
    return new Map(rows.map(({ theme_id, review_ids }) => [theme_id, review_ids]));
  }
}
