import { StatementMigration } from '../statement.migration.js';

/** The estimate of the points is that of `rate-reach-and-age`. */
const scoringFrom = (
  date: string,
): string => `CREATE OR REPLACE FUNCTION score_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.reach := coalesce(NEW.reach, 'anonymous');
    NEW.reach_points := coalesce(NEW.reach_points, 0);
    NEW.need_points := coalesce(NEW.need_points,
      CASE NEW.pain_points #>> '{buying_signals,0,type}' WHEN 'switching' THEN 24
        WHEN 'recommendation_request' THEN 21 WHEN 'purchase_intent' THEN 19 WHEN 'unmet_need' THEN 13 ELSE 7 END
      + CASE NEW.frustration_tier WHEN 'critical' THEN 3 WHEN 'high' THEN 2 ELSE 0 END
      + CASE WHEN NEW.product_id IS NOT NULL THEN 3 ELSE 0 END
      + CASE WHEN NEW.pain_points #> '{competitors_mentioned,0}' IS NOT NULL THEN 1 ELSE 0 END);
    NEW.score := coalesce(NEW.score, opportunity_score(NEW.need_points, NEW.reach_points, ${date}, now()));
    RETURN NEW;
  END
  $$`;

const UP = [
  // A text without a date counts as 45 days old when it is found.
  `CREATE FUNCTION opportunity_dated_at(published timestamptz, found timestamptz) RETURNS timestamptz
    LANGUAGE sql STABLE AS $$ SELECT least(coalesce(published, found - interval '1080 hours'), found) $$`,
  scoringFrom('opportunity_dated_at(NEW.published_at, NEW.created_at)'),
];

const DOWN = [scoringFrom('least(NEW.published_at, NEW.created_at)'), `DROP FUNCTION opportunity_dated_at`];

/** Undated texts no longer count as new. The hourly job `age-scores` brings stored scores up to date. */
export class AgeUndatedTexts1797910000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
