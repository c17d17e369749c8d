import { StatementMigration } from '../statement.migration.js';

/** The columns that detection writes. The score also changes with time, which is no change of the opportunity. */
const READ_COLUMNS =
  'product_id, frustration_tier, sentiment, has_buying_signal, pain_points, need_points, reach_points, reach, signal, rating, ' +
  'published_at, country, industry, search_text, repost_key, engine';

const UP = [
  `ALTER TABLE opportunities ADD need_points smallint, ADD reach_points smallint, ADD reach text, ADD signal text,
    ADD CONSTRAINT ck_opportunities_reach CHECK (reach IN ('named', 'profile', 'anonymous'))`,
  // The points for the age are halved every 45 days, and a need older than a year counts a quarter.
  `CREATE FUNCTION opportunity_score(need integer, reach integer, dated timestamptz, at timestamptz) RETURNS smallint
    LANGUAGE sql IMMUTABLE AS $$
    SELECT (CASE WHEN at - dated > interval '365 days' THEN need / 4 ELSE need END + reach
      + round(30 * power(0.5::float8, greatest(0, extract(epoch FROM at - dated)) / 86400 / 45)))::smallint
  $$`,
  // An earlier release that still runs stores no points. They are estimated from the columns.
  `CREATE OR REPLACE FUNCTION score_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.reach := coalesce(NEW.reach, 'anonymous');
    NEW.reach_points := coalesce(NEW.reach_points, 0);
    NEW.need_points := coalesce(NEW.need_points,
      CASE NEW.pain_points #>> '{buying_signals,0,type}' WHEN 'switching' THEN 24
        WHEN 'recommendation_request' THEN 21 WHEN 'purchase_intent' THEN 19 WHEN 'unmet_need' THEN 13 ELSE 7 END
      + CASE NEW.frustration_tier WHEN 'critical' THEN 3 WHEN 'high' THEN 2 ELSE 0 END
      + CASE WHEN NEW.product_id IS NOT NULL THEN 3 ELSE 0 END
      + CASE WHEN NEW.pain_points #> '{competitors_mentioned,0}' IS NOT NULL THEN 1 ELSE 0 END);
    NEW.score := coalesce(NEW.score,
      opportunity_score(NEW.need_points, NEW.reach_points, least(NEW.published_at, NEW.created_at), now()));
    RETURN NEW;
  END
  $$`,
  `DROP TRIGGER opportunities_score ON opportunities`,
  `CREATE TRIGGER opportunities_score BEFORE INSERT OR UPDATE ON opportunities
    FOR EACH ROW WHEN (NEW.need_points IS NULL OR NEW.reach_points IS NULL OR NEW.reach IS NULL OR NEW.score IS NULL)
    EXECUTE FUNCTION score_opportunity()`,
  `DROP TRIGGER opportunities_stamp ON opportunities`,
  `CREATE TRIGGER opportunities_stamp BEFORE INSERT OR UPDATE OF ${READ_COLUMNS} ON opportunities
    FOR EACH ROW EXECUTE FUNCTION stamp_change()`,
];

const DOWN = [
  `DROP TRIGGER opportunities_stamp ON opportunities`,
  `CREATE TRIGGER opportunities_stamp BEFORE INSERT OR UPDATE ON opportunities
    FOR EACH ROW EXECUTE FUNCTION stamp_change()`,
  `DROP TRIGGER opportunities_score ON opportunities`,
  `CREATE OR REPLACE FUNCTION score_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.score := CASE NEW.pain_points #>> '{buying_signals,0,type}' WHEN 'switching' THEN 45
        WHEN 'recommendation_request' THEN 40 WHEN 'purchase_intent' THEN 35 WHEN 'unmet_need' THEN 25 ELSE 15 END
      + CASE NEW.frustration_tier WHEN 'critical' THEN 15 WHEN 'high' THEN 10 ELSE 0 END
      + CASE WHEN NEW.product_id IS NOT NULL THEN 12 ELSE 0 END
      + CASE WHEN NEW.pain_points #> '{competitors_mentioned,0}' IS NOT NULL THEN 6 ELSE 0 END;
    RETURN NEW;
  END
  $$`,
  `CREATE TRIGGER opportunities_score BEFORE INSERT OR UPDATE ON opportunities
    FOR EACH ROW WHEN (NEW.score IS NULL) EXECUTE FUNCTION score_opportunity()`,
  `DROP FUNCTION opportunity_score`,
  `ALTER TABLE opportunities DROP need_points, DROP reach_points, DROP reach, DROP signal`,
];

/** What is known about the writer, and the parts of the score. The next migration fills them for existing opportunities. */
export class RateReachAndAge1796300000000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
