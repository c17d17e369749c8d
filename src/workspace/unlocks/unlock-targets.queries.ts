import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { MAY_BE_CONTACTED } from './contact-terms.condition.js';

/** The writer of the review or post of an opportunity, as far as known. */
export interface Writer {
  name: string | null;
  company: string | null;
  company_website: string | null;
  profile_url: string | null;
}

/** SQL of the people whose contact an opportunity can unlock. */
@Injectable()
export class UnlockTargetsQueries {
  constructor(private readonly database: Database) {}

  /** The reviewer, or the author of the post. Null for an unknown opportunity. */
  writerOf(opportunityId: string): Promise<Writer | null> {
    return this.database.prepared.maybeOne<Writer>(
      `SELECT coalesce(review.reviewer_name, post.author_name) AS name,
              coalesce(review.reviewer_company, post.author_company_name) AS company,
              coalesce(review.company_website, post.author_company_website) AS company_website,
              coalesce(review.reviewer_profile_url, post.author_profile_url) AS profile_url
       FROM opportunities opportunity
       LEFT JOIN reviews review ON review.id = opportunity.review_id
       LEFT JOIN posts post ON post.id = opportunity.post_id
       WHERE opportunity.id = $1`,
      [opportunityId],
    );
  }

  /** Whether no source of the text of an opportunity forbids contacting its author. */
  async isContactable(opportunityId: string): Promise<boolean> {
    const row = await this.database.prepared.maybeOne<{ is_contactable: boolean }>(
      `SELECT ${MAY_BE_CONTACTED} AS is_contactable FROM opportunities opportunity
       LEFT JOIN reviews review ON review.id = opportunity.review_id
       LEFT JOIN posts post ON post.id = opportunity.post_id
       WHERE opportunity.id = $1`,
      [opportunityId],
    );
    return row?.is_contactable ?? true;
  }
}
