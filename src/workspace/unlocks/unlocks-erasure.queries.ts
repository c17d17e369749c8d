import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** An unlock of a person's contact, and the text behind its opportunity if the person wrote it. */
export interface PersonalUnlock {
  id: string;
  opportunity_id: string;
  value: string | null;
  /** What identifies the person, and the domains of the company. */
  identity_keys: string[];
  review_id: string | null;
  post_id: string | null;
}

/** SQL of the erasure of unlocks. */
@Injectable()
export class UnlocksErasureQueries {
  constructor(private readonly database: Database) {}

  /** The unlocks, of all teams, of people with one of these identity keys, and of the writers of these texts. */
  find(keys: readonly string[], textIds: readonly string[]): Promise<PersonalUnlock[]> {
    return this.database.query<PersonalUnlock>(
      `SELECT unlocks.id, unlocks.opportunity_id, unlocks.value, unlocks.identity_keys,
              CASE WHEN target = 'reviewer' THEN opportunity.review_id END AS review_id,
              CASE WHEN target = 'reviewer' THEN opportunity.post_id END AS post_id
       FROM unlocks JOIN opportunities opportunity ON opportunity.id = unlocks.opportunity_id
       WHERE unlocks.identity_keys && $1
          OR (target = 'reviewer' AND (opportunity.review_id = ANY($2) OR opportunity.post_id = ANY($2))) ORDER BY unlocks.id`,
      [keys, textIds],
    );
  }

  /** Deletes the values of unlocks, and the keys of their people. */
  async erase(ids: readonly string[]): Promise<void> {
    await this.database.execute(
      `UPDATE unlocks SET outcome = 'suppressed', value = NULL, source = NULL, identity_keys = '{}' WHERE id = ANY($1)`,
      [ids],
    );
  }
}
