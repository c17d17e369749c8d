import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every filter of the listing has an index that ends in the listing's order, so a page is read off it without a sort. */
export class IndexOpportunities1795211930000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX ix_opportunities_created_at ON opportunities (created_at, id)`);
    for (const column of [
      'source',
      'product_id',
      'frustration_rank',
      'has_buying_signal',
      'rating',
      'country',
      'industry',
    ]) {
      await runner.query(`CREATE INDEX ix_opportunities_${column} ON opportunities (${column}, created_at, id)`);
    }
    await runner.query(
      `CREATE INDEX ix_opportunities_search_text ON opportunities USING gin (search_text gin_trgm_ops)`,
    );
    // What goes together, and what never does: without this the planner takes these filters for independent.
    await runner.query(
      `CREATE STATISTICS st_opportunities_signals (mcv) ON source, frustration_rank, has_buying_signal, rating FROM opportunities`,
    );
    await runner.query(
      `CREATE INDEX ix_opportunity_triage_status ON opportunity_triage (team_id, status, opportunity_created_at, opportunity_id)`,
    );
    await runner.query(
      `CREATE INDEX ix_opportunity_triage_created_at ON opportunity_triage (team_id, opportunity_created_at, opportunity_id)
       INCLUDE (status, viewed_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP STATISTICS st_opportunities_signals`);
    await runner.query(
      `DROP INDEX ix_opportunity_triage_created_at, ix_opportunity_triage_status, ix_opportunities_search_text,
         ix_opportunities_industry, ix_opportunities_country, ix_opportunities_rating, ix_opportunities_has_buying_signal,
         ix_opportunities_frustration_rank, ix_opportunities_product_id, ix_opportunities_source, ix_opportunities_created_at`,
    );
  }
}
