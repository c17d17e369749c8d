import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { rowsOf } from '#platform/files/imported.rows.js';
import { earlierIdsStatement } from '#platform/files/earlier-ids.statement.js';
import type { ReviewLine } from './reviews.line.js';

/** The columns that a report reads or quotes. */
const CONTENT = ['title', 'text', 'likes', 'dislikes', 'rating', 'published_at', 'review_url'];
/** The columns that a later import can change. The product and the time of the first import do not change. */
const CHANGEABLE = [
  ...CONTENT,
  'reviewer_name',
  'reviewer_title',
  'reviewer_company',
  'reviewer_profile_url',
  'company_industry',
  'company_size',
  'company_country',
  'company_website',
];
const COLUMNS = ['id', 'product_id', 'platform', 'external_id', ...CHANGEABLE].join(', ');
const columnsOf = (row: string, columns: readonly string[]): string =>
  columns.map((column) => `${row}.${column}`).join(', ');
const known = columnsOf('known', CHANGEABLE);
const excluded = columnsOf('excluded', CHANGEABLE);
const isContentChanged = `(${columnsOf('known', CONTENT)}) IS DISTINCT FROM (${columnsOf('excluded', CONTENT)})`;

const UPSERT = `
  WITH written AS (
    INSERT INTO reviews AS known (${COLUMNS}, inserted_by, changed_by)
    SELECT DISTINCT ON (platform, external_id) ${COLUMNS}, $2::integer, $2::integer
    FROM jsonb_to_recordset($1) AS line (
      place int, id uuid, product_id uuid, platform text, external_id text, title text, text text, likes text, dislikes text,
      rating numeric, published_at timestamptz, review_url text, reviewer_name text, reviewer_title text, reviewer_company text,
      reviewer_profile_url text, company_industry text, company_size text, company_country text, company_website text)
    ORDER BY platform, external_id, place DESC
    ON CONFLICT (platform, external_id) DO UPDATE SET (${CHANGEABLE.join(', ')}, changed_by, version, content_version) = ROW (
      ${excluded}, excluded.changed_by, known.version + 1,
      CASE WHEN ${isContentChanged} THEN known.version + 1 ELSE known.content_version END)
    WHERE (${known}) IS DISTINCT FROM (${excluded})
    RETURNING id, product_id, version = 1 AS inserted, version = content_version AS changed
  ), counted AS (
    UPDATE products SET review_count = review_count + new.reviews, review_changes = review_changes + new.changes
    FROM (
      SELECT product_id, count(*) FILTER (WHERE inserted) AS reviews, count(*) AS changes
      FROM written WHERE changed GROUP BY product_id ORDER BY product_id
    ) new
    WHERE products.id = new.product_id
  )
  SELECT id, inserted FROM written`;

const RENAME = earlierIdsStatement('reviews', 'platform');

/** SQL of review imports. */
@Injectable()
export class ReviewsImportQueries {
  constructor(private readonly database: Database) {}

  /**
   * Inserts or updates a batch of reviews, and counts new reviews and changes on their products. The last line of a
   * review takes precedence. Unchanged reviews are not written.
   */
  async upsert(
    lines: readonly ReviewLine[],
    productIds: readonly string[],
    importId: number | null,
  ): Promise<{ writtenIds: string[]; inserted: number }> {
    const rows = rowsOf(lines, (place) => ({ product_id: productIds[place] }));
    if (lines.some(({ earlier_ids }) => earlier_ids)) await this.database.execute(RENAME, [rows]);
    const written = await this.database.query<{ id: string; inserted: boolean }>(UPSERT, [rows, importId]);
    return { writtenIds: written.map(({ id }) => id), inserted: written.filter(({ inserted }) => inserted).length };
  }
}
