import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of the feed's order by own dates also holds the time of detection, so that a filter on it reads no rows. */
export class OrderOpportunitiesByBothDates1795403200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_opportunities_dated_at');
    await runner.query('CREATE INDEX ix_opportunities_dated_at ON opportunities (dated_at, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ix_opportunities_dated_at');
    await runner.query('CREATE INDEX ix_opportunities_dated_at ON opportunities (dated_at, id)');
  }
}
