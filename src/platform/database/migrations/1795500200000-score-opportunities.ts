import { StatementMigration } from '../statement.migration.js';

const UP = [
  `ALTER TABLE opportunities ADD score smallint, ADD repost_key text`,
  `ALTER TABLE opportunity_triage ADD opportunity_score smallint`,
  // The first words without links, names and punctuation. A repost often has a mark before the text or an edit after it.
  `CREATE FUNCTION repost_key_of(words text, fewest integer, scope text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN cardinality(word) >= fewest THEN md5(scope || ' ' || array_to_string(word[1:40], ' ')) END
    FROM regexp_split_to_array(trim(regexp_replace(
      regexp_replace(lower(left(words, 2000)), 'https?://\\S+|@\\s?\\w+|\\yrt\\y', ' ', 'g'), '\\W+', ' ', 'g')), ' ') AS word
  $$`,
  // An earlier release that still runs stores no score. Its opportunities get the points that follow from the columns.
  `CREATE FUNCTION score_opportunity() RETURNS trigger LANGUAGE plpgsql AS $$
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
  `CREATE OR REPLACE FUNCTION date_triage() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT dated_at, score INTO NEW.opportunity_dated_at, NEW.opportunity_score
    FROM opportunities WHERE id = NEW.opportunity_id;
    RETURN NEW;
  END
  $$`,
  `CREATE OR REPLACE FUNCTION date_triage_again() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM earlier JOIN later USING (id)
               WHERE (later.dated_at, later.score) IS DISTINCT FROM (earlier.dated_at, earlier.score)) THEN
      UPDATE opportunity_triage SET opportunity_dated_at = later.dated_at, opportunity_score = later.score
      FROM earlier JOIN later USING (id)
      WHERE (later.dated_at, later.score) IS DISTINCT FROM (earlier.dated_at, earlier.score) AND opportunity_id = later.id;
    END IF;
    RETURN NULL;
  END
  $$`,
];

const DOWN = [
  `CREATE OR REPLACE FUNCTION date_triage() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.opportunity_dated_at := (SELECT dated_at FROM opportunities WHERE id = NEW.opportunity_id);
    RETURN NEW;
  END
  $$`,
  `CREATE OR REPLACE FUNCTION date_triage_again() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM earlier JOIN later USING (id) WHERE later.dated_at <> earlier.dated_at) THEN
      UPDATE opportunity_triage SET opportunity_dated_at = later.dated_at
      FROM earlier JOIN later USING (id)
      WHERE later.dated_at <> earlier.dated_at AND opportunity_id = later.id;
    END IF;
    RETURN NULL;
  END
  $$`,
  `DROP TRIGGER opportunities_score ON opportunities`,
  `DROP FUNCTION score_opportunity, repost_key_of`,
  `ALTER TABLE opportunity_triage DROP opportunity_score`,
  `ALTER TABLE opportunities DROP score, DROP repost_key`,
];

/** The score of an opportunity, copied to its triage, and the key by which reposts are found. The next migration fills both. */
export class ScoreOpportunities1795500200000 extends StatementMigration {
  override readonly forward = UP;
  override readonly backward = DOWN;
}
