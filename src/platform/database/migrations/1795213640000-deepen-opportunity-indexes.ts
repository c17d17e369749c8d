import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the order of frustration, and for pairs of filters that hardly ever meet. */
export class DeepenOpportunityIndexes1795213640000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX ix_opportunities_frustration_rating ON opportunities (frustration_rank, rating, created_at, id)`,
    );
    await runner.query(
      `CREATE INDEX ix_opportunities_product_frustration ON opportunities (product_id, frustration_rank, created_at, id)`,
    );
    // Of a hundred sampled texts, none may hold a word that one in fifty has.
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS 400`);
    // A team's triage is listed in that order too, without a look at each opportunity.
    await runner.query(`ALTER TABLE opportunity_triage ADD frustration_rank smallint`);
    await runner.query(`
      UPDATE opportunity_triage triage SET frustration_rank = opportunity.frustration_rank
      FROM opportunities opportunity WHERE opportunity.id = triage.opportunity_id`);
    await runner.query(`ALTER TABLE opportunity_triage ALTER frustration_rank SET NOT NULL`);
    await runner.query(
      `CREATE INDEX ix_opportunity_triage_frustration ON opportunity_triage
         (team_id, frustration_rank, opportunity_created_at, opportunity_id) INCLUDE (status, viewed_at)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE opportunity_triage DROP frustration_rank`);
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS -1`);
    await runner.query(`DROP INDEX ix_opportunities_product_frustration, ix_opportunities_frustration_rating`);
  }
}
