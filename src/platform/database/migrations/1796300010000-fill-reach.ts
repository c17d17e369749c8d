import { StatementMigration } from '../statement.migration.js';

const reachOf = (table: string, key: string, name: string, company: string, profile: string): string =>
  `UPDATE opportunities SET score = NULL, (reach, reach_points) = (
     SELECT CASE WHEN ${name} <> '' AND ${company} <> '' THEN 'named' WHEN ${profile} <> '' THEN 'profile' ELSE 'anonymous' END,
            CASE WHEN ${name} <> '' AND ${company} <> '' THEN 20 + CASE WHEN ${profile} <> '' THEN 5 ELSE 0 END
                 WHEN ${profile} <> '' THEN 15 ELSE 0 END
     FROM ${table} WHERE id = ${key})
   WHERE ${key} IS NOT NULL AND need_points IS NULL`;

/** Every statement can be repeated, because each one commits on its own. A trigger estimates the points of the need. */
const UP = [
  reachOf('reviews', 'review_id', 'reviewer_name', 'reviewer_company', 'reviewer_profile_url'),
  reachOf('posts', 'post_id', 'author_name', 'author_company_name', 'author_profile_url'),
  `UPDATE opportunities SET score = NULL WHERE need_points IS NULL`,
  `UPDATE opportunities SET signal = CASE pain_points #>> '{buying_signals,0,type}' WHEN 'switching' THEN 'leaving'
      WHEN 'recommendation_request' THEN 'recommendation' WHEN 'purchase_intent' THEN 'purchase' ELSE 'gap' END
    WHERE signal IS NULL AND pain_points #> '{buying_signals,0}' IS NOT NULL`,
  `ALTER TABLE opportunities ALTER need_points SET NOT NULL, ALTER reach_points SET NOT NULL, ALTER reach SET NOT NULL`,
];

const DOWN = [
  `ALTER TABLE opportunities ALTER need_points DROP NOT NULL, ALTER reach_points DROP NOT NULL, ALTER reach DROP NOT NULL`,
];

/** Rates the writers of existing opportunities, and scores these opportunities by reach and age too. */
export class FillReach1796300010000 extends StatementMigration {
  override readonly transaction = false;
  override readonly forward = UP;
  override readonly backward = DOWN;
}
