import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One trigram index for the texts, and only the indexes without which some filter of the feed is slow. */
export class IndexOpportunityTexts1795281000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX ix_opportunities_terms, ix_opportunities_source, ix_opportunities_has_buying_signal,
        ix_opportunities_rating, ix_opportunities_product_frustration`);
    await runner.query(`DROP FUNCTION opportunity_terms`);
    await runner.query(
      `CREATE INDEX ix_opportunities_search_text ON opportunities USING gin (search_text gin_trgm_ops)`,
    );
    // The planner reads off a sample of the texts how many hold a text. Of a hundred, none may hold what one in fifty has.
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS 1000`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS -1`);
    await runner.query(`DROP INDEX ix_opportunities_search_text`);
    for (const columns of ['source', 'has_buying_signal', 'rating']) {
      await runner.query(`CREATE INDEX ix_opportunities_${columns} ON opportunities (${columns}, created_at, id)`);
    }
    await runner.query(
      `CREATE INDEX ix_opportunities_product_frustration ON opportunities (product_id, frustration_rank, created_at, id)`,
    );
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
    await runner.query(`ALTER INDEX ix_opportunities_terms ALTER COLUMN 1 SET STATISTICS 0`);
  }
}
