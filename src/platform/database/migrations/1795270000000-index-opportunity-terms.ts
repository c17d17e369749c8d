import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an opportunity holds, in one index: its text by every run of five letters (and the shorter ones at its end), and
 * its fields, behind a mark that no text has. Texts are indexed up to a length, and marked where they are longer.
 */
export class IndexOpportunityTerms1795270000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Dear, so that the planner never compares row by row what the index knows.
    await runner.query(`
      CREATE FUNCTION opportunity_terms(search_text text, source text, product_id uuid, country text, industry text,
                                        frustration_tier text, has_buying_signal boolean, rating numeric)
      RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
      DECLARE
        content text := translate(left(search_text, 40000), E'\\x01', E'\\x02') || '    ';
        terms text[] := ARRAY[
          E'\\x01source=' || source, E'\\x01product=' || product_id, E'\\x01country=' || left(country, 100),
          E'\\x01industry=' || left(industry, 100), E'\\x01tier=' || frustration_tier, E'\\x01signal=' || has_buying_signal,
          E'\\x01rating=' || rating,
          CASE WHEN length(search_text) > 40000 THEN E'\\x01long' END];
      BEGIN
        FOR start IN 1..5 LOOP
          terms := terms || ARRAY(SELECT run[1] FROM regexp_matches(substr(content, start), '.{5}', 'g') run);
        END LOOP;
        RETURN array_to_tsvector(array_remove(terms, NULL));
      END
      $$`);
    await runner.query(`
      CREATE INDEX ix_opportunities_terms ON opportunities USING gin (
        opportunity_terms(search_text, source, product_id, country, industry, frustration_tier, has_buying_signal, rating))`);
    // How often a term occurs is sampled when it is asked for; to sample all of them at every ANALYZE takes a minute.
    await runner.query(`ALTER INDEX ix_opportunities_terms ALTER COLUMN 1 SET STATISTICS 0`);
    // The planner asks no more how often a text occurs; what goes together it reads off as large a sample as before.
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS -1`);
    await runner.query(`ALTER STATISTICS st_opportunities_signals SET STATISTICS 1000`);
    await runner.query(`DROP INDEX ix_opportunities_search_text`);
    // Posts are seldom as frustrated as reviews: by frustration they would be found behind all of those.
    await runner.query(
      `CREATE INDEX ix_opportunities_source_frustration ON opportunities (source, frustration_rank, created_at, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_opportunities_search_text ON opportunities USING gin (search_text gin_trgm_ops)`,
    );
    await runner.query(`ALTER STATISTICS st_opportunities_signals SET STATISTICS -1`);
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS 1000`);
    await runner.query(`DROP INDEX ix_opportunities_source_frustration, ix_opportunities_terms`);
    await runner.query(`DROP FUNCTION opportunity_terms`);
  }
}
