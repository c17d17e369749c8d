import { Injectable } from '@nestjs/common';
import type { MentionRow } from '#market/reports/mention.composer.js';
import { Database } from '#platform/database/database.js';
import type { MENTION_SORTS } from './theme-mentions.operations.js';

/** Which mentions of a theme to return. A missing bound is null. */
export interface MentionFilter {
  reportId: string;
  themeId: string;
  minRating: number | null;
  maxRating: number | null;
  /** In lowercase. */
  platforms: string[] | null;
  publishedAfter: Date | null;
  publishedBefore: Date | null;
  /** In lowercase. */
  variants: string[] | null;
  sort: (typeof MENTION_SORTS)[number];
}

/** A stored mention, with its place in the order of strength. */
export type StoredMention = Omit<MentionRow, 'theme_id' | 'variants'>;

/** A mention after which a page begins. Without a date, that of the mention counts. */
export interface MentionPlace {
  position: number;
  reviewDate: string | null;
}

const ORDERS = {
  '-strength': { order: 'position', isAfter: 'position > $8' },
  '-review_date': {
    order: `coalesce(review_date, '-infinity') DESC, position`,
    // The mention itself may be erased. Cursors of earlier releases have no date.
    isAfter: `(coalesce(review_date, '-infinity'), -position) < (coalesce($11::timestamptz, (
       SELECT review_date FROM theme_mentions WHERE report_id = $1 AND theme_id = $2 AND position = $8), '-infinity'), -$8::int)`,
  },
};

/** SQL of lists of the mentions of a theme. */
@Injectable()
export class MentionListsQueries {
  constructor(private readonly database: Database) {}

  /** The mentions after a place, or the first ones. */
  find(filter: MentionFilter, after: MentionPlace | null, limit: number): Promise<StoredMention[]> {
    const { order, isAfter } = ORDERS[filter.sort];
    return this.database.query<StoredMention>(
      `SELECT position, review_id, quote_text, strength, answer, rating, platform, source_url, review_date
       FROM theme_mentions
       WHERE report_id = $1 AND theme_id = $2
         AND ($3::numeric IS NULL OR rating >= $3) AND ($4::numeric IS NULL OR rating <= $4)
         AND ($5::text[] IS NULL OR lower(platform) = ANY ($5))
         AND ($6::timestamptz IS NULL OR review_date > $6) AND ($7::timestamptz IS NULL OR review_date < $7)
         AND ($8::int IS NULL OR ${isAfter})
         AND ($10::text[] IS NULL OR EXISTS (SELECT FROM unnest(variants) AS name WHERE lower(name) = ANY ($10)))
       ORDER BY ${order} LIMIT $9`,
      [
        ...[filter.reportId, filter.themeId, filter.minRating, filter.maxRating, filter.platforms],
        ...[filter.publishedAfter, filter.publishedBefore, after?.position ?? null, limit, filter.variants],
        ...(filter.sort === '-review_date' ? [after?.reviewDate ?? null] : []),
      ],
    );
  }

  /** Whether the mentions of a theme of a report are still stored. */
  async areStored(reportId: string, themeId: string): Promise<boolean> {
    const [row] = await this.database.query(
      'SELECT FROM theme_mentions WHERE report_id = $1 AND theme_id = $2 LIMIT 1',
      [reportId, themeId],
    );
    return row !== undefined;
  }
}
