import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many texts hold a phrase the planner reads off its sample of them. By 400 a phrase of one text in a hundred may look
 * twice as rare as it is, and the feed is then joined the slow way round; 1,000 make that rare.
 */
export class SampleSearchTexts1795252000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS 1000`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE opportunities ALTER search_text SET STATISTICS 400`);
  }
}
