import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { Report } from './report.entity.js';
import type { ThemeMentionRow } from './theme-mention.entity.js';

/** The parts of a report that quote reviews or were written from them. */
export type QuotingReport = Pick<RowOf<Report>, 'id' | 'themes' | 'switching' | 'summary' | 'metadata'>;
export type QuotingMention = Pick<RowOf<ThemeMentionRow>, 'report_id' | 'theme_id' | 'position' | 'quote_text'>;

/** A review that reports may quote. */
export interface QuotedReview {
  text: string;
  platform: string;
  source_url: string;
}

/** The mentions of these reviews in the reports on their products. They are indexed by report. */
const MENTIONS = `review_id = ANY($1) AND report_id IN (
  SELECT report.id FROM reports report
  WHERE report.has_mentions AND report.product_id IN (SELECT product_id FROM reviews WHERE id = ANY($1)))`;

/** SQL of the erasure of names from reports. */
@Injectable()
export class ReportErasureQueries {
  constructor(private readonly database: Database) {}

  /** Counts the erasure for the products of these reviews, so that reports that are being written are written again. */
  async countErasure(reviewIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE products SET text_erasures = text_erasures + 1 WHERE id IN (
         SELECT id FROM products WHERE id IN (SELECT product_id FROM reviews WHERE id = ANY($1)) ORDER BY id FOR NO KEY UPDATE)`,
      [reviewIds],
    );
  }

  /** The mentions of these reviews in the reports on their products. */
  async deleteMentions(reviewIds: readonly string[]): Promise<void> {
    await this.database.execute(
      `DELETE FROM theme_mentions
       WHERE ${MENTIONS}`,
      [reviewIds],
    );
  }

  /** What identifies the quotes of these reviews, as reports store it. A review may have changed since it was quoted. */
  findQuoted(reviewIds: readonly string[]): Promise<QuotedReview[]> {
    return this.database.query<QuotedReview>(
      `SELECT text, platform, coalesce(review_url, '') AS source_url FROM reviews WHERE id = ANY($1)
       UNION SELECT quote_text, platform, coalesce(source_url, '') FROM theme_mentions WHERE ${MENTIONS}`,
      [reviewIds],
    );
  }

  /** The texts of these reviews. */
  async findTexts(reviewIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ text: string }>('SELECT text FROM reviews WHERE id = ANY($1)', [
      reviewIds,
    ]);
    return rows.map(({ text }) => text);
  }

  /** The reports on the products of these reviews, locked. */
  findReports(reviewIds: readonly string[]): Promise<QuotingReport[]> {
    return this.database.query<QuotingReport>(
      `SELECT id, themes, switching, summary, metadata FROM reports
       WHERE product_id IN (SELECT product_id FROM reviews WHERE id = ANY($1)) ORDER BY id FOR NO KEY UPDATE`,
      [reviewIds],
    );
  }

  async updateReport({ id, themes, switching, summary, metadata }: QuotingReport): Promise<void> {
    await this.database.execute(
      'UPDATE reports SET themes = $2, switching = $3, summary = $4, metadata = $5 WHERE id = $1',
      [id, JSON.stringify(themes), switching && JSON.stringify(switching), summary, JSON.stringify(metadata)],
    );
  }

  findMentions(reviewIds: readonly string[]): Promise<QuotingMention[]> {
    return this.database.query<QuotingMention>(
      'SELECT report_id, theme_id, position, quote_text FROM theme_mentions WHERE review_id = ANY($1)',
      [reviewIds],
    );
  }

  async updateMentions(mentions: readonly QuotingMention[]): Promise<void> {
    await this.database.execute(
      `UPDATE theme_mentions mention SET quote_text = masked.quote_text
       FROM jsonb_to_recordset($1) AS masked (report_id uuid, theme_id uuid, position integer, quote_text text)
       WHERE (mention.report_id, mention.theme_id, mention.position) = (masked.report_id, masked.theme_id, masked.position)`,
      [JSON.stringify(mentions)],
    );
  }
}
