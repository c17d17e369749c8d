import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** SQL of the erasure of names from reports. */
@Injectable()
export class ReportErasureQueries {
  constructor(private readonly database: Database) {}

  /** Replaces a name in the quotes of these reviews, and in the reports on their products that contain it. */
  async replace(reviewIds: readonly string[], name: string, note: string): Promise<void> {
    await this.database.execute(
      `UPDATE theme_mentions SET quote_text = replace(quote_text, $2, $3)
       WHERE review_id = ANY($1) AND strpos(quote_text, $2) > 0`,
      [reviewIds, name, note],
    );
    const asJson = JSON.stringify(name).slice(1, -1);
    await this.database.execute(
      `UPDATE reports SET themes = replace(themes::text, $2, $3)::json, switching = replace(switching::text, $2, $3)::jsonb,
         summary = replace(summary, $2, $3)
       WHERE product_id IN (SELECT product_id FROM reviews WHERE id = ANY($1))
         AND (strpos(themes::text, $2) > 0 OR strpos(switching::text, $2) > 0 OR strpos(summary, $2) > 0)`,
      [reviewIds, asJson, note],
    );
  }
}
