import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { rowsOf } from '#platform/files/imported.rows.js';
import { earlierIdsStatement } from '#platform/files/earlier-ids.statement.js';
import type { PostLine } from './posts.line.js';

/** The columns that a later import can change. The time of the first import does not change. */
const CHANGEABLE = [
  'text',
  'url',
  'posted_at',
  'forum_community',
  'product_name',
  'author_name',
  'author_headline',
  'author_title',
  'author_bio',
  'author_profile_url',
  'author_city',
  'author_country',
  'author_company_name',
  'author_company_website',
  'author_company_size',
  'author_company_industry',
];
const COLUMNS = ['id', 'source', 'external_id', ...CHANGEABLE].join(', ');
const known = CHANGEABLE.map((column) => `known.${column}`).join(', ');
/** A team names the product of its source. Without an import, a post that has a product keeps it. */
const PRODUCT =
  'CASE WHEN $2::integer IS NULL THEN coalesce(known.product_name, excluded.product_name) ELSE excluded.product_name END';
const excluded = CHANGEABLE.map((column) => (column === 'product_name' ? PRODUCT : `excluded.${column}`)).join(', ');

const UPSERT = `
  INSERT INTO posts AS known (${COLUMNS}, inserted_by, changed_by)
  SELECT DISTINCT ON (source, external_id) ${COLUMNS}, $2::integer, $2::integer
  FROM jsonb_to_recordset($1) AS line (
    place int, id uuid, source text, external_id text, text text, url text, posted_at timestamptz, forum_community text,
    product_name text, author_name text, author_headline text, author_title text, author_bio text,
    author_profile_url text, author_city text, author_country text, author_company_name text,
    author_company_website text, author_company_size text, author_company_industry text)
  ORDER BY source, external_id, place DESC
  ON CONFLICT (source, external_id) DO UPDATE SET (${CHANGEABLE.join(', ')}, changed_by, version, updated_at) = ROW (
    ${excluded}, excluded.changed_by, known.version + 1, now())
  WHERE (${known}) IS DISTINCT FROM (${excluded})
  RETURNING id, version = 1 AS inserted`;

const RENAME = earlierIdsStatement('posts', 'source');

/** SQL of post imports. */
@Injectable()
export class PostsImportQueries {
  constructor(private readonly database: Database) {}

  /** Inserts or updates a batch of posts. The last line of a post takes precedence. Unchanged posts are not written. */
  async upsert(
    lines: readonly PostLine[],
    importId: number | null,
  ): Promise<{ writtenIds: string[]; inserted: number }> {
    const rows = rowsOf(lines);
    if (lines.some(({ earlier_ids }) => earlier_ids)) await this.database.execute(RENAME, [rows]);
    const written = await this.database.query<{ id: string; inserted: boolean }>(UPSERT, [rows, importId]);
    return { writtenIds: written.map(({ id }) => id), inserted: written.filter(({ inserted }) => inserted).length };
  }
}
